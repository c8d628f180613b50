/**
 * Formats filters as short, readable text for a URL: `type:is:TANKER;builtOn:greater:2010-03-03;flag:in:NO,SE`. `|` before a filter makes
 * it an alternative to the one before it. `%`, `;` and `,` inside values are percent-encoded. A value that is not a string, a Boolean or a
 * list of strings is written as JSON after `=`.
 */

import { parseBounded } from '../../lib/text/boundedJson';
import type { Draft } from '../forms/formValues';
import type { Filter, FilterOperatorTag } from './filters';

/** All operators. The type makes the compiler report a missing one. */
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
  during: true,
  in: true,
  notIn: true,
  isNull: true,
  isNotNull: true,
  search: true,
};

/** True for operators whose value is a list. */
export function takesList(operator: FilterOperatorTag): boolean {
  return operator === 'in' || operator === 'notIn' || operator === 'between';
}

/** True for operators without a value. */
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
    .map(({ field, operator, value, or }) => {
      const head = `${or ? '|' : ''}${escapePart(field)}:${operator}`;
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

/** The inverse of `formatFilters`. An invalid part is a filter on a field that does not exist: it is shown as such. Reads at most 100 parts. */
export function parseFilters(text: string): Filter[] {
  const filters: Filter[] = [];
  for (const part of text.split(';', 100)) {
    if (part === '') continue;
    const [, or, field = '', operator = '', value] = /^(\|?)([^:]+):(\w+)(?::(.*))?$/s.exec(part) ?? [];
    if (!Object.hasOwn(OPERATORS, operator)) {
      filters.push({ field: unescapePart(part), operator: 'is' });
      continue;
    }
    const tag = operator as FilterOperatorTag;
    const read = value === undefined ? undefined : parseValue(tag, value);
    filters.push({
      field: unescapePart(field),
      operator: tag,
      ...(read === undefined ? {} : { value: read }),
      ...(or ? { or: true } : {}),
    });
  }
  return filters;
}

function parseValue(operator: FilterOperatorTag, text: string): Draft {
  if (text.startsWith('=')) {
    try {
      return parseBounded(unescapePart(text.slice(1))) as Draft;
    } catch {
      return undefined;
    }
  }
  if (!takesList(operator)) return unescapePart(text);
  return text === '' ? [] : text.split(',').map(unescapePart);
}
