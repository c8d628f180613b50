/** The response to a change, merged into a row that was read before. */
import { withSentResult } from '../../../../../src/features/data/edit/sending/sentResults';
import { modelOf } from '../../../../schema/modelOf';

const model = modelOf(`
  type Money { amount: Float! currency: String! } input MoneyInput { amount: Float! currency: String! }
  type Berth { id: ID! name: String! }
  type Ship { id: ID! name: String! fee: Money berth: Berth }
  input ShipPatch { name: String fee: MoneyInput berthId: ID }
  type Query { ships: [Ship!]! ship(id: ID!): Ship berths: [Berth!]! berth(id: ID!): Berth }
  type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }`);
const row = { id: 's1', name: 'Old', fee: { amount: 1, currency: 'EUR' }, berth: { id: 'b1', name: 'North' } };
const edit = (field: string, after: unknown, name?: string) => ({ field, column: field, label: '', before: null, after, name });
const laid = (record: object | null, ...edits: ReturnType<typeof edit>[]) =>
  withSentResult(model, row, { typeName: 'Ship', keys: [['id', 's1']], edits, record: record && { ...record } });

test('uses the values of the response, otherwise the sent ones', () => {
  expect(laid({ id: 's1', name: 'NEW' }, edit('name', 'new'))).toEqual({ ...row, name: 'NEW' });
  expect(laid(null, edit('name', 'new'))).toEqual({ ...row, name: 'new' });
  expect(laid({ id: 's1' }, edit('fee.amount', 2))).toEqual({ ...row, fee: { amount: 2, currency: 'EUR' } });
});

test('shows a related record by its name', () => {
  expect(laid(null, edit('berthId', 'b2', 'South'))).toEqual({ ...row, berth: { id: 'b2', name: 'South' } });
  expect(laid({ berth: { id: 'b2', name: 'East' } }, edit('berthId', 'b2', 'South'))).toMatchObject({ berth: { name: 'East' } });
  expect(laid(null, edit('berthId', null))).toEqual({ ...row, berth: null });
  // The name of the new record is unknown, so the previous one stays until the row is read.
  expect(laid(null, edit('berthId', 'b2'))).toEqual(row);
});

test('treats a field of any name as a plain field', () => {
  expect(laid({ name: 'x' }, edit('__proto__', { polluted: true }))).toEqual(row);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
