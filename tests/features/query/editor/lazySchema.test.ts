/** A graphql-js schema that is built on demand from the model: it equals the one that graphql-js builds at once. */
import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { lazySchema } from '../../../../src/features/query/editor/lazySchema';
import { readIntrospection } from '../../../../src/schema/model/introspection';
import { modelOf, schemaOf } from '../../../schema/modelOf';
import { githubSchema } from '../../../support/servers/schemas/githubSchema';

const GITHUB = githubSchema();

async function both(sdl: string): Promise<{ whole: GraphQLSchema; lazy: GraphQLSchema }> {
  const query = getIntrospectionQuery({ inputValueDeprecation: true, directiveIsRepeatable: true, oneOf: true });
  const { data } = await executeMockedIntrospection(sdl, query);
  const introspection = JSON.parse(JSON.stringify(data)) as IntrospectionQuery;
  return { whole: buildClientSchema(introspection, { assumeValid: true }), lazy: lazySchema(readIntrospection(introspection)) };
}

const executeMockedIntrospection = async (sdl: string, query: string) => {
  const { graphql } = await import('graphql');
  return graphql({ schema: schemaOf(sdl), source: query });
};

/** A complete description of a type, as text. */
function described(type: GraphQLNamedType, schema: GraphQLSchema): unknown {
  const input = ({ name, type: of, description, deprecationReason, defaultValue }: GraphQLInputField) => [
    name,
    String(of),
    description ?? null,
    deprecationReason ?? null,
    defaultValue !== undefined,
  ];
  const field = ({ args, ...rest }: GraphQLField<unknown, unknown>) => [
    rest.name,
    String(rest.type),
    rest.description ?? null,
    rest.deprecationReason ?? null,
    args.map(arg => input(arg as GraphQLInputField)),
  ];
  return {
    kind: type.constructor.name,
    description: type.description ?? null,
    ...(isObjectType(type) || isInterfaceType(type)
      ? { fields: Object.values(type.getFields()).map(field), interfaces: type.getInterfaces().map(String) }
      : {}),
    ...(isInputObjectType(type) ? { fields: Object.values(type.getFields()).map(input), isOneOf: type.isOneOf } : {}),
    ...(isUnionType(type) ? { types: type.getTypes().map(String) } : {}),
    ...(isEnumType(type)
      ? { values: type.getValues().map(value => [value.name, value.description ?? null, value.deprecationReason ?? null]) }
      : {}),
    ...(isAbstractType(type) ? { possible: schema.getPossibleTypes(type).map(String).sort() } : {}),
    ...(isInterfaceType(type) ? { implementing: schema.getImplementations(type).interfaces.map(String).sort() } : {}),
  };
}

const SMALL = `
  directive @shout(loud: Boolean = true) repeatable on FIELD
  type Query { node(id: ID!): Node search(where: Where = { text: "" }, first: Int = 10): [Thing!]! old: Int @deprecated(reason: "gone") }
  type Mutation { rename(name: String!): Ship }
  interface Node { id: ID! }
  interface Named implements Node { id: ID! name: String! }
  type Ship implements Named & Node { id: ID! name: String! kind: Kind }
  type Port implements Node { id: ID! }
  union Thing = Ship | Port
  enum Kind { TUG "Carries oil." TANKER OLD @deprecated }
  input Where { text: String! = "" and: [Where!] }
  input One @oneOf { a: Int b: String }
  type Subscription { moved(one: One): Ship }
  scalar Date
`;

test.each([
  ['a schema with a bit of everything', SMALL],
  ["GitHub's schema", GITHUB],
])('%s is the same as in graphql-js', async (_name, sdl) => {
  const { whole, lazy } = await both(sdl);
  expect(Object.keys(lazy.getTypeMap()).sort()).toEqual(Object.keys(whole.getTypeMap()).sort());
  for (const [name, type] of Object.entries(whole.getTypeMap())) {
    const mine = lazy.getType(name) as GraphQLNamedType;
    expect([name, described(mine, lazy)]).toEqual([name, described(type, whole)]);
  }
  expect(String(lazy.getQueryType())).toBe(String(whole.getQueryType()));
  expect(String(lazy.getMutationType() ?? null)).toBe(String(whole.getMutationType()));
  expect(String(lazy.getSubscriptionType() ?? null)).toBe(String(whole.getSubscriptionType()));
  expect(lazy.getDirectives().map(({ name, args, isRepeatable }) => [name, args.length, isRepeatable])).toEqual(
    whole.getDirectives().map(({ name, args, isRepeatable }) => [name, args.length, isRepeatable]),
  );
});

test('validation errors of a document are the same as with the complete schema', async () => {
  const { whole, lazy } = await both(SMALL);
  for (const text of [
    '{ node { id } }',
    '{ node(id: 1) { ... on Ship { name kind } ... on Thing { __typename } } }',
    '{ node(id: 1) { ... on Where { text } nothing } }',
    '{ search(where: { txt: 1 }) { ... on Named { name } ... on Port { id @shout @shout(loud: 1) @whisper } } }',
    'query ($a: Date, $b: Nothing, $c: Float) { search(first: $a) { __typename } }',
    'query ($where: Where) { search(where: $where) { ... on Ship { id: name } ... on Port { id } } }',
    'subscription { moved(one: { a: 1, b: "" }) { id } }',
    'mutation { rename { ...F } } fragment F on Node { ... on Port { id } }',
    '{ __schema { types { name } } __type(name: "Ship") { kind } }',
  ]) {
    const words = (schema: GraphQLSchema): string[] => validate(schema, parse(text)).map(error => error.message);
    expect([text, words(lazy)]).toEqual([text, words(whole)]);
  }
});

test('types are built on demand, and so are their fields', () => {
  const model = modelOf(SMALL);
  const requests: string[] = [];
  const types = new Proxy(model.types, {
    get(target, key) {
      if (key === 'get')
        return (name: string) => {
          requests.push(name);
          return target.get(name);
        };
      const value = Reflect.get(target, key) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const schema = lazySchema({ ...model, types });
  expect(requests).toEqual([]);
  const query = schema.getQueryType();
  expect(requests).toEqual(['Query']);
  expect(Object.keys(query?.getFields() ?? {})).toEqual(['node', 'search', 'old']);
  expect(new Set(requests)).toEqual(new Set(['Query', 'Node', 'ID', 'Thing', 'Where', 'Int']));
});

test('an input may have a default of its own type, which graphql-js would expand for ever', () => {
  const introspection = {
    __schema: {
      queryType: { name: 'Query' },
      types: [
        {
          kind: 'OBJECT',
          name: 'Query',
          interfaces: [],
          fields: [
            {
              name: 'find',
              args: [{ name: 'where', type: { kind: 'INPUT_OBJECT', name: 'Where' }, defaultValue: '{}' }],
              type: { kind: 'SCALAR', name: 'Int' },
            },
          ],
        },
        { kind: 'SCALAR', name: 'Int' },
        {
          kind: 'INPUT_OBJECT',
          name: 'Where',
          inputFields: [{ name: 'not', type: { kind: 'INPUT_OBJECT', name: 'Where' }, defaultValue: '{}' }],
        },
      ],
    },
  };
  const schema = lazySchema(readIntrospection(introspection));
  expect(validate(schema, parse('{ find(where: { not: { not: {} } }) }'))).toEqual([]);
});

test('a server that lists no directives is assumed to have those of the specification', () => {
  const schema = lazySchema({ ...modelOf('type Query { a: Int }'), directives: new Map() });
  expect(validate(schema, parse('query ($b: Boolean!) { a @include(if: $b) }'))).toEqual([]);
});

test('names of the prototype are ordinary names', () => {
  const schema = lazySchema(modelOf('type Query { constructor: Int toString(valueOf: Int): String }'));
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(['constructor', 'toString']);
  expect(schema.getType('constructor')).toBeUndefined();
  expect(validate(schema, parse('{ hasOwnProperty }'))).toHaveLength(1);
});
