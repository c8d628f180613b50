/** From a name in a response to its page in Docs. */

import { readDocument } from '../../../../src/features/query/editor/document/documentTools';
import { resultDocs } from '../../../../src/features/query/editor/resultDocs';
import { modelOf } from '../../../schema/modelOf';

const model = modelOf(`
  type Query { ships(first: Int): ShipConnection! search: [Thing!]! }
  type Mutation { scrap(id: ID!): Ship }
  type ShipConnection { edges: [ShipEdge!]! }
  type ShipEdge { node: Ship! }
  interface Named { name: String! }
  type Ship implements Named { id: ID! name: String! home: Port }
  type Port implements Named { name: String! country: String }
  union Thing = Ship | Port
`);

function docs(text: string): ReturnType<typeof resultDocs> {
  const { document, operations } = readDocument(text);
  const [operation] = operations;
  if (!document || !operation) throw new Error('no operation');
  return resultDocs(model, document, operation);
}

test('finds the field of a name, through lists and objects', () => {
  const of = docs('{ ships { edges { node { name home { country } } } } }');
  expect(of(['ships', 'edges', 'node', 'name'])).toBe('/docs/Ship/name');
  expect(of(['ships', 'edges', 'node', 'home', 'country'])).toBe('/docs/Port/country');
  expect(of(['ships', 'edges', 'node'])).toBe('/docs/ShipEdge/node');
});

test('finds the field of an alias', () => {
  expect(docs('{ fleet: ships { edges { node { called: name } } } }')(['fleet', 'edges', 'node', 'called'])).toBe(
    '/docs/Ship/name',
  );
});

test('fields of fragments belong to the type the fragment is on', () => {
  const of = docs(`query { search { ...Ships ... on Port { country } ... { ... on Named { name } } } }
    fragment Ships on Ship { home { name } id }`);
  expect(of(['search', 'id'])).toBe('/docs/Ship/id');
  expect(of(['search', 'home', 'name'])).toBe('/docs/Port/name');
  expect(of(['search', 'country'])).toBe('/docs/Port/country');
  expect(of(['search', 'name'])).toBe('/docs/Named/name');
});

test('merges a field that is requested twice', () => {
  const of = docs('{ ships { edges { node { id } } } ships { edges { node { name } } } }');
  expect(of(['ships', 'edges', 'node', 'name'])).toBe('/docs/Ship/name');
});

test('mutations start at the mutation type', () => {
  expect(docs('mutation { scrap(id: 1) { name } }')(['scrap', 'name'])).toBe('/docs/Ship/name');
});

test('unknown fields have no docs, and circular fragments end', () => {
  expect(docs('{ ships { edges { nothing } } }')(['ships', 'edges', 'nothing'])).toBeNull();
  expect(docs('{ search { __typename } }')(['search', '__typename'])).toBeNull();
  expect(docs('{ search { ...A } } fragment A on Ship { ...B } fragment B on Ship { ...A }')(['search', 'id'])).toBeNull();
  expect(docs('{ search { __typename } }')([])).toBeNull();
});
