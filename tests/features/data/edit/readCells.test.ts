/** Blocks of cells from the clipboard, and their values. */
import { cellToValue, plainText, readCells } from '../../../../src/features/data/edit/readCells';
import { formField } from '../../../../src/schema/forms/formModel';
import { createDateReader } from '../../../../src/ui/form/writtenDate';
import { modelOf } from '../../../schema/modelOf';

const model = modelOf(`
  scalar DateTime
  type Query { a(text: String!, count: Int, kind: Kind!, done: Boolean, tags: [String!], at: DateTime, days: [Date!]): Int }
  scalar Date
  enum Kind { DRY_CARGO LIQUID }
`);
const field = (name: string) => {
  const argument = model.queryType.fields.get('a')?.args.get(name);
  if (argument === undefined) throw new Error(name);
  return formField(model, argument);
};
const plain = (text: string): string => text.replace(',', '');

test('tabs and line breaks separate cells, except within quotes, and a final line break adds no row', () => {
  expect(readCells('a\tb\r\nc\t\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ]);
  expect(readCells('"two\nlines"\t"a ""b"""\nx')).toEqual([['two\nlines', 'a "b"'], ['x']]);
  // An unclosed quote is plain text.
  expect(readCells('"5\tx')).toEqual([['"5', 'x']]);
  expect(readCells('')).toEqual([]);
});

test('a cell is converted to a value in the notation of the user, or to none', () => {
  expect(cellToValue(field('count'), '1,234', plain)).toEqual({ value: 1234 });
  expect(cellToValue(field('count'), 'many', plain)).toEqual({ problem: true });
  expect(cellToValue(field('count'), '', plain)).toEqual({ value: null });
  expect(cellToValue(field('kind'), 'dry cargo', plain)).toEqual({ value: 'DRY_CARGO' });
  expect(cellToValue(field('kind'), 'other', plain)).toEqual({ problem: true });
  expect(cellToValue(field('done'), 'No', plain)).toEqual({ value: false });
  expect(cellToValue(field('tags'), 'a; b', plain)).toEqual({ value: ['a', 'b'] });
});

test('a value that was guarded against formulas when it was copied is restored', () => {
  expect(cellToValue(field('text'), "'=A1", plain)).toEqual({ value: '=A1' });
  expect(cellToValue(field('text'), "'%5 off; '- twice\n'- list", plain)).toEqual({ value: '%5 off; - twice\n- list' });
  expect(cellToValue(field('text'), "'quoted", plain)).toEqual({ value: "'quoted" });
});

test('a date is read as a spreadsheet writes it', () => {
  const british = plainText(plain, createDateReader('en-GB', 'Europe/Berlin'));
  expect(cellToValue(field('at'), '25/02/2027 06:30', british)).toEqual({ value: '2027-02-25T05:30:00.000Z' });
  expect(cellToValue(field('at'), '02/25/2027 06:30', british)).toEqual({ problem: true });
  expect(cellToValue(field('days'), '25/02/2027; 26 Feb 2027', british)).toEqual({ value: ['2027-02-25', '2027-02-26'] });
  expect(cellToValue(field('text'), '25/02/2027', british)).toEqual({ value: '25/02/2027' });
});
