/**
 * The drafts of a form while the user edits it, and their conversion to variables and back. A draft keeps what the user typed, valid or
 * not, and distinguishes "not set" (undefined) from null. Problems are data (path and code); the interface chooses the message.
 */

import { formatScalar, isFileLike, parseScalar, type ScalarProblem } from '../model/scalarValues';
import type { FormField } from './formModel';

/**
 * The draft of one field. Undefined means not set; null is sent as null. A scalar is the typed text (`boolean`: true or false, `upload`: a
 * File), an enum the name of its value, a list an array of drafts, a group or oneOf an object of drafts by field name.
 */
export type Draft = undefined | null | string | boolean | Blob | readonly Draft[] | { readonly [name: string]: Draft };

/** The drafts of a form's fields, by name. */
export type Drafts = Readonly<Record<string, Draft>>;

/** A path in a form: argument name, then field names and list indices. */
export type FieldPath = readonly (string | number)[];

/** A validation problem of a field. */
export type FieldProblem = { readonly path: FieldPath } & (
  | ScalarProblem
  | { code: 'required' }
  | { code: 'notAnOption'; value: string }
  /** A oneOf requires exactly one field; `given` is the number of fields set. */
  | { code: 'notExactlyOne'; given: number }
  /** Reported by the server. */
  | { code: 'server'; message: string }
);

/** The variables of a form. If there are problems, `variables` contains only the valid values. */
export interface FormResult {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
}

/** Converts the drafts of a form to variables. Fields that are not set are left out. Never throws. */
export function toVariables(fields: readonly FormField[], drafts: Drafts): FormResult {
  const problems: FieldProblem[] = [];
  const variables = readFields(fields, drafts, [], problems);
  return { variables, problems };
}

const NOTHING = Symbol('not given');
const MOST_LEVELS = 50;

function readFields(
  fields: readonly FormField[],
  drafts: Drafts,
  path: FieldPath,
  problems: FieldProblem[],
): Record<string, unknown> {
  const entries: Array<[string, unknown]> = [];
  for (const field of fields) {
    let value = readField(field, own(drafts, field.name), [...path, field.name], problems);
    if (value === NOTHING && path.length > 0 && hasSimpleDefault(field))
      value = readField(field, toDraft(field, field.defaultValue), [], []);
    if (value !== NOTHING) entries.push([field.name, value]);
  }
  // No assignment to a computed key: a field can be called `__proto__`.
  return Object.fromEntries(entries);
}

/**
 * True for a non-null field with a default value. The default is sent inside input objects, because graph-gophers reads a field that is
 * missing in a variable as null. Defaults with input objects are not sent, because they may be recursive.
 */
function hasSimpleDefault({ nullable, defaultValue, control }: FormField): boolean {
  const { kind } = control.kind === 'list' ? control.item.control : control;
  return !nullable && defaultValue !== undefined && (kind === 'scalar' || kind === 'enum');
}

function readField(field: FormField, draft: Draft, path: FieldPath, problems: FieldProblem[]): unknown {
  if (draft === undefined) {
    if (!field.required) return NOTHING;
    // A required group that is not set counts as an empty one, so that a group without required fields is valid. The limit ends the
    // recursion for an input type that requires itself, which GraphQL forbids but a server can still declare.
    if (field.control.kind === 'group' && path.length < MOST_LEVELS) return readFields(field.control.fields, {}, path, problems);
    problems.push({ path, code: 'required' });
    return NOTHING;
  }
  if (draft === null) {
    if (field.nullable) return null;
    if (field.required || field.name === '') problems.push({ path, code: 'required' });
    return NOTHING;
  }
  const { control } = field;
  switch (control.kind) {
    case 'list': {
      const items = Array.isArray(draft) ? (draft as readonly Draft[]) : [draft];
      return items.map((item, index) => {
        const value = readField(control.item, item, [...path, index], problems);
        if (value !== NOTHING) return value;
        if (item === undefined && !control.item.nullable && !control.item.required)
          problems.push({ path: [...path, index], code: 'required' });
        return null;
      });
    }
    case 'group':
      return readFields(control.fields, isDrafts(draft) ? draft : {}, path, problems);
    case 'oneOf': {
      const given = isDrafts(draft) ? control.fields.filter(entry => own(draft, entry.name) != null) : [];
      const [only] = given;
      if (only === undefined || given.length !== 1) {
        problems.push({ path, code: 'notExactlyOne', given: given.length });
        return NOTHING;
      }
      return readFields([{ ...only, required: true }], draft as Drafts, path, problems);
    }
    case 'enum': {
      if (control.options.some(option => option.value === draft)) return draft;
      if (draft === '' && !field.required) return NOTHING;
      problems.push(draft === '' ? { path, code: 'required' } : { path, code: 'notAnOption', value: String(draft) });
      return NOTHING;
    }
    case 'scalar': {
      const { kind } = control.scalar;
      if (kind === 'upload') {
        if (isFileLike(draft)) return draft;
        problems.push({ path, code: 'notFile' });
        return NOTHING;
      }
      if (typeof draft === 'boolean') return draft;
      if (typeof draft !== 'string') {
        problems.push({ path, code: 'required' });
        return NOTHING;
      }
      if (draft === '' || (draft.trim() === '' && kind !== 'text' && kind !== 'longText')) {
        // For text scalars an empty string is a value. For all other scalars an empty field is not set.
        if (kind === 'text' || kind === 'longText') return draft;
        if (field.required || field.name === '') problems.push({ path, code: 'required' });
        return NOTHING;
      }
      const result = parseScalar(control.scalar, draft);
      if (result.ok) return result.value;
      problems.push({ path, ...result.problem });
      return NOTHING;
    }
  }
}

/** The inverse of `toVariables`, for variables from history or JSON. Values that do not match the form are left out. */
export function fromVariables(fields: readonly FormField[], variables: Readonly<Record<string, unknown>>): Drafts {
  const entries: Array<[string, Draft]> = [];
  for (const field of fields) {
    const value = own(variables, field.name);
    if (value !== undefined) entries.push([field.name, toDraft(field, value)]);
  }
  return Object.fromEntries(entries);
}

function toDraft(field: FormField, value: unknown): Draft {
  if (value === null || value === undefined) return value;
  const { control } = field;
  switch (control.kind) {
    case 'list':
      return (Array.isArray(value) ? value : [value]).map(item => toDraft(control.item, item));
    case 'group':
    case 'oneOf':
      return typeof value === 'object' && !Array.isArray(value)
        ? fromVariables(control.fields, value as Record<string, unknown>)
        : undefined;
    case 'enum':
      return typeof value === 'string' ? value : undefined;
    case 'scalar':
      if (isFileLike(value)) return value;
      return control.scalar.kind === 'boolean' && typeof value === 'boolean' ? value : formatScalar(control.scalar, value);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDrafts = (draft: Draft): draft is Drafts => isRecord(draft) && !isFileLike(draft);

function own<T>(holder: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}
