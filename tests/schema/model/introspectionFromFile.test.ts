import { buildSchema, introspectionFromSchema } from 'graphql';
import { readIntrospection } from '../../../src/schema/model/introspection';
import { introspectionFromFile } from '../../../src/schema/model/introspectionFromFile';

it('reads schema language, with the additions of tools', () => {
  const model = readIntrospection(
    introspectionFromFile(
      '\uFEFF```graphql\n"A" type Query @key(fields: "id") { ships: [Ship!] } type Ship { id: ID! @external }\n```\n',
    ),
  );
  expect([...model.queryType.fields.keys()]).toEqual(['ships']);
  expect(model.queryType.description).toBe('A');
});

it('reads a schema with mistakes that a server would not have, like the one GitHub publishes', () => {
  const model = readIntrospection(introspectionFromFile('type Query { a: Int  a: Int  b: Ship } type Ship { id: ID }'));
  expect([...model.queryType.fields.keys()]).toEqual(['a', 'b']);
});

it('reads a saved introspection response in each of its forms', () => {
  const json = introspectionFromSchema(buildSchema('type Query { a: Int }'));
  for (const wrapped of [json, { data: json }, json.__schema]) {
    expect(readIntrospection(introspectionFromFile(JSON.stringify(wrapped, null, 2))).queryType.name).toBe('Query');
  }
});

it.each([
  ['', /empty/],
  ['{"data": ', /not valid JSON/],
  ['type Query { a: }', /not a valid GraphQL schema.*line 1, column 17/],
  ['hello', /not a valid GraphQL schema/],
  ['type Ship { id: ID }', /query type|not a valid/i],
])('%j is named', (text, message) => {
  expect(() => readIntrospection(introspectionFromFile(text))).toThrow(message);
});
