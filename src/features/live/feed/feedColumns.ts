/**
 * What of a feed's events is shown in the table, and as which text. A table that changes thousands of times a second shows texts only: no
 * links, no pictures; the event itself, with all it holds, opens beside it.
 */
import type { Formats } from '../../../i18n/formats';
import type { Text } from '../../../i18n/language';
import { cellValue } from '../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../schema/collections/columns/defaultColumns';
import type { Feed } from '../../../schema/collections/feeds';
import { readableName } from '../../../schema/model/readableName';
import { enumWords, isComposite, isList, type SchemaModel } from '../../../schema/model/schemaModel';
import { type ValueKind, valueKind } from '../../../schema/model/valueKind';
import { isYear } from '../../../schema/presentation/isYear';
import { columnDocs } from '../../../session/navigation/docsLinks';
import { href } from '../../../session/navigation/navigation';
import { shortJson } from '../../../ui/json/shortJson';
import { valueText } from '../../../ui/table/valueText';
import type { EventWindow } from '../eventRing';

/** A column of a feed's table. */
export interface FeedColumn {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly kind: ValueKind;
  readonly numeric: boolean;
  /** In px. */
  readonly width: number;
  /** Address of the field it shows. */
  readonly docs: string;
  /** What the values of an enum are called. Default: their names made readable. */
  readonly enumLabel?: (value: string) => string;
  /** The column's value in an event. */
  value(event: unknown): unknown;
}

const WIDTHS: Partial<Record<ValueKind, number>> = {
  number: 112,
  bigInt: 136,
  decimal: 112,
  count: 88,
  boolean: 72,
  enum: 136,
  date: 112,
  time: 96,
  dateTime: 168,
  localDateTime: 168,
  id: 128,
};
const WIDTH = 176;
/** A column is widened for its name up to this, in px. */
const MOST_FOR_NAME = 220;
/** A scalar event has the room to itself. */
const WIDE = 480;
const NUMERIC = new Set<ValueKind>(['number', 'bigInt', 'decimal', 'count']);

/** The columns: those a table of such records begins with, or the one value that the event is. */
export function feedColumns(model: SchemaModel, feed: Feed): readonly FeedColumn[] {
  return model.remember(`live columns ${feed.id}`, () => {
    const columns = isComposite(model.types.get(feed.eventType)) ? defaultColumns(model, feed.eventType) : [];
    if (columns.length === 0) return [wholeEvent(model, feed)];
    return columns.map(column => ({
      id: column.id,
      label: column.label,
      description: column.description,
      kind: column.kind,
      numeric: column.numeric,
      width: Math.max(WIDTHS[column.kind] ?? WIDTH, Math.min(MOST_FOR_NAME, 32 + column.label.length * 7)),
      docs: columnDocs(model, feed.eventType, column),
      enumLabel: enumWords(model, column.typeRef).enumLabel,
      value: event => cellValue(event, column),
    }));
  });
}

function wholeEvent(model: SchemaModel, feed: Feed): FeedColumn {
  const kind = isComposite(model.types.get(feed.eventType)) ? 'json' : valueKind(model, feed.field.type, feed.id);
  return {
    id: '',
    label: feed.label,
    description: feed.description,
    kind,
    numeric: NUMERIC.has(kind) && !isList(feed.field.type),
    width: WIDE,
    docs: href(['docs', model.subscriptionType?.name ?? '', feed.field.name]),
    enumLabel: enumWords(model, feed.field.type).enumLabel,
    value: event => event,
  };
}

const LONGEST_LINE = 600;

/** Fractions beyond this are shown as they come. */
const MOST_DIGITS = 6;
/** Points in time as near as this are shown without their day, in ms: a feed is of now. */
const NEAR_MS = 12 * 60 * 60 * 1000;

/**
 * Makes the texts of a column. Fractions of a column have as many digits as the longest one seen, so that their points stand one above the
 * other; points in time that are near are shown without their day.
 */
export function columnText(
  column: FeedColumn,
  formats: Formats,
  text: Text,
): (sequence: number, window: Pick<EventWindow, 'valueAt'>) => string {
  let digits = -1;
  let numbers: Intl.NumberFormat | undefined;
  const time = secondsText(formats);
  return (sequence, window) => {
    const value = column.value(window.valueAt(sequence));
    if (typeof value === 'number' && column.kind === 'number') {
      if (isYear(column.id, value)) return String(value);
      const own = Number.isInteger(value) ? 0 : fractionDigits(value);
      if (own > digits || numbers === undefined) {
        digits = Math.max(digits, own);
        // Kept here: looking a format up by its options costs more than formatting.
        numbers = new Intl.NumberFormat(formats.locale, { minimumFractionDigits: digits, maximumFractionDigits: MOST_DIGITS });
      }
      return numbers.format(value);
    }
    if (column.kind === 'dateTime' && typeof value === 'string') {
      const at = Date.parse(value);
      if (Math.abs(at - Date.now()) < NEAR_MS) return time(at);
    }
    return valueText(value, column.kind, formats, text, column.enumLabel ?? readableName);
  };
}

/** Makes times to the second; events come many to a second, so the last one is remembered. */
export function secondsText(formats: Formats): (at: number) => string {
  let second = Number.NaN;
  let written = '';
  return at => {
    const now = Math.floor(at / 1000);
    if (now !== second) {
      second = now;
      written = formats.time(at, { seconds: true });
    }
    return written;
  };
}

function fractionDigits(value: number): number {
  // Digits beyond those that every double keeps are the binary notation's.
  const written = String(Number(value.toPrecision(15)));
  const point = written.indexOf('.');
  return point < 0 || written.includes('e') ? 0 : Math.min(MOST_DIGITS, written.length - point - 1);
}

/** An event on one line, for the list of JSON. */
export function jsonLine(event: unknown): string {
  return shortJson(event, LONGEST_LINE);
}
