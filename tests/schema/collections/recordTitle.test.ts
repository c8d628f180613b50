/** @jest-environment node */
/** The title of a record, and what stands for it if the record has no name. */
import { recordTitle } from '../../../src/schema/collections/recordTitle';
import { modelOf } from '../modelOf';

const MODEL = modelOf(`
  type Query { ships: [Ship!]! ship(id: ID!): Ship berths: [Berth!]! berth(id: ID!): Berth visits: [Visit!]! visit(id: ID!): Visit }
  type Ship { id: ID! name: String! }
  type Berth { id: ID! name: String! }
  type Visit { id: ID! berth: Berth ship: Ship! code: String }
`);
const ship = { id: 's1', name: 'Nordlys' };
const berth = { id: 'b1', name: 'Quay 2' };

it.each([
  ['all parts of its key', { patient: 'P1', drug: 'statin', mg: 20 }, 'P1 · statin'],
  ['the parts that are loaded', { drug: 'statin' }, 'statin'],
])('a record without a key of its own is titled with %s', (_, row, title) => {
  const model = modelOf(`
    type Query { doses: [Dose!]! dose(drug: String!, patient: String!): Dose }
    type Dose { patient: String! drug: String! mg: Int! }
  `);
  expect(recordTitle(model, 'Dose', row)).toBe(title);
});

it.each([
  ['its name', 'Ship', ship, 'Nordlys'],
  ['its key, if its name is empty', 'Ship', { id: 's1', name: '' }, 's1'],
  ['the records that it belongs to', 'Visit', { id: 'v1', ship, berth, code: null }, 'Nordlys · Quay 2'],
  ['the only record that it belongs to', 'Visit', { id: 'v1', ship, berth: null }, 'Nordlys'],
  ['a code before them', 'Visit', { id: 'v1', ship, berth, code: 'A7' }, 'A7'],
  ['its key, if nothing else is loaded', 'Visit', { id: 'v1' }, 'v1'],
  ['nothing', 'Visit', {}, null],
])('%s', (_, typeName, row, title) => {
  expect(recordTitle(MODEL, typeName, row)).toBe(title);
});
