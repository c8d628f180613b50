import { collectionById } from '../../../src/schema/collections/collections';
import { columnAt } from '../../../src/schema/collections/columns/columns';
import { filterCapability } from '../../../src/schema/filters/filterCapability';
import { columnDocs, filterDocs, formDocs } from '../../../src/session/navigation/docsLinks';
import { modelOf } from '../../schema/modelOf';

const model = modelOf(`
  type Query { harbour: HarbourQueries }
  type HarbourQueries { ships(where: ShipWhere, near: String): [Ship!]! }
  input ShipWhere { name: StringFilter } input StringFilter { eq: String contains: String }
  type Ship { id: ID! name: String berth: Berth }
  type Berth { id: ID! name: String }
  type Mutation { harbour: HarbourActions } type HarbourActions { book(input: Booking!): Ship } input Booking { at: String }
`);

it('links a column to its field, and a relation to the field that contains it', () => {
  const docs = (...path: string[]) => {
    const column = columnAt(model, 'Ship', path);
    return column && columnDocs(model, 'Ship', column);
  };
  expect(docs('name')).toBe('/docs/Ship/name');
  expect(docs('berth')).toBe('/docs/Ship/berth');
});

it('links a form to the field whose arguments it fills in, and its parts to the input type', () => {
  const docs = formDocs(model, 'Mutation', ['harbour', 'book']);
  expect([docs('input', null), docs('at', 'Booking')]).toEqual(['/docs/HarbourActions/book', '/docs/Booking/at']);
});

it('links a filter to its column, or to the list that accepts it', () => {
  const collection = collectionById(model, 'harbour.ships');
  const docs = (id: string) => {
    const field = (collection && filterCapability(model, collection))?.fields.find(entry => entry.id === id);
    return collection && field && filterDocs(model, collection, field);
  };
  expect([docs('name'), docs('near')]).toEqual(['/docs/Ship/name', '/docs/HarbourQueries/ships']);
});
