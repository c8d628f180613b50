/**
 * Compares an object of example data with the arguments of a list, under the names that servers use: `name`, `name_contains`,
 * `{name: {contains}}`, `search`, `and`, `or`, `not`. What cannot be understood excludes nothing.
 */
import { type GraphQLObjectType, type GraphQLOutputType, getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { operatorNamed } from '../../schema/filters/filterOperators';
import type { FilterOperatorTag } from '../../schema/filters/filters';
import { isPlain } from '../../schema/model/argumentPath';
import { isPageName } from './givenArguments';
import { SORTS } from './sortSteps';

/** Names of arguments that search. */
const SEARCHES = /^_?(?:search\w*|q|query|(?:full_?)?text|term|keywords?)$/i;

/** True or false; undefined if a condition cannot be understood, so that its negation excludes nothing either. */
type Verdict = boolean | undefined;

/** Returns false if the object does not fulfil the arguments. `read` returns the value of one of its fields. */
export function matchesFilter(
  args: Readonly<Record<string, unknown>>,
  type: GraphQLObjectType,
  read: (field: string) => unknown,
): boolean {
  const all = type.getFields();
  const fields = Object.keys(all).filter(name => isSingleLeaf(all[name]?.type));
  const meets = (name: string, given: unknown): Verdict => {
    if (given === null || given === undefined || SORTS.test(name)) return undefined;
    if (/^_?(?:and|all)$/i.test(name)) return every(listOf(given).map(holds));
    if (/^_?(?:or|any)$/i.test(name)) return some(listOf(given).map(holds));
    if (/^_?(?:not|none)$/i.test(name)) return negated(some(listOf(given).map(holds)));
    if (fields.includes(name)) return compares(read(name), given);
    const [field, operator] = fieldAndOperator(fields, name);
    if (field !== undefined && operator) return compare(operator, read(field), given);
    if (typeof given === 'string' && SEARCHES.test(name)) return fields.some(each => contains(read(each), given));
    // An object with the name of a relation has conditions for other objects.
    return isPlain(given) && !Object.hasOwn(all, name) ? holds(given) : undefined;
  };
  const holds = (conditions: Readonly<Record<string, unknown>>): Verdict =>
    every(Object.entries(conditions).map(([name, given]) => meets(name, given)));
  return Object.entries(args).every(([name, given]) => isPageName(name) || meets(name, given) !== false);
}

const every = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true;
/** Servers differ in what an empty list of alternatives means. */
const some = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes(true) ? true : verdicts.length === 0 || verdicts.includes(undefined) ? undefined : false;
const negated = (verdict: Verdict): Verdict => (verdict === undefined ? undefined : !verdict);

const isSingleLeaf = (type: GraphQLOutputType | undefined): boolean =>
  !isListType(getNullableType(type)) && isLeafType(getNamedType(type));

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : [value]).filter(isPlain);

/** The field and the operator in a name such as `name_contains` or `builtGte`. */
function fieldAndOperator(fields: readonly string[], name: string): [string, FilterOperatorTag] | [] {
  for (const field of fields) {
    const rest = name.startsWith(field) ? name.slice(field.length) : '';
    const operator = /^[_A-Z]/.test(rest) ? operatorNamed(rest) : null;
    if (operator) return [field, operator];
  }
  return [];
}

const contains = (value: unknown, given: string): boolean =>
  typeof value === 'string' && compare('contains', value, given) === true;

/** Compares a value with what is given for its field: a value, a list of which one is equal, or operators. */
function compares(value: unknown, given: unknown): Verdict {
  if (Array.isArray(given)) return compare('in', value, given);
  if (!isPlain(given)) return compare('is', value, given);
  return every(
    Object.entries(given).map(([name, operand]) => {
      const operator = operatorNamed(name);
      return operator && operand !== undefined ? compare(operator, value, operand) : undefined;
    }),
  );
}

function compare(operator: FilterOperatorTag, value: unknown, given: unknown): Verdict {
  const text = lower(value);
  const wanted = lower(given);
  const among = Array.isArray(given) && given.some(each => lower(each) === text);
  switch (operator) {
    case 'is':
      return value === given || text === wanted;
    case 'isNot':
      return text !== wanted;
    case 'in':
      return Array.isArray(given) ? among : undefined;
    case 'notIn':
      return !among;
    case 'isNull':
      return (value === null) === (given !== false);
    case 'isNotNull':
      return (value !== null) === (given !== false);
    case 'contains':
      return text.includes(wanted);
    case 'notContains':
      return !text.includes(wanted);
    case 'startsWith':
      return text.startsWith(wanted);
    case 'endsWith':
      return text.endsWith(wanted);
    case 'like':
      return text.includes(wanted.replace(/^%|%$/g, ''));
    case 'greater':
      return value !== null && order(value, given) > 0;
    case 'atLeast':
      return value !== null && order(value, given) >= 0;
    case 'less':
      return value !== null && order(value, given) < 0;
    case 'atMost':
      return value !== null && order(value, given) <= 0;
    default:
      return undefined;
  }
}

const lower = (value: unknown): string => (value === null || value === undefined ? '' : String(value).toLowerCase());

/** The order of two numbers, or of two texts such as dates. */
export function order(value: unknown, given: unknown): number {
  const difference = Number(value) - Number(given);
  if (!Number.isNaN(difference)) return difference;
  const [text, wanted] = [String(value), String(given)];
  return text < wanted ? -1 : text > wanted ? 1 : 0;
}
