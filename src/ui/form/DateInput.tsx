/**
 * An input for dates and times: segments in the order of the user's language and calendar, each changed by typing or with the arrow keys, and
 * a calendar popover. Uses React Aria's date fields; loaded with the first form that has a date. The value is ISO 8601 text; any other text
 * (from a URL or from JSON) is shown in a text input, so that it can be corrected.
 */
import {
  type CalendarDate,
  CalendarDateTime,
  now,
  parseAbsolute,
  parseDate,
  parseDateTime,
  parseTime,
  Time,
  toCalendarDate,
  today,
  type ZonedDateTime,
} from '@internationalized/date';
import { type ReactNode, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar';
import { DateField, DateSegment, DateInput as Segments } from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { TimeField } from 'react-aria-components/TimeField';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import { Popover } from '../frame/menu/Popover';
import { IconButton } from '../inputs/Button';
import type { ControlProps } from '../inputs/Field';
import { TextInput } from '../inputs/TextInput';
import { Icon } from '../text/Icon';
import { ignoreTransitions } from './ignoreTransitions';
import './DateInput.css';

if (typeof window !== 'undefined') ignoreTransitions(window);

/** Props of `DateInput`. */
export interface DateInputProps extends ControlProps {
  kind: 'date' | 'time' | 'dateTime' | 'localDateTime';
  /** ISO 8601 text; '' for none. */
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  placeholder: string | undefined;
  label: string;
}

type Moment = CalendarDate | CalendarDateTime | ZonedDateTime;

export function DateInput(props: DateInputProps): ReactNode {
  const { kind: named, value, onChange, disabled, placeholder, label, ...control } = props;
  const { formats } = useLanguage();
  // A value for a date that contains a time keeps the time, and a time with a zone keeps the zone.
  const hasTime = (named === 'date' || named === 'localDateTime') && /T\d/.test(value);
  const timeKind = /(z|[+-]\d{2}:\d{2})$/i.test(value) ? 'dateTime' : 'localDateTime';
  const kind = hasTime ? timeKind : named;
  const read = value === '' ? null : kind === 'time' ? readTime(value) : readMoment(kind, value, formats.timeZone);
  if (value !== '' && read === null)
    return <TextInput {...control} code value={value} onChange={onChange} disabled={disabled} placeholder={placeholder} />;
  const common = {
    'aria-label': label,
    // The form validates when it is sent; native browser validation is off.
    validationBehavior: 'aria' as const,
    isDisabled: disabled,
    isInvalid: control['aria-invalid'] === true,
    isRequired: control['aria-required'] === true,
    ...(control['aria-describedby'] ? { 'aria-describedby': control['aria-describedby'] } : {}),
  };
  return (
    <I18nProvider locale={formats.locale}>
      {kind === 'time' ? (
        <TimeField<Time>
          {...common}
          className="date-input"
          granularity={read instanceof Time && read.second !== 0 ? 'second' : 'minute'}
          value={read instanceof Time ? read : null}
          onChange={time => onChange(time === null ? '' : time.toString())}
        >
          <Segments className="input date-segments">
            {segment => <DateSegment segment={segment} className="date-segment" />}
          </Segments>
        </TimeField>
      ) : (
        <MomentInput {...common} kind={kind} value={read as Moment | null} onChange={onChange} label={label} />
      )}
      {placeholder ? <span className="date-default quiet">{placeholder}</span> : null}
    </I18nProvider>
  );
}

/** An input for a date with or without a time, with a calendar. */
function MomentInput({
  kind,
  value,
  onChange,
  label,
  ...common
}: {
  kind: 'date' | 'dateTime' | 'localDateTime';
  value: Moment | null;
  onChange: (value: string) => void;
  label: string;
  isDisabled: boolean;
  isInvalid: boolean;
}): ReactNode {
  const text = useText();
  const { formats } = useLanguage();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const write = (moment: Moment | null): void => onChange(moment === null ? '' : textOf(kind, moment));
  /** Sets the chosen day, keeping the time of the present value; without a value, the next full hour. */
  const choose = (day: CalendarDate): void => {
    setOpen(false);
    if (kind === 'date') {
      write(day);
      return;
    }
    const start = value ?? now(formats.timeZone).add({ hours: 1 }).set({ minute: 0, second: 0, millisecond: 0 });
    const { year, month, day: dayOfMonth } = day;
    write(start.set({ year, month, day: dayOfMonth }));
  };
  const hasSeconds = value !== null && 'second' in value && value.second !== 0;
  // Without a value, React Aria takes the time zone from this placeholder.
  const placeholderValue: Moment =
    kind === 'date'
      ? today(formats.timeZone)
      : kind === 'dateTime'
        ? now(formats.timeZone).set({ minute: 0, second: 0, millisecond: 0 })
        : new CalendarDateTime(...partsOf(today(formats.timeZone)), 12);
  return (
    <div className="date-input">
      <DateField<Moment>
        {...common}
        className="date-field"
        granularity={kind === 'date' ? 'day' : hasSeconds ? 'second' : 'minute'}
        placeholderValue={placeholderValue}
        value={value}
        onChange={write}
      >
        <Segments className="input date-segments">
          {segment => <DateSegment segment={segment} className="date-segment" />}
        </Segments>
      </DateField>
      <IconButton
        ref={button}
        icon="calendar"
        label={text('ui.openCalendar')}
        disabled={common.isDisabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      <Popover open={open} onClose={() => setOpen(false)} anchor={button} label={label}>
        <Calendar
          autoFocus
          aria-label={label}
          className="date-calendar"
          value={value === null ? null : toCalendarDate(value)}
          onChange={choose}
        >
          <header className="date-calendar-head">
            <AriaButton slot="previous" className="button button-quiet button-icon">
              <Icon name="chevronStart" />
            </AriaButton>
            <Heading className="date-calendar-title" />
            <AriaButton slot="next" className="button button-quiet button-icon">
              <Icon name="chevronEnd" />
            </AriaButton>
          </header>
          <CalendarGrid>
            <CalendarGridHeader>{day => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{date => <CalendarCell date={date} className="date-calendar-day" />}</CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Popover>
    </div>
  );
}

const partsOf = ({ year, month, day }: CalendarDate): [number, number, number] => [year, month, day];

/** Parses a value; null if it is invalid. A `dateTime` is converted to the user's time zone. */
function readMoment(kind: 'date' | 'dateTime' | 'localDateTime', value: string, timeZone: string): Moment | null {
  try {
    if (kind === 'date') return parseDate(value);
    return kind === 'dateTime' ? parseAbsolute(value, timeZone) : parseDateTime(value);
  } catch {
    return null;
  }
}

function readTime(value: string): Time | null {
  try {
    return parseTime(value);
  } catch {
    return null;
  }
}

/** Formats a value as ISO 8601: a `dateTime` in UTC, other kinds without a zone. */
function textOf(kind: 'date' | 'dateTime' | 'localDateTime', moment: Moment): string {
  if (kind === 'date') return toCalendarDate(moment).toString();
  return 'toAbsoluteString' in moment ? moment.toAbsoluteString() : moment.toString();
}
