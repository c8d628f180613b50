/** The filters of a view as they are requested: date ranges relative to today become dates, by code that is loaded with the first one. */
import { useEffect, useMemo, useState } from 'react';
import type { Formats } from '../../../i18n/formats';
import type { Filter, FilterCapability } from '../../../schema/filters/filters';
import type { absoluteFilters } from './dayFilters';
import { zonedFilters } from './zonedFilters';

/** Returns null while the code loads. */
export function useAbsoluteFilters(
  capability: FilterCapability | null,
  filters: readonly Filter[],
  formats: Formats,
): readonly Filter[] | null {
  const isRelative = filters.some(({ operator }) => operator === 'during');
  const [resolve, setResolve] = useState<typeof absoluteFilters | null>(null);
  useEffect(() => {
    if (isRelative)
      import(/* webpackChunkName: "filter" */ './dayFilters').then(
        module => setResolve(() => module.absoluteFilters),
        error =>
          setResolve(() => {
            throw error;
          }),
      );
  }, [isRelative]);
  // At midnight, the days change.
  const day = isRelative && new Date().toDateString();
  return useMemo(() => {
    void day;
    // The first use of the time zone takes a browser some milliseconds.
    if (!capability || filters.length === 0) return filters;
    const { locale, timeZone } = formats;
    const absolute = day === false ? filters : resolve?.(capability, filters, locale, timeZone);
    return absolute ? zonedFilters(capability, absolute, timeZone) : null;
  }, [capability, filters, formats, day, resolve]);
}
