/** Finds the mutations beside one whose name is only a verb: `create`, `update` and `delete` in a namespace for each type (SAP's CAP). */
import { wordsOf } from '../model/readableName';
import { type FieldModel, type SchemaModel, typeOf } from '../model/schemaModel';
import { type Verb, verbOf } from './names/verbs';

/** A mutation beside another one in its namespace. */
export interface SpaceSibling {
  readonly id: string;
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly verb: Verb;
}

/** The other mutations of the same namespace whose names are only a verb that creates or updates. */
export function spaceSiblings(model: SchemaModel, path: readonly string[]): readonly SpaceSibling[] {
  const space = path.slice(0, -1);
  let holder = model.mutationType ?? undefined;
  for (const name of space) {
    const type = typeOf(model, holder?.fields.get(name)?.type ?? { kind: 'named', name: '' });
    holder = type?.kind === 'object' ? type : undefined;
  }
  return [...(holder?.fields.values() ?? [])].flatMap(field => {
    const words = wordsOf(field.name).map(word => word.toLowerCase());
    const verb = verbOf(words);
    if (field.name === path.at(-1) || words.length !== 1 || (verb !== 'create' && verb !== 'update')) return [];
    return [{ id: [...space, field.name].join('.'), path: [...space, field.name], field, verb }];
  });
}
