/**
 * What of a feed's events is shown in the table, and as which text. A table that changes thousands of times a second shows texts only: no
 * links, no pictures; the event itself, with all it holds, opens beside it.
 */
import type { Formats } from '../../i18n/formats';
import type { Text } from '../../i18n/language';
import { cellValue, defaultColumns } from '../../schema/columns';
import type { Feed } from '../../schema/feeds';
import { readableName } from '../../schema/readableName';
import { isComposite, isList, type SchemaModel } from '../../schema/schemaModel';
import { type ValueKind, valueKind } from '../../schema/valueKind';
import { shortJson } from '../../ui/shortJson';
import { valueText } from '../../ui/valueText';

/** A column of a feed's table. */
export interface FeedColumn {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly kind: ValueKind;
  readonly numeric: boolean;
  /** In px. */
  readonly width: number;
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
  dateTime: 184,
  localDateTime: 184,
  id: 128,
};
const WIDTH = 176;
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
      width: WIDTHS[column.kind] ?? WIDTH,
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
    value: event => event,
  };
}

const LONGEST_LINE = 600;

/** A value as the text of a cell; '' for what was not sent. */
export function cellText(value: unknown, kind: ValueKind, formats: Formats, text: Text): string {
  return valueText(value, kind, formats, text, readableName);
}

/** An event on one line, for the list of JSON. */
export function jsonLine(event: unknown): string {
  return shortJson(event, LONGEST_LINE);
}
