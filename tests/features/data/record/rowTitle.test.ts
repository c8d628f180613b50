/** @jest-environment node */
/** The title of a record in a list of records. */
import { rowTitle } from '../../../../src/features/data/record/rowTitle';
import { modelOf } from '../../../schema/modelOf';

const MODEL = modelOf(`
  type Query { ships: [Ship!]! ship(id: ID!): Ship visits: [Visit!]! visit(id: ID!): Visit }
  type Ship { id: ID! name: String! }
  type Visit { id: ID! status: String ship: Ship! }
`);

it.each([
  ['its name', 'Ship', { id: 's1', name: 'Nordlys' }, 'Nordlys'],
  ['its key and what it belongs to', 'Visit', { id: 'v1', status: 'IN', ship: { id: 's1', name: 'Nordlys' } }, 'Nordlys (v1)'],
  ['its key alone', 'Visit', { id: 'v1', status: 'IN' }, 'v1'],
  ['nothing', 'Visit', { status: 'IN' }, null],
])('%s', (_, typeName, row, title) => {
  expect(rowTitle(MODEL, typeName, row)).toBe(title);
});
