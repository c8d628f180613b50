/** The context that all steps of analyzing a mutation's arguments share. */
import { rowKeys } from '../../collections/records';
import { nameKey, wordsOf } from '../../model/readableName';
import {
  type ArgumentModel,
  fieldsOf,
  type InputTypeModel,
  isComposite,
  namedType,
  type SchemaModel,
  typeOf,
} from '../../model/schemaModel';

/** Arguments of a mutation, or fields of an input type, by name. */
export type ArgumentFields = ReadonlyMap<string, ArgumentModel>;

/** What the mutations of a type say together about its keys. */
export interface KnownKeys {
  /** Names of arguments (see `plainName`) that deletions of the type take in addition to its key. */
  readonly narrows: ReadonlySet<string>;
  /** Names of arguments (see `plainName`) that an update and a deletion of the type take as its key. */
  readonly shared: ReadonlySet<string>;
}

/** The schema, the record type, and the kind of change. */
export interface ChangeReader extends KnownKeys {
  readonly model: SchemaModel;
  readonly typeName: string;
  /** Names of the type that can occur before `Id` in an argument name: `projectcard`, `card`. */
  readonly names: ReadonlySet<string>;
  readonly verb: 'create' | 'update' | 'delete';
}

/**
 * Creates a reader.
 * @param parts names of the fields under which the mutation's result contains the record
 */
export function changeReader(
  model: SchemaModel,
  typeName: string,
  verb: ChangeReader['verb'],
  parts: readonly string[],
  { narrows, shared }: KnownKeys = NOTHING_KNOWN,
): ChangeReader {
  return { model, typeName, names: namesOf(model, typeName, parts), verb, narrows, shared };
}

const NOTHING_KNOWN: KnownKeys = { narrows: new Set(), shared: new Set() };

/** Maximum number of name endings per type. The limit bounds the work for names with thousands of words. */
const MOST_ENDINGS = 40;

function namesOf(model: SchemaModel, typeName: string, parts: readonly string[]): ReadonlySet<string> {
  const names = new Set([nameKey(typeName), plainName(typeName), ...parts.map(nameKey)]);
  const words = wordsOf(typeName).map(word => word.toLowerCase());
  for (let start = Math.max(1, words.length - MOST_ENDINGS); start < words.length; start++)
    names.add(nameKey(words.slice(start).join('')));
  // The key of a `ProjectV2` can be called `projectId`, that of a `TransactionItem` `transactionId`.
  if (/^(v\d+|item|entity|type|node)$/.test(words.at(-1) ?? '')) names.add(nameKey(words.slice(0, -1).join('')));
  const type = model.types.get(typeName);
  if (type?.kind === 'object') for (const name of type.interfaces) if (!/^(Node|Entity)$/.test(name)) names.add(nameKey(name));
  return names;
}

/** A name in lower case without underscores, to compare names in different styles. */
export const plainName = (name: string): string => name.replace(/_/g, '').toLowerCase();

/** The input object type of an argument or of its list items; null for a scalar or enum. */
export function inputTypeOf(model: SchemaModel, argument: ArgumentModel): InputTypeModel | null {
  const type = typeOf(model, argument.type);
  return type?.kind === 'input' ? type : null;
}

/**
 * True for the name of an object that refers to another record: `user` of `deleteAvatar(user: {id})`. The name is that of a related record,
 * or of another record type.
 */
export function namesOther({ model, typeName, names }: ChangeReader, name: string): boolean {
  const field = fieldsOf(model.types.get(typeName)).get(name);
  const other = field === undefined ? name.charAt(0).toUpperCase() + name.slice(1) : namedType(field.type);
  if (other === typeName || (field === undefined && names.has(plainName(name)))) return false;
  return isComposite(model.types.get(other)) && rowKeys(model, other).length > 0;
}
