/** Invalid introspection results: each is refused with a clear error, or its valid parts are read. */
import { buildSchema, introspectionFromSchema } from 'graphql';
import { columnChoices } from '../../src/schema/collections/columns/columnChoices';
import { defaultColumns } from '../../src/schema/collections/columns/defaultColumns';
import { findFeeds } from '../../src/schema/collections/feeds';
import { findLookups } from '../../src/schema/collections/lookups';
import { pageDocument } from '../../src/schema/documents/documents';
import { readIntrospection } from '../../src/schema/model/introspection';
import type { SchemaModel } from '../../src/schema/model/schemaModel';
import { findActions } from '../../src/schema/mutations/actions';
import { wholeCollections } from '../schema/wholeCollections';

type Json = Record<string, unknown>;
/** Untyped, because a test can write to any part of it. */
// biome-ignore lint/suspicious/noExplicitAny: as above
type Loose = any;

const SDL = `
  interface Node { id: ID! }
  enum Colour { RED GREEN }
  input ShipFilter { name: String, colour: Colour = RED, and: [ShipFilter!] }
  type Ship implements Node { id: ID!, name: String!, colour: Colour, owner: Owner, sisters: [Ship!]! }
  type Owner { id: ID!, name: String }
  union Found = Ship | Owner
  type Query { ships(filter: ShipFilter, limit: Int = 10, offset: Int): [Ship!]!, ship(id: ID!): Ship, find(text: String!): [Found!] }
  type Mutation { renameShip(id: ID!, name: String!): Ship }
  type Subscription { shipMoved(id: ID): Ship }
`;
const fresh = (): Loose => JSON.parse(JSON.stringify(introspectionFromSchema(buildSchema(SDL))));
const typeIn = (result: Loose, name: string): Loose => result.__schema.types.find((type: Json) => type.name === name);
const nested = (depth: number, kind: string): Json => {
  let ref: Json = { kind: 'OBJECT', name: 'Ship', ofType: null };
  for (let level = 0; level < depth; level++) ref = { kind, name: null, ofType: ref };
  return ref;
};

/** The changes of a valid result. A returned value replaces the result. */
const BREAK: Record<string, (result: Loose) => unknown> = {
  null: () => null,
  'a string': () => 'introspection is disabled',
  'an array': result => [result],
  'an empty object': () => ({}),
  'no __schema': () => ({ __schema: null }),
  'an empty __schema': () => ({ __schema: {} }),
  'types that are null': result => {
    result.__schema.types = null;
  },
  'types that are an object': result => {
    result.__schema.types = { Ship: {} };
  },
  'types with holes': result => void result.__schema.types.push(null, 7, 'Ship', []),
  'a type without a name': result => void delete typeIn(result, 'Owner').name,
  'a type whose name is a number': result => {
    typeIn(result, 'Owner').name = 7;
  },
  'a type whose name is markup': result => {
    typeIn(result, 'Owner').name = '<img src=x onerror=alert(1)>';
  },
  'a type of an unknown kind': result => {
    typeIn(result, 'Owner').kind = 'TUPLE';
  },
  'two types of one name': result =>
    void result.__schema.types.push({ ...typeIn(result, 'Owner'), kind: 'SCALAR', fields: null }),
  'a type called __proto__': result => {
    typeIn(result, 'Owner').name = '__proto__';
  },
  'fields that are null': result => {
    typeIn(result, 'Ship').fields = null;
  },
  'fields that are a string': result => {
    typeIn(result, 'Ship').fields = 'id name';
  },
  'a field without a type': result => void delete typeIn(result, 'Ship').fields[1].type,
  'a field of an unknown type': result => {
    typeIn(result, 'Ship').fields[1].type = { kind: 'OBJECT', name: 'Nowhere' };
  },
  'a field called __proto__': result => {
    typeIn(result, 'Ship').fields[1].name = '__proto__';
  },
  'a field twice': result => void typeIn(result, 'Ship').fields.push(typeIn(result, 'Ship').fields[0]),
  'a thousand lists': result => {
    typeIn(result, 'Ship').fields[4].type = nested(1000, 'LIST');
  },
  'a thousand times not null': result => {
    typeIn(result, 'Ship').fields[4].type = nested(1000, 'NON_NULL');
  },
  'a list of nothing': result => {
    typeIn(result, 'Ship').fields[4].type = { kind: 'LIST', name: null, ofType: null };
  },
  'arguments that are null': result => {
    typeIn(result, 'Query').fields[0].args = null;
  },
  'an argument of an object type': result => {
    typeIn(result, 'Query').fields[0].args[0].type = { kind: 'OBJECT', name: 'Ship', ofType: null };
  },
  'a default value that is no literal': result => {
    typeIn(result, 'Query').fields[0].args[1].defaultValue = '{{{[[["';
  },
  'a default value of 100,000 brackets': result => {
    typeIn(result, 'Query').fields[0].args[1].defaultValue = '['.repeat(100_000);
  },
  'an enum without values': result => {
    typeIn(result, 'Colour').enumValues = null;
  },
  'an enum value without a name': result => {
    typeIn(result, 'Colour').enumValues[0].name = null;
  },
  'an input that must hold itself': result => {
    typeIn(result, 'ShipFilter').inputFields[2].type = {
      kind: 'NON_NULL',
      name: null,
      ofType: { kind: 'INPUT_OBJECT', name: 'ShipFilter', ofType: null },
    };
  },
  'a union of nothing': result => {
    typeIn(result, 'Found').possibleTypes = null;
  },
  'a union with an unknown member': result =>
    void typeIn(result, 'Found').possibleTypes.push({ kind: 'OBJECT', name: 'Nowhere', ofType: null }),
  'a union that holds itself': result =>
    void typeIn(result, 'Found').possibleTypes.push({ kind: 'UNION', name: 'Found', ofType: null }),
  'no query type': result => {
    result.__schema.queryType = null;
  },
  'a query type that is not there': result => {
    result.__schema.queryType = { name: 'Nowhere' };
  },
  'a query type that is a scalar': result => {
    result.__schema.queryType = { name: 'String' };
  },
  'descriptions that are objects': result => {
    for (const type of result.__schema.types) type.description = { html: '<b>' };
  },
  'directives that are null': result => {
    result.__schema.directives = null;
  },
};

/** Everything that screens read from a model. */
function exerciseModel(model: SchemaModel): void {
  for (const collection of wholeCollections(model)) {
    defaultColumns(model, collection.rowType);
    columnChoices(model, collection.rowType);
    pageDocument(model, collection, {});
  }
  findActions(model);
  findFeeds(model);
  findLookups(model);
}

it.each(Object.entries(BREAK))('%s', (_name, spoil) => {
  const result = fresh();
  const spoiled = spoil(result) ?? (_name === 'null' ? null : result);
  let model: SchemaModel;
  try {
    model = readIntrospection(spoiled);
  } catch (error) {
    expect((error as Error).message).toMatch(/\w+ \w+/);
    expect(error).not.toBeInstanceOf(TypeError);
    expect(error).not.toBeInstanceOf(RangeError);
    return;
  }
  exerciseModel(model);
});

it('a valid result has collections, so that the other tests are meaningful', () => {
  const model = readIntrospection(fresh());
  expect(wholeCollections(model).map(collection => collection.id)).toContain('ships');
  exerciseModel(model);
});
