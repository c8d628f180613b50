/** Formats a value as one line of text, for fast-changing cells, summaries and titles. */
import type { Formats } from '../../i18n/formats';
import type { Text } from '../../i18n/language';
import { epochMs } from '../../lib/epochMs';
import { shortJson } from '../json/shortJson';

/** Maximum length of the text, in characters. */
const LONGEST = 200;

/**
 * Returns the text of a value; '' for undefined, '–' for null. `kind` is the kind of the value (schema/model/valueKind.ts; unknown kinds count
 * as text). `enumLabel` returns the label of an enum value.
 */
export function valueText(
  value: unknown,
  kind: string,
  formats: Formats,
  text: Text,
  enumLabel: (value: string) => string = same,
): string {
  if (value === null || value === undefined) return value === null ? '–' : '';
  if (Array.isArray(value))
    return clip(
      value
        .slice(0, 20)
        .map(item => valueText(item, kind === 'list' ? 'unknown' : kind, formats, text, enumLabel))
        .join(', '),
    );
  switch (typeof value) {
    case 'boolean':
      return text(value ? 'ui.yes' : 'ui.no');
    case 'number':
      if (kind === 'date') return formats.date(epochMs(value));
      if (kind === 'dateTime') return formats.dateTime(epochMs(value), { seconds: true });
      return kind === 'id' ? String(value) : formats.number(value);
    case 'object':
      return shortJson(value, LONGEST);
    case 'string':
      return ofText(value, kind, formats, enumLabel);
    default:
      return String(value);
  }
}

const same = (value: string): string => value;

function ofText(value: string, kind: string, formats: Formats, enumLabel: (value: string) => string): string {
  switch (kind) {
    case 'dateTime':
    case 'localDateTime':
      return formats.dateTime(value, { seconds: true });
    case 'date':
      return formats.date(value);
    case 'time':
      return formats.time(value, { seconds: true });
    case 'bigInt':
    case 'decimal':
    case 'number':
    case 'count':
      return formats.number(value);
    case 'enum':
      return enumLabel(value);
    default:
      return clip(value);
  }
}

function clip(value: string): string {
  const line = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  return line.includes('\n') ? line.replace(/\s+/g, ' ') : line;
}
