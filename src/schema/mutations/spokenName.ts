/** How the name of a mutation is read where the case of its letters does not tell its words apart. */
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
