import { buildSchema, introspectionFromSchema } from 'graphql';
import { readIntrospection } from '../../../src/schema/model/introspection';
import { introspectionFromFile } from '../../../src/schema/model/introspectionFromFile';

it('reads schema language (SDL), with extensions that tools write', () => {
  const model = readIntrospection(
    introspectionFromFile(
      '\uFEFF```graphql\n"A" type Query @key(fields: "id") { ships: [Ship!] } type Ship { id: ID! @external }\n```\n',
    ),
  );
  expect([...model.queryType.fields.keys()]).toEqual(['ships']);
  expect(model.queryType.description).toBe('A');
});

it('reads a schema with errors that no server would have, like the one that GitHub publishes', () => {
  const model = readIntrospection(introspectionFromFile('type Query { a: Int  a: Int  b: Ship } type Ship { id: ID }'));
  expect([...model.queryType.fields.keys()]).toEqual(['a', 'b']);
});

it('reads a saved introspection response in each of its forms', () => {
  const json = introspectionFromSchema(buildSchema('type Query { a: Int }'));
  for (const wrapped of [json, { data: json }, json.__schema]) {
    expect(readIntrospection(introspectionFromFile(JSON.stringify(wrapped, null, 2))).queryType.name).toBe('Query');
  }
});

/** A schema with a type that is nested in `levels` lists. */
function nestedType(levels: number): unknown {
  let type: unknown = { kind: 'SCALAR', name: 'String', ofType: null };
  for (let at = 0; at < levels; at++) type = { kind: 'LIST', name: null, ofType: type };
  const fields = [{ name: 'a', args: [], type, isDeprecated: false, deprecationReason: null }];
  return {
    __schema: {
      queryType: { name: 'Query' },
      types: [{ kind: 'OBJECT', name: 'Query', fields, interfaces: [] }],
      directives: [],
    },
  };
}

it.each([
  ['', /empty/],
  ['{"data": ', /not valid JSON/],
  [JSON.stringify({ data: nestedType(3000) }), /1000 levels/],
  ['type Query { a: }', /not a valid GraphQL schema.*line 1, column 17/],
  ['hello', /not a valid GraphQL schema/],
  [`type Query { a: ${'['.repeat(100_000)}`, /too many levels/],
  ['type Ship { id: ID }', /query type|not a valid/i],
  [
    '{"__schema": {"queryType": {"name": "Query"}, "types": [null, {"kind": "OBJECT", "name": "Query", "fields": "x"}]}}',
    /query type Query has no fields.*types\[0\] has no valid name/,
  ],
])('the mistake in text %# is named', (text, message) => {
  expect(() => readIntrospection(introspectionFromFile(text))).toThrow(message);
});
