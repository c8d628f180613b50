/** Computes the title of a record, for headings and links. */
import { valueAt } from '../model/argumentPath';
import { fieldsOf, type SchemaModel } from '../model/schemaModel';
import { type Column, cellValue } from './columns/columns';
import { defaultColumns } from './columns/defaultColumns';
import { displayPath, givenName, isPlainLeaf, joinedName, keyPaths, TRUE_NAME } from './displayField';
import { recordLookup } from './records';

/**
 * The title of a record: the value of its display field; if that is empty, the next field that names it, else the names of the records that
 * it belongs to, else its key. Null if the row has none of them.
 */
export function recordTitle(model: SchemaModel, typeName: string, row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null;
  const values = row as Readonly<Record<string, unknown>>;
  const own = typeof values.__typename === 'string' && model.types.has(values.__typename) ? values.__typename : typeName;
  const person = givenName(model, own);
  const keys = keyPaths(model, own);
  const parts = keyParts(model, own);
  const paths = [displayPath(model, own) ?? [], ...namingPaths(model, own)].filter(
    path => !keys.includes(path.join('.')) && !parts.includes(path.join('.')),
  );
  const name = [
    person && joinedName(valueAt(values, [person.given]), valueAt(values, [person.family])),
    ...paths.map(path => valueAt(values, path)),
  ].find(isTitle);
  const joined = parts.map(part => valueAt(values, [part])).filter(isTitle);
  const title =
    name ??
    substituteName(row, substituteColumns(model, own)) ??
    (joined.length > 0 ? joined.join(' · ') : keys.map(key => valueAt(values, key.split('.'))).find(isTitle));
  return title === undefined ? null : shortTitle(String(title));
}

const LONGEST_TITLE = 120;

/** The first line of a text, cut at 120 characters: a post without a title is named by its whole text. */
function shortTitle(text: string): string {
  const line = text.slice(0, 10_000).trim().split('\n', 1)[0] ?? '';
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line;
}

/** The fields that identify a record only together, in the schema's order; [] for a record with a key of its own. One of them names none. */
function keyParts(model: SchemaModel, typeName: string): readonly string[] {
  return model.remember(`key parts ${typeName}`, () => {
    if (keyPaths(model, typeName).length > 0) return [];
    const keys = recordLookup(model, typeName)?.keys.map(({ column }) => column) ?? [];
    const isNamed = keys.some(key => TRUE_NAME.test(key));
    return keys.length < 2 || isNamed ? [] : [...fieldsOf(model.types.get(typeName)).keys()].filter(name => keys.includes(name));
  });
}

/** The relations that stand for the name of a record without one, such as the ship and the berth of a visit. */
export const substituteColumns = (model: SchemaModel, typeName: string): readonly Column[] =>
  defaultColumns(model, typeName)
    .filter(column => column.relation !== null)
    .slice(0, 2);

/** The values of `substituteColumns` as one name; null if the row has none of them. */
export function substituteName(row: unknown, columns: readonly Column[]): string | null {
  const names = columns.map(column => cellValue(row, column)).filter(isTitle);
  return names.length === 0 ? null : names.join(' · ');
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
