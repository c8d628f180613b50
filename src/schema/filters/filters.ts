/**
 * How a collection can be narrowed, read from the input types of its arguments, in words a person would use ("is", "contains",
 * "between"). Finding them is findFilters.ts; here is what they are and how they become arguments. Values are drafts as in a form, so that
 * a filter can stand in an address and be checked like any field.
 */

import type { FormField } from '../forms/formModel';
import { type Draft, type FieldProblem, toVariables } from '../forms/formValues';
import { type ArgumentPath, type ArgumentValues, isPlain, mergeValues, valueAt, withValueAt } from '../model/argumentPath';

/** What a filter says of a field. `search` is a text the server looks for in its own way. */
export type FilterOperatorTag =
  | 'is'
  | 'isNot'
  | 'contains'
  | 'notContains'
  | 'startsWith'
  | 'endsWith'
  | 'like'
  | 'matches'
  | 'greater'
  | 'atLeast'
  | 'less'
  | 'atMost'
  | 'between'
  | 'in'
  | 'notIn'
  | 'isNull'
  | 'isNotNull'
  | 'search';

/**
 * How the value is put: as it is, as a pattern for SQL's LIKE (`%…%`), a constant the operator stands for (`_is_null: true`), or as one more
 * `entry` of the list at the target, under `value` in it (null: nowhere), written as a text where `asText` says so.
 */
export type FilterEncoding =
  | { readonly as: 'value' }
  | { readonly as: 'likeContains' | 'likeStarts' | 'likeEnds' }
  | { readonly as: 'constant'; readonly value: unknown }
  | { readonly as: 'entry'; readonly entry: ArgumentValues; readonly value: string | null; readonly asText: boolean };

/** One operator of a field. */
export interface FilterOperator {
  readonly tag: FilterOperatorTag;
  /** Where the value goes; two places for `between` (from, to). */
  readonly targets: readonly ArgumentPath[];
  readonly encoding: FilterEncoding;
  /** The oneOf input it lies in: nothing else may be given there. Null for nearly all. */
  readonly exclusive: ArgumentPath | null;
  /** How the value is entered: for `in` a list, for `between` each of the two; null for operators without a value. */
  readonly value: FormField | null;
}

/** A field that can be filtered by. */
export interface FilterField {
  /** Url-safe and stable: the path joined with '.'. */
  readonly id: string;
  readonly path: readonly string[];
  readonly label: string;
  readonly description: string | null;
  /** Path of the column it speaks of, as in `Column.path`; null when no column is known by that name. */
  readonly column: readonly string[] | null;
  /** At least one; the most usual first. */
  readonly operators: readonly FilterOperator[];
}

/** What a collection offers for filtering. */
export interface FilterCapability {
  readonly fields: readonly FilterField[];
  /** The server's own text search, when there is one: one operator, `search`. */
  readonly search: FilterField | null;
  /** Where several conditions on the same place can be joined: the filter object and its "and" list. */
  readonly conjunctions: ReadonlyArray<{ readonly container: ArgumentPath; readonly and: string }>;
}

/** A filter as a person set it. `value`: a draft; a list for `in` and `notIn`, two for `between`, undefined where none is needed. */
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperatorTag;
  readonly value?: Draft;
}

/** The arguments that filter, and what stands against it: problems of values, and filters (by index) that could not be joined or are unknown. */
export interface FilterResult {
  readonly variables: ArgumentValues;
  readonly problems: ReadonlyArray<{ readonly index: number; readonly problem: FieldProblem }>;
  readonly ignored: readonly number[];
}

/** Turns filters into arguments. All of them hold at once; a filter with a wrong value or of an unknown field is left out and reported. */
export function filterToVariables(capability: FilterCapability, filters: readonly Filter[]): FilterResult {
  let variables: ArgumentValues = {};
  const problems: Array<{ index: number; problem: FieldProblem }> = [];
  const ignored: number[] = [];
  for (const [index, filter] of filters.entries()) {
    const field =
      filter.field === capability.search?.id ? capability.search : capability.fields.find(entry => entry.id === filter.field);
    const operator = field?.operators.find(entry => entry.tag === filter.operator);
    if (operator === undefined) {
      ignored.push(index);
      continue;
    }
    const read = readValues(operator, filter.value);
    for (const problem of read.problems) problems.push({ index, problem });
    if (read.problems.length > 0) continue;
    const joined = join(capability, variables, operator, read.values);
    if (joined === null) ignored.push(index);
    else variables = joined;
  }
  return { variables, problems, ignored };
}

function readValues(operator: FilterOperator, value: Draft): { values: unknown[]; problems: FieldProblem[] } {
  const { encoding } = operator;
  if (encoding.as === 'constant') return { values: operator.targets.map(() => encoding.value), problems: [] };
  const field = operator.value;
  if (field === null) return { values: encoding.as === 'entry' ? [encode(encoding, null)] : [], problems: [] };
  const drafts =
    operator.targets.length === 1
      ? [value]
      : operator.targets.map((_, index) => (Array.isArray(value) ? (value[index] as Draft) : undefined));
  const values: unknown[] = [];
  const problems: FieldProblem[] = [];
  for (const [index, draft] of drafts.entries()) {
    const name = drafts.length === 1 ? 'value' : String(index);
    const result = toVariables(
      [{ ...field, name, required: true, nullable: false }],
      Object.fromEntries([[name, draft === '' ? undefined : draft]]),
    );
    problems.push(...result.problems);
    values.push(encode(encoding, result.variables[name]));
  }
  return { values, problems };
}

function encode(encoding: FilterEncoding, value: unknown): unknown {
  if (encoding.as === 'value' || encoding.as === 'constant') return value;
  if (encoding.as === 'entry') {
    const written = (each: unknown): string => (typeof each === 'object' ? JSON.stringify(each) : String(each));
    const text = (each: unknown): unknown => (encoding.asText ? written(each) : each);
    const put = Array.isArray(value) ? value.map(text) : text(value);
    return encoding.value === null ? encoding.entry : { ...encoding.entry, [encoding.value]: put };
  }
  const escaped = String(value).replace(/[\\%_]/g, '\\$&');
  if (encoding.as === 'likeStarts') return `${escaped}%`;
  return encoding.as === 'likeEnds' ? `%${escaped}` : `%${escaped}%`;
}

/** Adds a condition; where its place is taken already it goes into the "and" list, and null says that there is none. */
function join(
  capability: FilterCapability,
  variables: ArgumentValues,
  operator: FilterOperator,
  values: readonly unknown[],
): ArgumentValues | null {
  const [target] = operator.targets;
  if (operator.encoding.as === 'entry' && target) {
    const present = valueAt(variables, target);
    return withValueAt(variables, target, [...(Array.isArray(present) ? present : []), ...values]);
  }
  const alone = operator.exclusive === null || valueAt(variables, operator.exclusive) === undefined;
  const free = alone && operator.targets.every(path => valueAt(variables, path) === undefined);
  if (free) return operator.targets.reduce((all, path, index) => withValueAt(all, path, values[index]), variables);
  const conjunction = capability.conjunctions.find(({ container }) => container.every((step, index) => target?.[index] === step));
  if (conjunction === undefined) return null;
  const { container, and } = conjunction;
  const condition = operator.targets.reduce<ArgumentValues>(
    (all, path, index) => withValueAt(all, path.slice(container.length), values[index]),
    {},
  );
  const present = valueAt(variables, [...container, and]);
  const list: readonly unknown[] = Array.isArray(present) ? present : [];
  // A list entry that has room takes it, so that ten filters on one field do not make ten entries of one key each.
  const room =
    operator.exclusive !== null
      ? -1
      : list.findIndex(
          entry => isPlain(entry) && operator.targets.every(path => valueAt(entry, path.slice(container.length)) === undefined),
        );
  const next =
    room < 0
      ? [...list, condition]
      : list.map((entry, index) => (index === room && isPlain(entry) ? mergeValues(entry, condition) : entry));
  return withValueAt(variables, [...container, and], next);
}
