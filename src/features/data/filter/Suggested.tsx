/** Suggested values as buttons: common date ranges for a date, and values of the loaded rows. */
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../../i18n/LanguageProvider';
import type { Filter, FilterCapability, FilterField, FilterOperator } from '../../../schema/filters/filters';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Button } from '../../../ui/inputs/Button';
import { SPAN_TEXTS, type Span, spanKind } from './relativeSpans';

/** Props of `Suggested`. */
export interface SuggestedProps {
  capability: FilterCapability;
  /** The other active filters. */
  others: readonly Filter[];
  field: FilterField;
  operator: FilterOperator | undefined;
  values: readonly string[];
  /** How a value is shown. */
  wordsOf: (value: string) => string;
  onValue: (value: string) => void;
  onSpan: (span: Filter) => void;
}

/** The buttons; nothing if there are no suggestions. */
export function Suggested({ capability, others, field, operator, values, wordsOf, onValue, onSpan }: SuggestedProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const { formats } = useLanguage();
  const control = operator?.value?.control;
  const kind = control?.kind === 'scalar' ? control.scalar.kind : null;
  const apply = async (span: Span): Promise<void> => {
    const { dayRange, filtersForDays } = await import(/* webpackChunkName: "filter" */ './dayFilters');
    const days = dayRange(span, formats.locale, formats.timeZone);
    const filters = filtersForDays(capability, others, field, kind ?? '', days, formats.timeZone);
    if (filters.length > 0) onSpan({ field: field.id, operator: 'during', value: span });
    else announce.note({ text: text('data.filterIgnored'), tone: 'danger' });
  };
  if (kind !== null && kind === spanKind(field))
    return (
      <fieldset className="filter-suggested">
        <legend>{text('data.filterSpans')}</legend>
        {(Object.keys(SPAN_TEXTS) as Span[]).map(span => (
          <Button key={span} onClick={() => void apply(span)}>
            {text(SPAN_TEXTS[span])}
          </Button>
        ))}
      </fieldset>
    );
  if (kind === null || !/^(text|longText|int|float|decimal)$/.test(kind) || operator?.targets.length !== 1 || values.length === 0)
    return null;
  return (
    <fieldset className="filter-suggested">
      <legend>{text('data.filterLoaded')}</legend>
      {values.map(value => (
        <Button key={value} onClick={() => onValue(value)}>
          <span className="truncate" dir="auto">
            {wordsOf(value)}
          </span>
        </Button>
      ))}
    </fieldset>
  );
}
