/** Computes the title of a record, for headings and links. */
import { valueAt } from '../model/argumentPath';
import { fieldsOf, type SchemaModel } from '../model/schemaModel';
import { displayPath, givenName, isPlainLeaf, joinedName, keyPaths } from './displayField';

/**
 * The title of a record: the value of its display field; if that is empty, the next field that names it, else its key. Null if the row has
 * none of them.
 */
export function recordTitle(model: SchemaModel, typeName: string, row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null;
  const values = row as Readonly<Record<string, unknown>>;
  const own = typeof values.__typename === 'string' && model.types.has(values.__typename) ? values.__typename : typeName;
  const person = givenName(model, own);
  if (person !== null) {
    const name = joinedName(valueAt(values, [person.given]), valueAt(values, [person.family]));
    if (isTitle(name)) return String(name);
  }
  const keys = keyPaths(model, own);
  for (const path of [displayPath(model, own) ?? [], ...namingPaths(model, own), ...keys.map(key => key.split('.'))]) {
    const value = path.length === 0 ? null : valueAt(values, path);
    if (isTitle(value)) return String(value);
  }
  return null;
}

const NAMING =
  /^(full_?name|display_?name|name|title|label|headline|subject|username|login|nick_?name|slug|e?mail|code|number|reference)$/i;

/** Other fields that can name a record of the type, used if the display field is empty. */
function namingPaths(model: SchemaModel, typeName: string): ReadonlyArray<readonly string[]> {
  return model.remember(`naming paths ${typeName}`, () =>
    [...fieldsOf(model.types.get(typeName)).values()]
      .filter(field => NAMING.test(field.name) && isPlainLeaf(model, field))
      .map(field => [field.name]),
  );
}

function isTitle(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && !isNodeId(value);
}

/** True for a global id of a Relay server: type and key, encoded as base64. Such an id means nothing to a user. */
export const isNodeId = (value: string): boolean => decodedNodeId(value) !== null;

/** The key inside a global id (`2` for base64 of `Visit:2`); any other value unchanged. */
export const readableKey = (value: string): string => /^\w+:([\w-]{1,40})$/.exec(decodedNodeId(value) ?? '')?.[1] ?? value;

function decodedNodeId(value: string): string | null {
  if (value.length < 8 || value.length > 400 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return null;
  try {
    const text = atob(
      value
        .replace(/-/g, '+')
        .replace(/_/g, '/')
        .replace(/={1,2}$/, ''),
    );
    return /^(gid:\/\/|\[")/.test(text) || /^[A-Za-z_][\w.]{1,100}[:|][\x20-\x7e]+$/.test(text) ? text : null;
  } catch {
    return null;
  }
}
