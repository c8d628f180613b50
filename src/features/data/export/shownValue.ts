/**
 * The value of a cell as the screen formats it, for files that people read: money, dates, numbers and enum values in the user's language.
 */
import type { Formats } from '../../../i18n/formats';
import type { Text } from '../../../i18n/language';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import { enumWords, type SchemaModel } from '../../../schema/model/schemaModel';
import { valueText } from '../../../ui/table/valueText';
import { currencyOf, figureWords } from '../edit/fields/minorAmounts';

/** Kinds of values whose formatted text differs from the value that the server sent. */
const WRITTEN = new Set(['number', 'bigInt', 'decimal', 'count', 'date', 'time', 'dateTime', 'localDateTime', 'enum']);

/** The formatted text; a value that is shown unchanged is returned unchanged. */
export function shownValue(model: SchemaModel, column: Column, row: Row, formats: Formats, text: Text): unknown {
  const value = cellValue(row, column);
  if (value === null || value === undefined) return value;
  const figure = figureWords(column, row, formats);
  if (figure !== null) return figure;
  const currency = currencyOf(column, row);
  if (currency !== undefined && (typeof value === 'number' || typeof value === 'string')) return formats.money(value, currency);
  const { enumLabel } = enumWords(model, column.typeRef);
  if (Array.isArray(value) && value.every(item => typeof item !== 'object' || item === null))
    return value.map(item => (typeof item === 'string' && column.kind === 'enum' ? enumLabel(item) : item)).join(', ');
  if (typeof value === 'object') return value;
  return typeof value === 'boolean' || WRITTEN.has(column.kind) ? valueText(value, column.kind, formats, text, enumLabel) : value;
}
