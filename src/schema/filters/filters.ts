/**
 * Defines the filters of a collection, with operators such as "is", "contains" and "between", and converts them to arguments.
 * findFilters.ts derives them from the schema. Values are drafts as in a form, so that a filter can be part of a URL and is validated
 * like a form field.
 */
import { valueAsText } from '../../lib/text/valueAsText';
import type { FormField } from '../forms/formModel';
import { type Draft, type FieldProblem, toVariables } from '../forms/formValues';
import { type ArgumentPath, type ArgumentValues, isPlain, mergeValues, valueAt, withValueAt } from '../model/argumentPath';

/**
 * The operator of a filter. `search` is the server's own text search. `during` is no operator of a server: its value is the name of a date
 * range relative to today, which becomes other filters before a request.
 */
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
  | 'during'
  | 'in'
  | 'notIn'
  | 'isNull'
  | 'isNotNull'
  | 'search';

/** A pattern for SQL's LIKE. */
export type LikePattern = 'likeContains' | 'likeStarts' | 'likeEnds';

/**
 * How the value is sent: unchanged (`value`), as a pattern for SQL's LIKE (`%…%`), as a constant of the operator (`_is_null: true`), or as
 * one more entry of the list at the target. For an `entry`, `value` names the field that takes the value (null: none); `asText` converts it
 * to a string. For `any`, the target is a list of conditions of which one must hold; each takes the value at its path.
 */
export type FilterEncoding =
  | { readonly as: 'value' }
  | { readonly as: LikePattern }
  | { readonly as: 'constant'; readonly value: unknown }
  | { readonly as: 'any'; readonly of: ReadonlyArray<{ readonly path: ArgumentPath; readonly encoding: FilterEncoding }> }
  | {
      readonly as: 'entry';
      readonly entry: ArgumentValues;
      readonly value: string | null;
      readonly asText: boolean;
      readonly pattern?: LikePattern;
    };

/** One operator of a field. */
export interface FilterOperator {
  readonly tag: FilterOperatorTag;
  /** Paths of the arguments that take the value: two for `between` (from, to). */
  readonly targets: readonly ArgumentPath[];
  readonly encoding: FilterEncoding;
  /** Path of the surrounding `@oneOf` input object, in which no other field can be set. Usually null. */
  readonly exclusive: ArgumentPath | null;
  /** The form field of the value: a list for `in`, one of the two limits for `between`. Null for operators without a value. */
  readonly value: FormField | null;
}

/** A field that rows can be filtered by. */
export interface FilterField {
  /** Stable and URL-safe: the path joined with '.'. */
  readonly id: string;
  readonly path: readonly string[];
  readonly label: string;
  readonly description: string | null;
  /** The path of the filtered column, as in `Column.path`; null if no column matches. */
  readonly column: readonly string[] | null;
  /** At least one, most common first. */
  readonly operators: readonly FilterOperator[];
}

/** The filters that a collection offers. */
export interface FilterCapability {
  readonly fields: readonly FilterField[];
  /** The server's text search, or one over its text filters, with the single operator `search`; null if there is none. */
  readonly search: FilterField | null;
  /** Filter objects with an "and" list, which can take several conditions on the same field. */
  readonly conjunctions: ReadonlyArray<{ readonly container: ArgumentPath; readonly and: string }>;
  /** Filter objects with an "or" list, which takes conditions of which one must hold. */
  readonly disjunctions: ReadonlyArray<{ readonly container: ArgumentPath; readonly or: string }>;
}

/** A filter that the user set. `value` is a draft: a list for `in` and `notIn`, a pair for `between`, undefined if no value is needed. */
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperatorTag;
  readonly value?: Draft;
  /** True: an alternative to the filter before it. Default: both must hold. */
  readonly or?: boolean;
}

/** The filter arguments, the problems of values, and the indices of filters that are unknown or cannot be combined with the others. */
export interface FilterResult {
  readonly variables: ArgumentValues;
  readonly problems: ReadonlyArray<{ readonly index: number; readonly problem: FieldProblem }>;
  readonly ignored: readonly number[];
}

/**
 * Converts filters to arguments. Alternatives are combined with "or", everything else with "and": `a, b or c` is `a and (b or c)`. A filter
 * with an invalid value or an unknown field is left out and reported.
 */
export function filterToVariables(capability: FilterCapability, filters: readonly Filter[]): FilterResult {
  let variables: ArgumentValues = {};
  const problems: Array<{ index: number; problem: FieldProblem }> = [];
  const ignored: number[] = [];
  for (const group of groupsOf(capability, filters)) {
    const conditions: Condition[] = [];
    for (const [index, filter] of group) {
      const operator = operatorOf(capability, filter);
      if (operator === undefined) {
        ignored.push(index);
        continue;
      }
      const read = readValues(operator, filter.value);
      for (const problem of read.problems) problems.push({ index, problem });
      if (read.problems.length === 0) conditions.push({ operator, values: read.values });
    }
    const [first, ...others] = conditions;
    if (first === undefined) continue;
    const joined =
      others.length === 0
        ? join(capability, variables, first.operator, first.values)
        : joinAlternatives(capability, variables, conditions);
    if (joined === null) ignored.push(...group.map(([index]) => index));
    else variables = joined;
  }
  return { variables, problems, ignored };
}

/** A filter that can be sent. */
interface Condition {
  readonly operator: FilterOperator;
  readonly values: readonly unknown[];
}

function operatorOf({ search, fields }: FilterCapability, filter: Filter): FilterOperator | undefined {
  const field = filter.field === search?.id ? search : fields.find(entry => entry.id === filter.field);
  return field?.operators.find(entry => entry.tag === filter.operator);
}

/** The filters with their indices; alternatives are in one group. The server's search is never an alternative. */
export function groupsOf({ search }: FilterCapability, filters: readonly Filter[]): [index: number, filter: Filter][][] {
  const groups: [number, Filter][][] = [];
  let latest: [number, Filter][] | null = null;
  for (const [index, filter] of filters.entries()) {
    const isSearch = filter.field === search?.id;
    if (filter.or && !isSearch && latest) {
      latest.push([index, filter]);
      continue;
    }
    const group: [number, Filter][] = [[index, filter]];
    groups.push(group);
    if (!isSearch) latest = group;
  }
  return groups;
}

/** True if the server can look for rows that match one of these filters. */
export function canBeAlternatives(capability: FilterCapability, filters: readonly Filter[]): boolean {
  return (
    disjunctionOf(
      capability,
      filters.map(filter => operatorOf(capability, filter)),
    ) !== undefined
  );
}

/** The "or" list that can take conditions with all these operators. */
function disjunctionOf(
  { disjunctions }: FilterCapability,
  operators: ReadonlyArray<FilterOperator | undefined>,
): FilterCapability['disjunctions'][number] | undefined {
  return disjunctions.find(({ container }) =>
    operators.every(operator => operator && operator.encoding.as !== 'entry' && isWithin(container, operator.targets[0])),
  );
}

/** Adds conditions of which one must hold. Null if the server has no list for them. */
function joinAlternatives(
  capability: FilterCapability,
  variables: ArgumentValues,
  conditions: readonly Condition[],
): ArgumentValues | null {
  const disjunction = disjunctionOf(
    capability,
    conditions.map(({ operator }) => operator),
  );
  if (disjunction === undefined) return null;
  const { container, or } = disjunction;
  const list = conditions.map(condition => conditionWithin(container, condition));
  const conjunction = capability.conjunctions.find(
    each => isWithin(container, each.container) && isWithin(each.container, container),
  );
  // In the "and" list: beside an "or" list, some servers (Dgraph) take the other fields of the object as further alternatives.
  if (conjunction) return withEntry(variables, [...container, conjunction.and], withValueAt({}, [or], list));
  const path = [...container, or];
  return valueAt(variables, path) === undefined ? withValueAt(variables, path, list) : null;
}

const isWithin = (container: ArgumentPath, path: ArgumentPath | undefined): boolean =>
  container.every((step, index) => path?.[index] === step);

/** The filter object of a condition alone. */
function conditionWithin(container: ArgumentPath, { operator, values }: Condition): ArgumentValues {
  return operator.targets.reduce<ArgumentValues>(
    (all, path, index) => withValueAt(all, path.slice(container.length), values[index]),
    {},
  );
}

function withEntry(variables: ArgumentValues, path: ArgumentPath, entry: unknown): ArgumentValues {
  const present = valueAt(variables, path);
  return withValueAt(variables, path, [...(Array.isArray(present) ? present : []), entry]);
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
  if (encoding.as === 'any') return encoding.of.map(each => withValueAt({}, each.path, encode(each.encoding, value)));
  if (encoding.as !== 'entry') return likePattern(encoding.as, value);
  const { entry, pattern } = encoding;
  const text = (each: unknown): unknown => (encoding.asText ? valueAsText(each) : each);
  const put = pattern ? likePattern(pattern, value) : Array.isArray(value) ? value.map(text) : text(value);
  return encoding.value === null ? entry : { ...entry, [encoding.value]: put };
}

function likePattern(pattern: LikePattern, value: unknown): string {
  const escaped = String(value).replace(/[\\%_]/g, '\\$&');
  if (pattern === 'likeStarts') return `${escaped}%`;
  return pattern === 'likeEnds' ? `%${escaped}` : `%${escaped}%`;
}

/** Adds a condition. If its path already has a value, the condition goes into the "and" list. Null if there is no such list. */
function join(
  capability: FilterCapability,
  variables: ArgumentValues,
  operator: FilterOperator,
  values: readonly unknown[],
): ArgumentValues | null {
  const [target] = operator.targets;
  if (operator.encoding.as === 'entry' && target)
    return values.reduce<ArgumentValues>((all, entry) => withEntry(all, target, entry), variables);
  const alone = operator.exclusive === null || valueAt(variables, operator.exclusive) === undefined;
  const free = alone && operator.targets.every(path => valueAt(variables, path) === undefined);
  if (free) return operator.targets.reduce((all, path, index) => withValueAt(all, path, values[index]), variables);
  const conjunction = capability.conjunctions.find(({ container }) => isWithin(container, target));
  if (conjunction === undefined) return null;
  const { container, and } = conjunction;
  const condition = conditionWithin(container, { operator, values });
  const present = valueAt(variables, [...container, and]);
  const list: readonly unknown[] = Array.isArray(present) ? present : [];
  // Reuse a list entry that does not have these keys yet, so that filters on different fields share an entry. Alternatives stay alone.
  const isShared = (entry: object): boolean => !capability.disjunctions.some(({ or }) => Object.hasOwn(entry, or));
  const room =
    operator.exclusive !== null
      ? -1
      : list.findIndex(
          entry =>
            isPlain(entry) &&
            isShared(entry) &&
            operator.targets.every(path => valueAt(entry, path.slice(container.length)) === undefined),
        );
  const next =
    room < 0
      ? [...list, condition]
      : list.map((entry, index) => (index === room && isPlain(entry) ? mergeValues(entry, condition) : entry));
  return withValueAt(variables, [...container, and], next);
}
