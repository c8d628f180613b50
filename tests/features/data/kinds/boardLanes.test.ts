/** The lanes of a board. */
import { boardLanes } from '../../../../src/features/data/kinds/board/boardLanes';
import { kindColumns } from '../../../../src/features/data/kinds/kindColumns';
import { modelOf } from '../../../schema/modelOf';

const many = Array.from({ length: 60 }, (_, at) => `V${at}`);
const model = modelOf(
  `
    enum Few { B A }
    enum Many { ${many.join(' ')} }
    type Row { id: ID!, few: Few!, many: Many, yes: Boolean, photo: String, site: String, notes: String, created: String }
    type Query { rows: [Row!]! }
  `,
);
const { board, gallery, calendar } = kindColumns(model, 'Row');
const by = (name: string) => board.find(column => column.id === name) as (typeof board)[number];
const shown = (name: string, rows: Record<string, unknown>[]) =>
  boardLanes(model, by(name), rows, () => undefined).map(({ value, rows: at }) => [value, at]);

test('offers an enum before a boolean, recognises an image by its name, and treats no text as a date', () => {
  expect(board.map(column => column.id)).toEqual(['few', 'many', 'yes']);
  expect(gallery.map(column => column.id)).toEqual(['photo']);
  expect(calendar).toEqual([]);
});

test('orders lanes as the schema does, with null last if the field is nullable', () => {
  expect(shown('few', [{ few: 'A' }, { few: 'B' }, { few: 'A' }])).toEqual([
    ['B', [1]],
    ['A', [0, 2]],
  ]);
  expect(shown('yes', [{ yes: null }, { yes: false }, {}])).toEqual([
    [true, []],
    [false, [1]],
    [null, [0, 2]],
  ]);
});

test('adds a lane for an unknown value, and gives names of Object.prototype no other meaning', () => {
  expect(shown('few', [{ few: 'NEW' }, { few: '__proto__' }])).toEqual([
    ['B', []],
    ['A', []],
    ['NEW', [0]],
    ['__proto__', [1]],
  ]);
});

test('shows only lanes with rows if there are very many values', () => {
  expect(shown('many', [{ many: 'V7' }, { many: 'V3' }])).toEqual([
    ['V3', [1]],
    ['V7', [0]],
  ]);
});
