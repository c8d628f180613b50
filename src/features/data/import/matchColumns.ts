/** Matches each column of a file to a field: first by the same name, then by a similar name and the form of its values. Pure. */
import type { FormField } from '../../../schema/forms/formModel';
import type { DateReader } from '../../../ui/form/writtenDate';
import { cellToValue, type PlainText, plainText } from '../edit/readCells';

/** Names of the matched fields, by column index; null: the column is left out. */
export type Matching = readonly (string | null)[];

/** Normalizes a name, so that `Ship ID`, `shipId` and `ship_id` are equal. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Matches columns to fields; each field at most once. Columns with few valid values are matched last; the import marks their invalid cells.
 * @param dates reads dates in the user's language. Default: ISO 8601 only
 * @param isNamed true for the key of another record, which may be given as its name: a number, too, then takes any text
 */
export function matchColumns(
  columns: readonly string[],
  fields: readonly FormField[],
  sample: readonly (readonly string[])[],
  dates: DateReader = text => text,
  isNamed: (field: FormField) => boolean = () => false,
): Matching {
  const plainTexts = plainText(number => number.replace(/[\s,']/g, ''), dates);
  const share: Share = (field, at) =>
    goodShare(
      field,
      sample.map(row => row[at] ?? ''),
      plainTexts,
    );
  // False if most values are invalid for the field.
  const fits = (field: FormField, at: number): boolean => share(field, at) >= 0.5;
  const found: (string | null)[] = columns.map(() => null);
  const taken = new Set<string>();
  const matchers: ReadonlyArray<(column: string, field: FormField) => boolean> = [
    (column, field) => plain(column) === plain(field.name) || plain(column) === plain(field.label),
    // `ship`, `ship name` and `ship.id` match `shipId`.
    (column, field) => {
      const stem = plain(field.name.replace(/_?(id|uuid)$/i, ''));
      return (
        stem !== '' && stem !== plain(field.name) && (plain(column) === stem || /^(name|id)$/.test(rest(plain(column), stem)))
      );
    },
    // `length in metres` matches `lengthMetres`.
    (column, field) =>
      plain(column).length > 3 &&
      plain(field.name).length > 3 &&
      plain(column).replace(/in/g, '').includes(plain(field.name).replace(/in/g, '')),
    // `max length` matches `maxLengthMetres`, if no other field starts with it.
    (column, field) => {
      const begun = plain(column).length > 3 ? fields.filter(each => plain(each.name).startsWith(plain(column))) : [];
      return begun.length === 1 && begun[0] === field;
    },
  ];
  const byName = (isFit: typeof fits): void => {
    for (const isMatch of matchers)
      for (const [at, column] of columns.entries()) {
        if (found[at] !== null) continue;
        const field = fields.find(entry => !taken.has(entry.name) && isMatch(column, entry));
        // A column with exactly the field's name is never left out silently, even if its values do not fit.
        // Nor is one with the name of the record whose key the field takes.
        const isSure = field !== undefined && (isMatch === matchers[0] || (isMatch === matchers[1] && isNamed(field)));
        if (field === undefined || !(isSure || isFit(field, at))) continue;
        found[at] = field.name;
        taken.add(field.name);
      }
  };
  byName(fits);
  byValues(columns, fields, sample, found, taken, fits);
  byName((field, at) => share(field, at) > 0);
  return found;
}

const rest = (text: string, stem: string): string => (text.startsWith(stem) ? text.slice(stem.length) : '');

/** Matches a column to an enum field by its values, if most of them are valid for exactly one such field. */
function byValues(
  columns: readonly string[],
  fields: readonly FormField[],
  sample: readonly (readonly string[])[],
  found: (string | null)[],
  taken: Set<string>,
  fits: (field: FormField, at: number) => boolean,
): void {
  for (const at of columns.keys()) {
    if (found[at] !== null || !sample.some(row => row[at] !== '')) continue;
    const fitting = fields.filter(field => !taken.has(field.name) && field.control.kind === 'enum' && fits(field, at));
    const [one] = fitting;
    if (one === undefined || fitting.length > 1) continue;
    found[at] = one.name;
    taken.add(one.name);
  }
}

/** The share of values of a column that are valid for a field. Keys of other records may be given as names. */
type Share = (field: FormField, at: number) => number;

function goodShare(field: FormField, column: readonly string[], plainTexts: PlainText): number {
  const cells = column.filter(cell => cell !== '');
  const good = cells.filter(cell => 'value' in cellToValue(field, cell, plainTexts));
  return cells.length === 0 ? 1 : good.length / cells.length;
}
