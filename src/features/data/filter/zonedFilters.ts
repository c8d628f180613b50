/** Filter values that are instants but were written without a time zone (in a link, or typed): they are read in the user's time zone. */
import { instantIn } from '../../../lib/instantIn';
import type { Filter, FilterCapability, FilterOperator } from '../../../schema/filters/filters';
import type { Draft } from '../../../schema/forms/formValues';
import { filterField } from './filterFieldOf';

/** The filters with such values converted to instants; the same array if none needs it. */
export function zonedFilters(capability: FilterCapability, filters: readonly Filter[], timeZone: string): readonly Filter[] {
  const zoned = filters.map(filter => {
    const { operator: tag, value } = filter;
    const operator = filterField(capability, filter.field)?.operators.find(each => each.tag === tag);
    const instant = zonedValue(operator, value, timeZone);
    return instant === value ? filter : { ...filter, value: instant };
  });
  return zoned.every((filter, at) => filter === filters[at]) ? filters : zoned;
}

/** Converts one value, or each value of a list, as `zonedFilters` does; returns the same value if nothing is to convert. */
export function zonedValue(operator: FilterOperator | undefined, value: Draft, timeZone: string): Draft {
  const field = operator?.value;
  const { control } = (field?.control.kind === 'list' ? field.control.item : field) ?? {};
  if (control?.kind !== 'scalar' || control.scalar.kind !== 'dateTime') return value;
  const zoned = (draft: Draft): Draft => (typeof draft === 'string' ? (instantIn(draft, timeZone) ?? draft) : draft);
  if (!Array.isArray(value)) return zoned(value);
  const list = value.map(zoned);
  return list.every((draft, at) => draft === value[at]) ? value : list;
}
