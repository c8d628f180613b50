/** How the name of a mutation is read where its words or the case of its letters do not tell what it does. */
import type { SchemaModel } from '../model/schemaModel';
import { LONGEST_NAME } from './nameWords';

/** A verb and what may stand between it and a type. Whether it is one is decided by what follows: `address` does not begin with `add`. */
const BEFORE_TYPE = /^(?:create|insert|add|update|upsert|delete|remove)(?:One|Many|Into|From)?(?=[a-z])/;

/**
 * The name with the type in it set apart: a type that is named like a table begins in lower case right behind the verb
 * (`updateauthorCollection`, `deleteOneuser`). Any other name comes back as it is.
 */
export function spokenName(model: SchemaModel, name: string): string {
  const start = BEFORE_TYPE.exec(name)?.[0].length;
  if (start === undefined || name.length > LONGEST_NAME) return name;
  for (let end = name.length; end > start; end--) {
    const isEnd = end === name.length || /[A-Z]/.test(name.charAt(end));
    if (isEnd && model.types.get(name.slice(start, end))?.kind === 'object')
      return `${name.slice(0, start)}_${name.slice(start)}`;
  }
  return name;
}

/** pg_graphql's form: its collections are tables, and what it inserts into one or deletes from one are their rows. */
const OF_COLLECTION = /^(insert|update|delete)(?:Into|From)?([A-Za-z]\w{0,200})Collection$/;

/** The name as an action is called: `deleteFromPostCollection` deletes posts, where `Post` is a type and `PostCollection` is none. */
export function calledName(model: SchemaModel, name: string): string {
  const [, verb, type = ''] = OF_COLLECTION.exec(name) ?? [];
  const isTable = verb !== undefined && model.types.get(type)?.kind === 'object' && !model.types.has(`${type}Collection`);
  return isTable ? `${verb}_${type}` : spokenName(model, name);
}
