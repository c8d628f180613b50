/** @jest-environment node */
/** The order that a click on a column header requests. */
import { sortFieldOf } from '../../../../../src/features/data/table/columns/columnSorting';
import { findCollections } from '../../../../../src/schema/collections/collections';
import { columnAt } from '../../../../../src/schema/collections/columns/columns';
import { sortCapability } from '../../../../../src/schema/filters/sortCapability';
import { modelOf } from '../../../../schema/modelOf';

const model = modelOf(`
  type Money { amount: Float! currency: String! } type Place { city: String! street: String! } type Club { id: ID! name: String! }
  type Race { id: ID! name: String! fee: Money! place: Place! club: Club }
  enum RaceOrder { NAME_ASC NAME_DESC FEE_ASC FEE_DESC PLACE_ASC PLACE_DESC CLUB_ID_ASC CLUB_ID_DESC }
  type Query { races(orderBy: RaceOrder): [Race!]! club(id: ID!): Club }`);

it.each([
  [['name'], 'name'],
  [['club'], 'club'],
  // A money object is sorted by its amount; a part of another object does not sort the object.
  [['fee'], 'fee'],
  [['fee', 'amount'], 'fee'],
  [['fee', 'currency'], undefined],
  [['place', 'street'], undefined],
])('%j is sorted by %s', (path, field) => {
  const collection = findCollections(model).find(each => each.rowType === 'Race');
  const column = columnAt(model, 'Race', path);
  if (collection === undefined || column === null) throw new Error('not found');
  expect(sortFieldOf(sortCapability(model, collection), column)?.id).toBe(field);
});
