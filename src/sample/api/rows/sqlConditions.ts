/**
 * Converts filter inputs to SQL. Each value becomes a parameter; column names come from the resolvers' tables, never from the request. An
 * operator with the value null is ignored, an empty `or` or `in` matches nothing, and `not` also matches rows without a value.
 */
import type { SqlValue } from '../../database/database';
import { type ArgumentPath, inputError } from '../inputError';
import { type NodeType, rowOf } from './globalId';

/** Collects the parameters of one statement. */
export class SqlParameters {
  readonly values: SqlValue[] = [];
  /** Number of conditions that search a text column, for which the database has to read every row. */
  textSearches = 0;
  /** Adds a value and returns its placeholder, `$1`, `$2`… */
  add(value: SqlValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

type Operators = Record<string, unknown>;
/** Writes the conditions of one field; `path` is its path in the arguments. */
type Column = (operators: Operators, parameters: SqlParameters, path: ArgumentPath) => string[];
/** The SQL of the fields of a filter input. */
export type FilterColumns = Record<string, Column>;

const MOST_CONDITIONS = 100;
/** Maximum number of branches of all `and` and `or`. They are limited too because they can be empty. */
const MOST_BRANCHES = 200;
const DEEPEST_NESTING = 8;
/** Maximum length of a value that is compared, and of one that is searched for in text. */
const LONGEST_VALUE = 10_000;
const LONGEST_SEARCH = 200;
const LONGEST_LIST = 1000;

const COMPARISONS: Record<string, string> = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** Converts a value to a parameter. Bigints and dates are passed as text. */
const parameterOf = (value: unknown): SqlValue =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? String(value) : (value as SqlValue);

/** Escapes the wildcards of a LIKE pattern. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const PATTERNS: Record<string, (text: string) => string> = {
  contains: text => `%${likeText(text)}%`,
  startsWith: text => `${likeText(text)}%`,
  endsWith: text => `%${likeText(text)}`,
};

/** Refuses values that would keep the database busy for long: a long text compared with every row, or a long list. */
function checkSize(operator: string, value: unknown, path: ArgumentPath): void {
  if (Array.isArray(value)) {
    if (value.length > LONGEST_LIST) throw inputError(`A list can have at most ${LONGEST_LIST} values.`, path);
    for (const [index, each] of value.entries()) checkSize('eq', each, [...path, index]);
  } else if (typeof value === 'string') {
    const most = Object.hasOwn(PATTERNS, operator) ? LONGEST_SEARCH : LONGEST_VALUE;
    if (value.length > most) throw inputError(`The value can have at most ${most} characters.`, path);
  }
}

/** A column with the usual operators; `type` is its SQL type. */
export const column =
  (name: string, type: string): Column =>
  (operators, parameters, path) =>
    Object.entries(operators).map(([operator, value]) => {
      checkSize(operator, value, [...path, operator]);
      if (operator === 'isNull') return value ? `${name} is null` : `${name} is not null`;
      if (operator === 'in')
        return `${name} = any(${parameters.add((value as unknown[]).map(parameterOf) as string[])}::${type}[])`;
      const pattern = PATTERNS[operator];
      if (pattern) parameters.textSearches++;
      if (pattern) return `${name} ilike ${parameters.add(pattern(value as string))}`;
      return `${name} ${COMPARISONS[operator]} ${parameters.add(parameterOf(value))}::${type}`;
    });

/** A column with ids of `type`. Ids of another type or format are refused. */
export const idColumn =
  (name: string, type: NodeType): Column =>
  (operators, parameters, path) => {
    const row = (id: string, at: ArgumentPath): number => {
      const found = rowOf(type, id);
      if (found === null) throw inputError(`"${id.slice(0, 100)}" is not the ID of a ${type.toLowerCase()}.`, at);
      return found;
    };
    return Object.entries(operators).map(([operator, value]) => {
      checkSize(operator, value, [...path, operator]);
      if (operator === 'in') {
        const rows = (value as string[]).map((id, index) => row(id, [...path, operator, index]));
        return `${name} = any(${parameters.add(rows)}::int[])`;
      }
      return `${name} ${COMPARISONS[operator]} ${parameters.add(row(value as string, [...path, operator]))}::int`;
    });
  };

/**
 * Returns a filter as one SQL condition; `true` for an empty filter.
 * @param path path of the filter in the field's arguments
 * @throws GraphQLError if it is nested too deeply or has too many conditions
 */
export function whereSql(
  filter: Record<string, unknown> | null | undefined,
  columns: FilterColumns,
  parameters: SqlParameters,
  path: ArgumentPath,
): string {
  let count = 0;
  let branchCount = 0;
  const write = (input: Record<string, unknown>, at: ArgumentPath, depth: number): string => {
    if (depth > DEEPEST_NESTING) throw inputError(`Conditions can be nested at most ${DEEPEST_NESTING} levels deep.`, at);
    const parts = Object.entries(defined(input)).flatMap(([field, value]): string[] => {
      const below = [...at, field];
      if (field === 'and' || field === 'or') {
        branchCount += (value as unknown[]).length;
        if (branchCount > MOST_BRANCHES) throw inputError(`A filter can have at most ${MOST_BRANCHES} branches.`, below);
        const branches = (value as Record<string, unknown>[]).map((branch, index) => write(branch, [...below, index], depth + 1));
        return [branches.length > 0 ? `(${branches.join(` ${field} `)})` : field === 'and' ? 'true' : 'false'];
      }
      if (field === 'not') return [`(${write(value as Record<string, unknown>, below, depth + 1)}) is not true`];
      return (columns[field] as Column)(defined(value as Operators), parameters, below);
    });
    count += parts.length;
    if (count > MOST_CONDITIONS) throw inputError(`A filter can have at most ${MOST_CONDITIONS} conditions.`, at);
    return parts.length > 0 ? `(${parts.join(' and ')})` : 'true';
  };
  return filter ? write(filter, path, 0) : 'true';
}

const defined = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
