/**
 * Filters as short text for an address, made to be read by people too: `type:is:TANKER;builtOn:greater:2010-03-03;flag:in:NO,SE`.
 * `%`, `;` and `,` inside values are escaped; what is neither a text nor a list of texts is written as JSON behind a `=`.
 */

import type { Draft } from '../forms/formValues';
import type { Filter, FilterOperatorTag } from './filters';

/** Every operator, so that a text with another word in its place is no filter. */
const OPERATORS: Readonly<Record<FilterOperatorTag, true>> = {
  is: true,
  isNot: true,
  contains: true,
  notContains: true,
  startsWith: true,
  endsWith: true,
  like: true,
  matches: true,
  greater: true,
  atLeast: true,
  less: true,
  atMost: true,
  between: true,
  in: true,
  notIn: true,
  isNull: true,
  isNotNull: true,
  search: true,
};

/** Operators whose value is a list. */
export function takesList(operator: FilterOperatorTag): boolean {
  return operator === 'in' || operator === 'notIn' || operator === 'between';
}

/** Operators without a value. */
export function takesNothing(operator: FilterOperatorTag): boolean {
  return operator === 'isNull' || operator === 'isNotNull';
}

const escapePart = (text: string): string => text.replace(/[%;,]/g, encodeURIComponent).replace(/^=/, '%3D');

function unescapePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text of filters; '' for none. */
export function formatFilters(filters: readonly Filter[]): string {
  return filters
    .map(({ field, operator, value }) => {
      const head = `${escapePart(field)}:${operator}`;
      const tail = formatValue(operator, value);
      return tail === null ? head : `${head}:${tail}`;
    })
    .join(';');
}

function formatValue(operator: FilterOperatorTag, value: Draft): string | null {
  if (value === undefined || takesNothing(operator)) return null;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && !takesList(operator)) return escapePart(value);
  if (takesList(operator) && Array.isArray(value) && value.every(item => item === undefined || typeof item === 'string'))
    return value.map(item => escapePart((item as string | undefined) ?? '')).join(',');
  return `=${escapePart(JSON.stringify(value) ?? 'null')}`;
}

/** The inverse of `formatFilters`. Parts that are no filter are left out; at most 100 are read. */
export function parseFilters(text: string): Filter[] {
  const filters: Filter[] = [];
  for (const part of text.split(';', 100)) {
    const match = /^([^:]+):(\w+)(?::(.*))?$/s.exec(part);
    if (!match) continue;
    const [, field = '', operator = '', value] = match;
    if (!Object.hasOwn(OPERATORS, operator)) continue;
    const tag = operator as FilterOperatorTag;
    const read = value === undefined ? undefined : parseValue(tag, value);
    filters.push({ field: unescapePart(field), operator: tag, ...(read === undefined ? {} : { value: read }) });
  }
  return filters;
}

function parseValue(operator: FilterOperatorTag, text: string): Draft {
  if (text.startsWith('=')) {
    try {
      return JSON.parse(unescapePart(text.slice(1))) as Draft;
    } catch {
      return undefined;
    }
  }
  if (!takesList(operator)) return unescapePart(text);
  return text === '' ? [] : text.split(',').map(unescapePart);
}
