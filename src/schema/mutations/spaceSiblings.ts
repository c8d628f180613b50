/** Finds the mutations beside another one in its namespace, such as `create`, `update` and `delete` in a namespace for each type (SAP's CAP). */
import { wordsOf } from '../model/readableName';
import { type FieldModel, type SchemaModel, typeOf } from '../model/schemaModel';
import { separatedName } from './names/labelName';
import { lowerWords } from './names/nameWords';
import { keyOfWords } from './names/recordNames';
import { subjectOfName } from './names/subjects';
import { isVerb, type Verb, verbOf } from './names/verbs';

/** A mutation beside another one in its namespace. */
export interface SpaceSibling {
  readonly id: string;
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly verb: Verb;
}

/** The other mutations of the same namespace whose names are only a verb that creates or updates. */
export function spaceSiblings(model: SchemaModel, path: readonly string[]): readonly SpaceSibling[] {
  return inSpace(model, path.slice(0, -1)).filter(
    ({ verb, path: own }) =>
      own.at(-1) !== path.at(-1) && wordsOf(own.at(-1) ?? '').length === 1 && (verb === 'create' || verb === 'update'),
  );
}

/** The updates in the same namespace whose names have the same subject as that of another mutation. */
export function updatesBeside(model: SchemaModel, path: readonly string[]): readonly SpaceSibling[] {
  const space = path.slice(0, -1);
  const updates = model.remember(`updates in ${space.join('.')}`, () => {
    const found = new Map<string, SpaceSibling[]>();
    for (const sibling of inSpace(model, space)) {
      const name = separatedName(model, sibling.path.at(-1) ?? '');
      if (!UPDATES.test(lowerWords(name).find(isVerb) ?? '')) continue;
      const key = keyOfWords(subjectOfName([name]));
      found.set(key, [...(found.get(key) ?? []), sibling]);
    }
    return found;
  });
  return updates.get(keyOfWords(subjectOfName(path))) ?? [];
}

const UPDATES = /^(update|edit|modify|patch)$/;

/** All mutations of a namespace, which is [] for the mutation type itself. */
function inSpace(model: SchemaModel, space: readonly string[]): readonly SpaceSibling[] {
  let holder = model.mutationType ?? undefined;
  for (const name of space) {
    const type = typeOf(model, holder?.fields.get(name)?.type ?? { kind: 'named', name: '' });
    holder = type?.kind === 'object' ? type : undefined;
  }
  return [...(holder?.fields.values() ?? [])].map(field => {
    const path = [...space, field.name];
    return { id: path.join('.'), path, field, verb: verbOf(lowerWords(separatedName(model, field.name))) };
  });
}
