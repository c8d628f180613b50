/** Rows as text for spreadsheets. */
import { tabSeparatedRows } from '../../../../../src/features/data/table/selection/tabSeparated';
import { NO_PRESENTATION } from '../../../../../src/lib/page/presentation';
import { columnChoices } from '../../../../../src/schema/collections/columns/columnChoices';
import { type Column, columnAt } from '../../../../../src/schema/collections/columns/columns';
import { presentModel } from '../../../../../src/schema/presentation/presentModel';
import { modelOf } from '../../../../schema/modelOf';

test('the heading of amounts in cents says so, because they are copied as the server stores them', () => {
  const sdl = 'type Query { orders: [Order!]! } type Order { id: ID! name: String! totalCents: Int! currency: String! }';
  const model = presentModel(modelOf(sdl), NO_PRESENTATION, 'en');
  const columns = ['name', 'totalCents'].map(name => columnAt(model, 'Order', [name]) as Column);
  expect(columns.map(column => column.label)).toEqual(['Name', 'Total']);
  // The list of all columns has the same names as the table.
  expect(columnChoices(model, 'Order').map(choice => choice.label)).toContain('Total');
  expect(tabSeparatedRows([{ name: 'A', totalCents: 1234, currency: 'EUR' }], columns)).toBe('Name\tTotal cents\nA\t1234');
});
