/** Separates verb and type in mutation names whose capitalization or words do not show them. */
import type { SchemaModel } from '../../model/schemaModel';
import { LONGEST_NAME } from './nameWords';

/** A verb with an optional `One`, `Many`, `Into` or `From`. It counts only if a type name follows: `address` does not start with `add`. */
const BEFORE_TYPE = /^(?:create|insert|add|update|upsert|delete|remove)(?:One|Many|Into|From)?(?=[a-z])/;

/**
 * Inserts `_` before the type name if it starts with a lower-case letter directly after the verb (`updateauthorCollection`,
 * `deleteOneuser`), as for types named after database tables. The case of the type's name does not matter (`deleteuser`). Any other name is returned
 * unchanged.
 */
export function separatedName(model: SchemaModel, name: string): string {
  const start = BEFORE_TYPE.exec(name)?.[0].length;
  if (start === undefined || name.length > LONGEST_NAME) return name;
  const types = objectsInLowerCase(model);
  for (let end = name.length; end > start; end--) {
    const isEnd = end === name.length || /[A-Z]/.test(name.charAt(end));
    if (isEnd && types.has(name.slice(start, end).toLowerCase())) return `${name.slice(0, start)}_${name.slice(start)}`;
  }
  return name;
}

const objectsInLowerCase = (model: SchemaModel): ReadonlySet<string> =>
  model.remember(
    'objects in lower case',
    () => new Set([...model.types.values()].flatMap(type => (type.kind === 'object' ? [type.name.toLowerCase()] : []))),
  );

/** Names of pg_graphql's mutations. `Collection` in them stands for a table; the mutation inserts or deletes its rows. */
const OF_COLLECTION = /^(insert|update|delete)(?:Into|From)?([A-Za-z]\w{0,200})Collection$/;

/** The name for an action's label: `delete_Post` for `deleteFromPostCollection`, if `Post` is a type and `PostCollection` is not. */
export function labelName(model: SchemaModel, name: string): string {
  const [, verb, type = ''] = OF_COLLECTION.exec(name) ?? [];
  const isTable = verb !== undefined && model.types.get(type)?.kind === 'object' && !model.types.has(`${type}Collection`);
  return isTable ? `${verb}_${type}` : separatedName(model, name);
}
