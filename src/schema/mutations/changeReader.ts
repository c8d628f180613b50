/** What every step of reading a mutation's arguments has to know: the schema, the record type, and what is done with its records. */
import { nameKey, wordsOf } from '../model/readableName';
import { type ArgumentModel, type InputTypeModel, type SchemaModel, typeOf } from '../model/schemaModel';

/** Arguments of a mutation, or fields of an input type, by name. */
export type ArgumentFields = ReadonlyMap<string, ArgumentModel>;

/** See the head of the file. */
export interface ChangeReader {
  readonly model: SchemaModel;
  readonly typeName: string;
  /** Names of the type as they stand before `Id`: `projectcard`, `card`. */
  readonly names: ReadonlySet<string>;
  readonly verb: 'create' | 'update' | 'delete';
}

/** Makes a reader. `parts`: names under which the mutation's answer holds the record. */
export function changeReader(
  model: SchemaModel,
  typeName: string,
  verb: ChangeReader['verb'],
  parts: readonly string[],
): ChangeReader {
  return { model, typeName, names: namesOf(model, typeName, parts), verb };
}

/** Endings of a type's name that stand for it. A name of thousands of words has no meaning. */
const MOST_ENDINGS = 40;

function namesOf(model: SchemaModel, typeName: string, parts: readonly string[]): ReadonlySet<string> {
  const names = new Set([nameKey(typeName), ...parts.map(nameKey)]);
  const words = wordsOf(typeName).map(word => word.toLowerCase());
  for (let start = Math.max(1, words.length - MOST_ENDINGS); start < words.length; start++)
    names.add(nameKey(words.slice(start).join('')));
  // `ProjectV2` goes by `projectId`; `TransactionItem` by `transactionId`.
  if (/^(v\d+|item|entity|type|node)$/.test(words.at(-1) ?? '')) names.add(nameKey(words.slice(0, -1).join('')));
  const type = model.types.get(typeName);
  if (type?.kind === 'object') for (const name of type.interfaces) if (!/^(Node|Entity)$/.test(name)) names.add(nameKey(name));
  return names;
}

/** A name without underscores and case, to compare the styles of several servers. */
export const plainName = (name: string): string => name.replace(/_/g, '').toLowerCase();

/** The input type of an argument or of the items of its list; null for a leaf. */
export function inputTypeOf(model: SchemaModel, argument: ArgumentModel): InputTypeModel | null {
  const type = typeOf(model, argument.type);
  return type?.kind === 'input' ? type : null;
}
