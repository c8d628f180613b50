/** Parses record references from URLs: the inverse of `formatRecordRef`. */

import { scalarInfo } from '../model/scalars';
import { type SchemaModel, typeOf } from '../model/schemaModel';
import { fieldAt } from './displayField';
import { type RecordRef, recordLookup } from './records';

/** The record that `text` refers to; null if the type has no lookup or the text does not match its keys. */
export function parseRecordRef(model: SchemaModel, typeName: string, text: string): RecordRef | null {
  const keys = recordLookup(model, typeName)?.keys ?? [];
  const [only] = keys;
  if (only === undefined || text === '') return null;
  if (text.startsWith('{')) {
    try {
      const json: unknown = JSON.parse(text);
      if (typeof json === 'object' && json !== null && keys.every(key => Object.hasOwn(json, key.column))) {
        const values = json as Record<string, unknown>;
        return { typeName, keys: Object.fromEntries(keys.map(key => [key.column, values[key.column]])) };
      }
    } catch {
      // Not JSON: an id can also start with a brace.
    }
  }
  if (keys.length > 1) return null;
  const value = keyFromText(model, typeName, only.column, text);
  return value === null ? null : { typeName, keys: Object.fromEntries([[only.column, value]]) };
}

/** Converts the text of a key to the type of its field. Null if the text is not a valid number for a numeric key. */
export function keyFromText(model: SchemaModel, typeName: string, column: string, text: string): unknown {
  const field = fieldAt(model, typeName, column);
  const type = field === undefined ? undefined : typeOf(model, field.type);
  if (type?.kind !== 'scalar') return text;
  const info = scalarInfo(type);
  if (info.kind !== 'int' && info.kind !== 'bigInt' && info.kind !== 'float') return text;
  const number = Number(text);
  if (!(info.kind === 'float' ? /^-?[\d.]+(e[+-]?\d+)?$/i : /^-?\d+$/).test(text) || !Number.isFinite(number)) return null;
  // An unsafe integer (above 2^53) stays text, to keep all digits.
  return info.kind === 'float' || Number.isSafeInteger(number) ? number : text;
}
