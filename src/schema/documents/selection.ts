/**
 * Builds selection sets (fields by response key, inline fragments by type, arguments as variables or constants) and prints operations as
 * formatted text, which the user can open in Query. Selections accept only what the schema has; checkOperation.ts validates the result
 * before it is sent.
 */

import { type Column, NAMING_STEP, readStep, sharedPaths } from '../collections/columns/columns';
import { findPaging } from '../collections/paging/paging';
import { rowKeys } from '../collections/records';
import type { ArgumentValues } from '../model/argumentPath';
import { responseKey } from '../model/responseKey';
import {
  type FieldModel,
  fieldsOf,
  isComposite,
  needsNoArguments,
  possibleTypes,
  type SchemaModel,
  typeOf,
  typeText,
} from '../model/schemaModel';

/** A selection set under construction. */
export interface Selection {
  readonly typeName: string;
  readonly fields: Map<string, SelectedField>;
  /** Inline fragments by type condition. */
  readonly on: Map<string, Selection>;
}

/** A field of a selection set. */
export interface SelectedField {
  readonly name: string;
  /** The response key. */
  readonly key: string;
  /** Argument names with a variable or constant as text: `$first`, `10`. */
  readonly args: ReadonlyArray<readonly [string, string]>;
  /** The selection set of the field; null for a scalar or enum. */
  readonly inside: Selection | null;
}

/** An empty selection on a type. */
export function createSelection(typeName: string): Selection {
  return { typeName, fields: new Map(), on: new Map() };
}

/** Number of items requested from a list inside a row, if the list takes a limit. */
export const NESTED_LIMIT = 10;

/** The limit argument of a list field inside a row, if it takes one. It is a constant, so that two selections of the field can merge. */
export function nestedArguments(model: SchemaModel, field: FieldModel): ReadonlyArray<readonly [string, string]> {
  if (field.args.size === 0 || !isComposite(typeOf(model, field.type))) return [];
  // A limit on an aggregate would reduce the rows that it counts.
  if (/aggregated?$/i.test(field.name)) return [];
  const { paging } = findPaging(model, field, { hasCursor: true, hasToken: true, fromZero: false });
  const path = paging.style === 'cursor' ? paging.first : paging.style === 'page' ? paging.size : paging.limit;
  const [name, inner] = path ?? [];
  if (name === undefined || !field.args.has(name)) return [];
  return [[name, inner === undefined ? String(NESTED_LIMIT) : `{${inner}: ${NESTED_LIMIT}}`]];
}

/** Adds a field, or returns the existing one with the same response key. */
export function addField(
  selection: Selection,
  field: FieldModel,
  key: string,
  args: SelectedField['args'],
  insideType: string | null,
): SelectedField {
  const existing = selection.fields.get(key);
  if (existing !== undefined) return existing;
  const made: SelectedField = { name: field.name, key, args, inside: insideType === null ? null : createSelection(insideType) };
  selection.fields.set(key, made);
  return made;
}

/** Adds `__typename`, for values whose type is not known from the schema alone. */
export function addTypename(selection: Selection): void {
  if (!selection.fields.has('__typename'))
    selection.fields.set('__typename', { name: '__typename', key: '__typename', args: [], inside: null });
}

/**
 * Adds the path of a column; lists along it are limited to `NESTED_LIMIT` items. Returns false if the schema has no such path or a field of
 * it has required arguments. The fields before that one may then already be selected.
 */
export function addPath(model: SchemaModel, selection: Selection, path: readonly string[]): boolean {
  let at = selection;
  for (const [index, step] of path.entries()) {
    const { typeName: on, fieldName } = readStep(step);
    const holder = on ?? at.typeName;
    if (fieldName === '__typename') {
      addTypename(at);
      return index === path.length - 1;
    }
    if (step.startsWith(NAMING_STEP)) {
      addTypename(at);
      const here = at;
      return (
        index === path.length - 1 &&
        sharedPaths(model, here.typeName, step).filter(inner => addPath(model, here, inner)).length > 0
      );
    }
    const field = fieldsOf(model.types.get(holder)).get(fieldName);
    if (field === undefined || !needsNoArguments(field)) return false;
    const type = typeOf(model, field.type);
    const composite = isComposite(type);
    // The last field of a path must be a scalar or enum, and all others must not be.
    if (type === undefined || composite === (index === path.length - 1)) return false;
    const key = responseKey(model, at.typeName, on, field);
    const target = on !== null && on !== at.typeName ? fragment(at, on) : at;
    const added = addField(target, field, key, nestedArguments(model, field), composite ? type.name : null);
    if (added.inside !== null) at = added.inside;
  }
  return path.length > 0;
}

function fragment(selection: Selection, on: string): Selection {
  const existing = selection.on.get(on);
  if (existing !== undefined) return existing;
  const made = createSelection(on);
  selection.on.set(on, made);
  return made;
}

const MOST_MEMBERS = 30;

/** Adds what is needed to open the record of a value: its keys, and `__typename` for a union or interface. */
export function addIdentity(model: SchemaModel, selection: Selection): void {
  const type = model.types.get(selection.typeName);
  if (type?.kind === 'union' || type?.kind === 'interface') addTypename(selection);
  const keys = rowKeys(model, selection.typeName);
  for (const key of keys) addPath(model, selection, key.split('.'));
  if (type?.kind !== 'union' && !(type?.kind === 'interface' && keys.length === 0)) return;
  for (const member of possibleTypes(type).slice(0, MOST_MEMBERS)) {
    for (const key of rowKeys(model, member)) {
      const field = fieldsOf(model.types.get(member)).get(key);
      // A key under an alias would not be found in the result, so such a member has no link.
      if (field !== undefined && responseKey(model, selection.typeName, member, field) === key)
        addPath(model, selection, [`${member}:${key}`]);
    }
  }
}

/** Ends of the names of fields with which a record says whether the signed-in user may change it: `viewerCanUpdate`. */
const RIGHTS = ['Update', 'Edit', 'Delete'];

/**
 * Adds columns, the identity (keys) of the row and of related records, and what the user may do with the row. Returns the columns that could
 * be added.
 */
export function addColumns(model: SchemaModel, selection: Selection, columns: readonly Column[]): Column[] {
  addIdentity(model, selection);
  for (const name of RIGHTS) addPath(model, selection, [`viewerCan${name}`]);
  return columns.filter(column => {
    if (!addPath(model, selection, column.path)) return false;
    if (column.currency !== null) addPath(model, selection, column.currency.path);
    if (column.given !== null) addPath(model, selection, column.given.path);
    if (column.relation !== null) {
      const related = selectionAt(model, selection, column.relation.path);
      if (related !== null) addIdentity(model, related);
    }
    return true;
  });
}

/** The selection at a path; null if the path is not selected. */
export function selectionAt(model: SchemaModel, selection: Selection, path: readonly string[]): Selection | null {
  let at = selection;
  for (const step of path) {
    const { typeName: on, fieldName } = readStep(step);
    const field = fieldsOf(model.types.get(on ?? at.typeName)).get(fieldName);
    if (field === undefined) return null;
    const key = responseKey(model, at.typeName, on, field);
    const holder = on !== null && on !== at.typeName ? at.on.get(on) : at;
    const inside = holder?.fields.get(key)?.inside;
    if (inside == null) return null;
    at = inside;
  }
  return at;
}

/** An operation under construction. */
export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly name: string;
  readonly root: Selection;
  readonly variables: Map<string, { readonly type: string; readonly value: unknown }>;
}

/** An empty operation. Its name joins `words`: `Ships`, `HarbourShips`. */
export function createOperation(kind: Operation['kind'], words: readonly string[], rootType: string): Operation {
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return { kind, name, root: createSelection(rootType), variables: new Map() };
}

/**
 * Adds a field with arguments. Each argument uses a variable with its name (`first`, `first2`, …). Values that are undefined or match no
 * argument are ignored. If the field is already selected, it is returned unchanged.
 */
export function addCall(
  operation: Operation,
  selection: Selection,
  field: FieldModel,
  values: ArgumentValues,
  insideType: string | null,
): SelectedField {
  const existing = selection.fields.get(field.name);
  if (existing !== undefined) return existing;
  const args: Array<readonly [string, string]> = [];
  for (const argument of field.args.values()) {
    const value = Object.hasOwn(values, argument.name) ? values[argument.name] : undefined;
    if (value === undefined) continue;
    args.push([argument.name, `$${addVariable(operation, argument.name, typeText(argument.type), value)}`]);
  }
  return addField(selection, field, field.name, args, insideType);
}

/** The name of a variable with this type and value: an existing one if all are equal, else a new one. */
function addVariable(operation: Operation, name: string, type: string, value: unknown): string {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}${number}`;
    const existing = operation.variables.get(tried);
    if (existing !== undefined && (existing.type !== type || existing.value !== value)) continue;
    operation.variables.set(tried, { type, value });
    return tried;
  }
}

/** The text of an operation and the values of its variables. */
export function printOperation(operation: Operation): { query: string; variables: Record<string, unknown> } {
  const entries = [...operation.variables];
  const list = entries.map(([name, { type }]) => `$${name}: ${type}`);
  const head = list.length === 0 ? '' : list.join(', ').length < 80 ? `(${list.join(', ')})` : `(\n  ${list.join('\n  ')}\n)`;
  const query = `${operation.kind} ${operation.name}${head} ${printSelection(operation.root, '')}\n`;
  // No assignment to a computed key: a variable can be called `__proto__`.
  return { query, variables: Object.fromEntries(entries.map(([name, { value }]) => [name, value])) };
}

function printSelection(selection: Selection, indent: string): string {
  const deeper = `${indent}  `;
  const lines: string[] = [];
  for (const field of selection.fields.values()) {
    const alias = field.key === field.name ? '' : `${field.key}: `;
    const args = field.args.length === 0 ? '' : `(${field.args.map(([name, text]) => `${name}: ${text}`).join(', ')})`;
    const inside = field.inside === null ? '' : ` ${printSelection(field.inside, deeper)}`;
    lines.push(`${deeper}${alias}${field.name}${args}${inside}`);
  }
  for (const [typeName, inner] of selection.on) lines.push(`${deeper}... on ${typeName} ${printSelection(inner, deeper)}`);
  if (lines.length === 0) lines.push(`${deeper}__typename`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}
