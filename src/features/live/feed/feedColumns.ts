/**
 * Columns of a feed's table, and the text of their cells. A table that changes thousands of times a second shows text only, without links
 * or images; all values of an event are shown in its drawer.
 */
import type { Formats } from '../../../i18n/formats';
import type { Text } from '../../../i18n/language';
import { epochMs } from '../../../lib/epochMs';
import { isAmount, isRelation } from '../../../schema/collections/columns/columnRank';
import { type Column, cellValue, columnAt } from '../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../schema/collections/columns/defaultColumns';
import { displayPath, keyPaths } from '../../../schema/collections/displayField';
import type { Feed } from '../../../schema/collections/feeds';
import { readableName } from '../../../schema/model/readableName';
import {
  enumWords,
  fieldsOf,
  isComposite,
  isList,
  needsNoArguments,
  type SchemaModel,
  typeOf,
} from '../../../schema/model/schemaModel';
import { isIdName, momentIn, type ValueKind, valueKind } from '../../../schema/model/valueKind';
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
  /** Address of the documentation of the field. */
  readonly docs: string;
  /** Returns the label of an enum value. Default: its name made readable. */
  readonly enumLabel?: (value: string) => string;
  /** Returns the kind of one value. For a column of kind `unknown`. */
  readonly kindOf?: (value: unknown) => ValueKind;
  /** Returns the value of this column in an event. */
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
/** A column is widened to fit its label up to this width, in px. */
const MOST_FOR_NAME = 220;
/** Width of the only column of a scalar event, in px. */
const WIDE = 480;
const NUMERIC = new Set<ValueKind>(['number', 'bigInt', 'decimal', 'count']);

/** Returns the columns: the default columns of the event's type, or one column with the whole event. */
export function feedColumns(model: SchemaModel, feed: Feed): readonly FeedColumn[] {
  return model.remember(`live columns ${feed.id}`, () => {
    const columns = isComposite(model.types.get(feed.eventType))
      ? [
          ...defaultColumns(model, feed.eventType).flatMap(column => recordColumns(model, feed.eventType, column)),
          ...payloadColumns(model, feed.eventType),
        ]
      : [];
    if (columns.length === 0) columns.push(...leafColumns(model, feed.eventType, feed.eventType, []).slice(0, MOST_LEAVES));
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
      kindOf: value => valueKind(model, column.typeRef, column.path.at(-1), value),
      value: event => cellValue(event, column),
    }));
  });
}

/**
 * For a record in a payload (`VisitChange { visit }`) of which the columns show only the key: its default columns, which `selectResult`
 * selects. Any other column unchanged.
 */
function recordColumns(model: SchemaModel, eventType: string, column: Column): Column[] {
  const { relation } = column;
  if (relation === null || relation.many || keyPaths(model, eventType).length > 0) return [column];
  const naming = column.path.slice(relation.path.length).join('.');
  if (!keyPaths(model, relation.typeName).includes(naming)) return [column];
  const inner = defaultColumns(model, relation.typeName).flatMap(
    ({ path }) => columnAt(model, eventType, [...relation.path, ...path]) ?? [],
  );
  return inner.length === 0 ? [column] : inner;
}

/**
 * The columns that name the records in a payload which are not relations, because their keys have unusual names (`JobEvent { job }`, where
 * a job has a `number`).
 */
function payloadColumns(model: SchemaModel, eventType: string): Column[] {
  if (keyPaths(model, eventType).length > 0) return [];
  return [...fieldsOf(model.types.get(eventType)).values()].flatMap(field => {
    const type = typeOf(model, field.type);
    const isNamed = isComposite(type) && !isList(field.type) && displayPath(model, type.name) !== null;
    if (!isNamed || field.hidden || isRelation(model, field) || isAmount(model, field)) return [];
    return columnAt(model, eventType, [field.name]) ?? [];
  });
}

/** Maximum number of columns of values inside objects, and of levels of these. */
const MOST_LEAVES = 20;
const DEEPEST = 3;

/** The values inside the objects of an event that has none of its own, such as figures (`{ aggregate { count max { fee } } }`). */
function leafColumns(model: SchemaModel, eventType: string, typeName: string, above: readonly string[]): Column[] {
  // Of a type with a key, only the default columns are requested.
  const isKeyed = above.length > 0 && keyPaths(model, typeName).length > 0;
  const selected = new Set(isKeyed ? defaultColumns(model, typeName).map(column => column.id) : []);
  const found = [...fieldsOf(model.types.get(typeName)).values()].flatMap(field => {
    if (field.hidden || field.deprecationReason !== null || isList(field.type) || !needsNoArguments(field)) return [];
    const type = typeOf(model, field.type);
    const path = [...above, field.name];
    if (!isComposite(type)) return (!isKeyed || selected.has(field.name) ? columnAt(model, eventType, path) : null) ?? [];
    return path.length < DEEPEST ? leafColumns(model, eventType, type.name, path) : [];
  });
  return found.sort((one, other) => one.path.length - other.path.length);
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
    kindOf: value => valueKind(model, feed.field.type, feed.id, value),
    value: event => event,
  };
}

const LONGEST_LINE = 600;

/** Maximum number of fraction digits shown. */
const MOST_DIGITS = 6;
/** A date-time closer to the current time than this many ms is shown without its date: most events of a feed are current. */
const NEAR_MS = 12 * 60 * 60 * 1000;

/**
 * Returns a function that formats the cells of a column. All fractions of a column have as many digits as the longest one so far, so that
 * their decimal points line up. Date-times near the current time are shown without the date.
 */
export function columnText(
  column: FeedColumn,
  formats: Formats,
  text: Text,
): (sequence: number, window: Pick<EventWindow, 'valueAt'>) => string {
  let digits = -1;
  let numbers: Intl.NumberFormat | undefined;
  const time = secondsText(formats);
  const isId = isIdName(column.id);
  return (sequence, window) => {
    const value = column.value(window.valueAt(sequence));
    if (typeof value === 'number' && column.kind === 'number') {
      if (isId || isYear(column.id, value)) return String(value);
      const own = Number.isInteger(value) ? 0 : fractionDigits(value);
      if (own > digits || numbers === undefined) {
        digits = Math.max(digits, own);
        // Kept here: looking up a formatter by its options costs more than formatting.
        numbers = new Intl.NumberFormat(formats.locale, { minimumFractionDigits: digits, maximumFractionDigits: MOST_DIGITS });
      }
      return numbers.format(value);
    }
    const kind = kindOf(column, value);
    if (kind === 'dateTime' && (typeof value === 'string' || typeof value === 'number')) {
      const at = typeof value === 'number' ? epochMs(value) : Date.parse(value);
      if (Math.abs(at - Date.now()) < NEAR_MS) return time(at);
    }
    return valueText(value, kind, formats, text, column.enumLabel ?? readableName);
  };
}

/** The kind of a cell: for a text or a value of an unknown scalar, the value decides. */
function kindOf({ kind, kindOf }: FeedColumn, value: unknown): ValueKind {
  if (kind === 'text') return typeof value === 'string' ? (momentIn(value) ?? kind) : kind;
  return kind === 'unknown' ? (kindOf?.(value) ?? kind) : kind;
}

/** Returns a function that formats times to the second. It caches the last second, because many events arrive in the same one. */
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
  // More than 15 significant digits are artefacts of binary floating point.
  const written = String(Number(value.toPrecision(15)));
  const point = written.indexOf('.');
  return point < 0 || written.includes('e') ? 0 : Math.min(MOST_DIGITS, written.length - point - 1);
}

/** An event as one line of JSON. */
export function jsonLine(event: unknown): string {
  return shortJson(event, LONGEST_LINE);
}
