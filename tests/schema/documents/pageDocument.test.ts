/** The query of a page of rows. */
import { findCollections } from '../../../src/schema/collections/collections';
import { pageDocument } from '../../../src/schema/documents/documents';
import { modelOf } from '../modelOf';

const model = modelOf(`
  enum Status { OPEN CLOSED }
  type Query { ships(limit: Int, offset: Int, status: Status): [Ship!]! shipsCount: Int! }
  type Ship { id: ID! name: String! status: Status! }
`);

test('a total that ignores the filter does not hide the next page', () => {
  const [ships] = findCollections(model);
  if (!ships) throw new Error('no collection');
  const { read, variables } = pageDocument(model, ships, {
    size: 2,
    filters: [{ field: 'status', operator: 'is', value: 'OPEN' }],
  });
  expect(variables).toMatchObject({ limit: 3 });
  const page = read({ ships: [1, 2, 3].map(id => ({ id, name: 'x', status: 'OPEN' })) });
  expect(page).toMatchObject({ total: null });
  expect(page.next).not.toBe(null);
  expect(page.rows).toHaveLength(2);
});
