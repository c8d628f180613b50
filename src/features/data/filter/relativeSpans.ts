/**
 * Date ranges relative to today, such as "last month", as the value of the operator `during`. They stay relative in URLs and saved views, and
 * become filters with dates only for a request.
 */
import type { FilterField, FilterOperatorTag } from '../../../schema/filters/filters';

/** The date ranges, and their texts. */
export const SPAN_TEXTS = {
  today: 'data.spanToday',
  last7Days: 'data.spanLast7Days',
  thisMonth: 'data.spanThisMonth',
  lastMonth: 'data.spanLastMonth',
} as const;

/** A date range relative to today. */
export type Span = keyof typeof SPAN_TEXTS;

/** True for the name of a date range. */
export const isSpan = (value: unknown): value is Span => typeof value === 'string' && Object.hasOwn(SPAN_TEXTS, value);

/** The kind of a field's dates; null if it has none, or if it cannot be filtered by a first and a last day. */
export function spanKind({ operators }: FilterField): 'date' | 'dateTime' | 'localDateTime' | null {
  const has = (...tags: FilterOperatorTag[]): boolean => operators.some(operator => tags.includes(operator.tag));
  if (!has('between') && !(has('atLeast', 'greater') && has('less', 'atMost'))) return null;
  for (const { value } of operators) {
    const kind = value?.control.kind === 'scalar' ? value.control.scalar.kind : null;
    if (kind === 'date' || kind === 'dateTime' || kind === 'localDateTime') return kind;
  }
  return null;
}
