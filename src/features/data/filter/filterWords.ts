/**
 * Filters as sentences: "Type is Tanker", "Built on is after 3 Mar 2010". One message per sentence, so that each language can order its
 * words.
 */
import type { Formats } from '../../../i18n/formats';
import type { Text } from '../../../i18n/language';
import type { Filter, FilterCapability, FilterOperator, FilterOperatorTag } from '../../../schema/filters/filters';
import type { FormField } from '../../../schema/forms/formModel';
import type { Draft } from '../../../schema/forms/formValues';
import { filterField } from './filterFieldOf';
import { isSpan, SPAN_TEXTS } from './relativeSpans';

/** The operator of a filter; undefined if its field has no operator with that tag. */
export function filterOperator(capability: FilterCapability, filter: Filter): FilterOperator | undefined {
  return filterField(capability, filter.field)?.operators.find(operator => operator.tag === filter.operator);
}

/** True if the operator's values are points in time, for which the sentence says "after" instead of "greater". */
function isTime(operator: FilterOperator | undefined): boolean {
  const control = innermost(operator?.value ?? null)?.control;
  return control?.kind === 'scalar' && /^(date|time|dateTime|localDateTime)$/.test(control.scalar.kind);
}

/** The field of a single value: for a list, that of its items. */
function innermost(field: FormField | null): FormField | null {
  return field?.control.kind === 'list' ? field.control.item : field;
}

/** Label of an operator in a select. */
export function operatorWords(text: Text, operator: FilterOperator): string {
  const time = isTime(operator);
  switch (operator.tag) {
    case 'is':
      return text('data.opIs');
    case 'isNot':
      return text('data.opIsNot');
    case 'contains':
      return text('data.opContains');
    case 'notContains':
      return text('data.opNotContains');
    case 'startsWith':
      return text('data.opStartsWith');
    case 'endsWith':
      return text('data.opEndsWith');
    case 'like':
      return text('data.opLike');
    case 'matches':
      return text('data.opMatches');
    case 'greater':
      return time ? text('data.opAfter') : text('data.opGreater');
    case 'atLeast':
      return time ? text('data.opFrom') : text('data.opAtLeast');
    case 'less':
      return time ? text('data.opBefore') : text('data.opLess');
    case 'atMost':
      return time ? text('data.opUntil') : text('data.opAtMost');
    case 'between':
    case 'during':
      return text('data.opBetween');
    case 'in':
      return text('data.opIn');
    case 'notIn':
      return text('data.opNotIn');
    case 'isNull':
      return text('data.opIsNull');
    case 'isNotNull':
      return text('data.opIsNotNull');
    case 'search':
      return text('data.opSearch');
  }
}

/**
 * A filter as a sentence. A filter on an unknown field or operator is shown with its raw names.
 * @param nameOf what a value stands for, if known: the name of the record with a key, the amount of money for minor units
 */
export function filterWords(
  text: Text,
  formats: Formats,
  capability: FilterCapability,
  filter: Filter,
  nameOf: (field: string, key: string) => string | undefined = () => undefined,
): string {
  const found = filterField(capability, filter.field);
  const operator = filterOperator(capability, filter);
  const field = found?.label ?? filter.field;
  const control = innermost(operator?.value ?? null);
  const wordsOf = (draft: Draft): string =>
    (typeof draft === 'string' ? nameOf(filter.field, draft) : undefined) ?? draftWords(text, formats, control, draft);
  const list: readonly Draft[] = Array.isArray(filter.value) ? filter.value : [filter.value];
  const time = isTime(operator);
  const value = Array.isArray(filter.value) ? formats.list(list.map(wordsOf), 'disjunction') : wordsOf(filter.value);
  const sentences: Readonly<Record<FilterOperatorTag, () => string>> = {
    is: () => text('data.filterIs', { field, value }),
    isNot: () => text('data.filterIsNot', { field, value }),
    contains: () => text('data.filterContains', { field, value }),
    notContains: () => text('data.filterNotContains', { field, value }),
    startsWith: () => text('data.filterStartsWith', { field, value }),
    endsWith: () => text('data.filterEndsWith', { field, value }),
    like: () => text('data.filterLike', { field, value }),
    matches: () => text('data.filterMatches', { field, value }),
    greater: () => text(time ? 'data.filterAfter' : 'data.filterGreater', { field, value }),
    atLeast: () => text(time ? 'data.filterFrom' : 'data.filterAtLeast', { field, value }),
    less: () => text(time ? 'data.filterBefore' : 'data.filterLess', { field, value }),
    atMost: () => text(time ? 'data.filterUntil' : 'data.filterAtMost', { field, value }),
    between: () => text('data.filterBetween', { field, from: wordsOf(list[0]), to: wordsOf(list[1]) }),
    during: () => text('data.filterIs', { field, value: isSpan(filter.value) ? text(SPAN_TEXTS[filter.value]) : value }),
    in: () => text('data.filterIs', { field, value }),
    notIn: () => text('data.filterIsNot', { field, value }),
    isNull: () => text('data.filterIsNull', { field }),
    isNotNull: () => text('data.filterIsNotNull', { field }),
    search: () => text('data.filterSearch', { value }),
  };
  return sentences[filter.operator]();
}

/** Maximum length of a value in a chip, in characters; its title has the whole value. */
const LONGEST = 60;

/** A single value in the user's language. */
function draftWords(text: Text, formats: Formats, field: FormField | null, draft: Draft): string {
  if (draft === null || draft === undefined || draft === '') return '…';
  if (field?.control.kind === 'enum') {
    const option = field.control.options.find(entry => entry.value === draft);
    return option?.label ?? String(draft);
  }
  if (typeof draft === 'boolean') return draft ? text('ui.yes') : text('ui.no');
  if (typeof draft !== 'string') return JSON.stringify(draft);
  const kind = field?.control.kind === 'scalar' ? field.control.scalar.kind : 'text';
  switch (kind) {
    case 'date':
      return formats.date(draft);
    case 'time':
      return formats.time(draft);
    case 'dateTime':
    case 'localDateTime':
      return formats.dateTime(draft);
    case 'int':
    case 'float':
    case 'bigInt':
    case 'decimal':
      return formats.number(draft);
    case 'boolean':
      return draft === 'true' ? text('ui.yes') : text('ui.no');
    case 'id':
    case 'uuid':
      return draft;
    default:
      // Bidirectional control characters inside the value must not change the direction of the sentence.
      return text('data.quoted', { value: `\u2068${draft.length > LONGEST ? `${draft.slice(0, LONGEST)}…` : draft}\u2069` });
  }
}
