/** Parses cells that a spreadsheet put on the clipboard: separated by tabs, one row per line, quoted if they contain either. */
import { unguardFormula } from '../../../lib/text/guardFormula';
import { valueAsText } from '../../../lib/text/valueAsText';
import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, toVariables } from '../../../schema/forms/formValues';
import type { ScalarKind } from '../../../schema/model/scalars';
import type { DateKind, DateReader } from '../../../ui/form/writtenDate';

/** Maximum length of clipboard text; the rest is ignored. */
const MOST_CHARACTERS = 2_000_000;

/** The rows of a block, without the empty line that spreadsheets append. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const source = text.slice(0, MOST_CHARACTERS);
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (char === '"' && cell === '' && closes(source, at)) isQuoted = true;
    else if (char === '\t') {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && source[at + 1] === '\n') at++;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += char;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** True if a quote has a closing one; otherwise it is an ordinary character. */
const closes = (text: string, at: number): boolean => text.indexOf('"', at + 1) >= 0;

const YES = /^(true|yes|y|1|x)$/i;
const NO = /^(false|no|n|0)$/i;

/** Converts a number or a date in the format of the user's language to plain digits or ISO 8601. Other text is returned as it is. */
export type PlainText = (text: string, kind: ScalarKind) => string;

/** Puts functions for numbers and for dates together. */
export const plainText =
  (number: (text: string) => string, date: DateReader): PlainText =>
  (text, kind) =>
    isDateKind(kind) ? date(text, kind) : /^(int|bigInt|float|decimal)$/.test(kind) ? number(text) : text;

const isDateKind = (kind: ScalarKind): kind is DateKind => /^(date|time|dateTime|localDateTime)$/.test(kind);

/** Converts the text of a cell to the value of a field; `problem` if the text is not valid for it. */
export function cellToValue(
  field: FormField,
  text: string,
  plain: PlainText,
): { readonly value: unknown } | { readonly problem: true } {
  const bare = unguardFormula(text);
  const written = bare.trim();
  const isText = field.control.kind === 'scalar' && /^(text|longText)$/.test(field.control.scalar.kind);
  if (written === '') return field.nullable ? { value: null } : isText ? { value: '' } : { problem: true };
  const draft = draftOfText(field, isText ? bare : written, plain);
  const shown = { ...field, required: true, defaultValue: undefined };
  const { variables, problems } = toVariables([shown], Object.fromEntries([[field.name, draft]]));
  if (problems.length > 0 || !Object.hasOwn(variables, field.name)) return { problem: true };
  return { value: variables[field.name] };
}

function draftOfText({ control }: FormField, text: string, plain: PlainText): Draft {
  if (control.kind === 'enum') {
    const wanted = text.toLowerCase();
    const option =
      control.options.find(entry => entry.value === text) ??
      control.options.find(entry => entry.value.toLowerCase() === wanted || entry.label.toLowerCase() === wanted);
    return option?.value ?? text;
  }
  if (control.kind === 'list') {
    const items = text.startsWith('[') ? readList(text) : text.split(/[,;]/);
    return items.map(item => draftOfText(control.item, item.trim(), plain));
  }
  if (control.kind !== 'scalar') return text;
  if (control.scalar.kind === 'boolean') return YES.test(text) ? true : NO.test(text) ? false : text;
  return plain(text, control.scalar.kind);
}

function readList(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.map(valueAsText);
  } catch {
    // Not JSON.
  }
  return text.split(',');
}
