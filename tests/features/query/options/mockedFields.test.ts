/** Mocked fields: the document that is sent, and the values that are inserted into the result. */
import { parse } from 'graphql';
import { lazySchema } from '../../../../src/features/query/editor/lazySchema';
import { mockedRequest, unknownCoordinates } from '../../../../src/features/query/options/mockedFields';
import type { RunRequest } from '../../../../src/features/query/run/queryRun';
import { atOnce } from '../../../../src/lib/inSteps';
import { exampleFields } from '../../../../src/session/exampleData/createExampleServer';
import { modelOf } from '../../../schema/modelOf';

const model = modelOf(`
  interface Named { name: String }
  type Query { ships(first: Int, near: String): [Ship] port(code: String): Port any: [Named] search: [Found] }
  union Found = Ship | Port
  type Mutation { rename(name: String!): Ship }
  type Subscription { moved: Ship hit: Found }
  type Ship implements Named { id: ID! name: String flag(size: Int): String crew(first: Int): [Person!]! length: Float }
  type Port implements Named { name: String depth: Float }
  type Person { id: ID! name: String }
`);

const ask = (text: string, mocked: string, more: Partial<RunRequest & { seed: string; hasArguments: boolean }> = {}) => {
  const { seed, variables = {}, kind = 'query', hasArguments = false } = more;
  return mockedRequest({ text, variables, kind, hasArguments, model, options: { mocked, seed } });
};
/** The data of a result with mocked values. */
const dataWith = (made: ReturnType<typeof ask>, data: unknown): unknown => made?.mock && atOnce(made.mock.fill(data));
const bare = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim();

test('a mocked field is not requested, and its value is inserted into the result', () => {
  const made = ask('{ ships { id flag name } }', 'Ship.flag');
  expect(bare(made?.text)).toBe('{ ships { id name } }');
  expect(made?.mock?.fields).toEqual(['Ship.flag']);
  const data = dataWith(made, { ships: [{ id: 'a', name: 'Nordlys' }, null] }) as { ships: Record<string, unknown>[] };
  expect(Object.keys(data.ships[0] ?? {})).toEqual(['id', 'flag', 'name']);
  expect(data.ships[0]).toMatchObject({ id: 'a', name: 'Nordlys', flag: expect.any(String) });
  expect(data.ships[1]).toBeNull();
});

test('a mocked field that is alone leaves a valid selection', () => {
  const made = ask('{ships{flag}}', 'Ship.flag');
  expect(bare(made?.text)).toBe('{ships{ orielType: __typename }}');
  const data = dataWith(made, { ships: [{ orielType: 'Ship' }] }) as { ships: Record<string, unknown>[] };
  expect(data.ships[0]).toEqual({ flag: expect.any(String) });
});

test('the same seed gives the same values, another seed different ones, and an object the same value at every place', () => {
  const fill = (seed: string, ids: string[]) => {
    const made = ask('{ ships { id flag crew { id name } } }', 'Ship.flag Ship.crew', { seed });
    const { ships } = dataWith(made, { ships: ids.map(id => ({ id })) }) as { ships: { id: string }[] };
    return Object.fromEntries(ships.map(ship => [ship.id, JSON.stringify(ship)]));
  };
  expect(fill('a', ['1', '2'])).toEqual(fill('a', ['2', '1']));
  expect(fill('a', ['1'])).not.toEqual(fill('b', ['1']));
});

test('aliases, arguments, fragments and directives apply to mocked fields', () => {
  const made = ask(
    'query ($no: Boolean = false, $size: Int) { ships { id ...F flagTwo: flag(size: $size) length @include(if: $no) } } fragment F on Ship { crew { id } }',
    'Ship.crew\nShip.flag\nShip.length',
    { variables: { no: false, size: 2 } },
  );
  expect(bare(made?.text)).toBe('query { ships { id ...F } } fragment F on Ship { orielType: __typename }');
  expect(made?.variables).toEqual({});
  const data = dataWith(made, { ships: [{ id: '1', __typename: 'Ship' }] }) as { ships: Record<string, unknown>[] };
  expect(data.ships[0]).toMatchObject({ flagTwo: expect.any(String), crew: expect.any(Array) });
  expect(data.ships[0]).not.toHaveProperty('length');
});

test('a fragment that is no longer used is not sent', () => {
  const made = ask('{ ships { id } port { ...P } } fragment P on Port { depth }', 'Query.port');
  expect(bare(made?.text)).toBe('{ ships { id } }');
  expect(dataWith(made, { ships: [] })).toMatchObject({ ships: [], port: { depth: expect.any(Number) } });
});

test('of an interface only the chosen type is mocked: the field is requested for the others', () => {
  const made = ask('{ any { name } }', 'Ship.name');
  expect(bare(made?.text)).toBe('{ any { orielType: __typename name } }');
  const data = dataWith(made, {
    any: [
      { orielType: 'Port', name: 'Bergen' },
      { orielType: 'Ship', name: 'Nordlys' },
    ],
  }) as { any: { name: string }[] };
  expect(data.any[0]?.name).toBe('Bergen');
  expect(data.any[1]?.name).not.toBe('Nordlys');
  expect(Object.keys(data.any[1] ?? {})).toEqual(['name']);
  expect(bare(ask('{ any { name } }', 'Named.name')?.text)).toBe('{ any { orielType: __typename } }');
});

test('an object of many types says its type itself, also where the text is sent as it is written', () => {
  const text = '{ any { id: name } port { ...F(code: "NO") } } fragment F($code: String) on Port { name }';
  expect(bare(ask(text, 'Ship.name', { hasArguments: true })?.text)).toBe(
    text.replace('{ id: name', '{ orielType: __typename id: name'),
  );
  const search = '{ ... on Ship { id flag } ... on Port { name } }';
  const made = ask(`subscription { hit ${search} }`, 'Ship.flag', { kind: 'subscription' });
  expect(bare(made?.text)).toBe('subscription { hit { orielType: __typename ... on Ship { id } ... on Port { name } } }');
  expect(dataWith(made, { hit: { orielType: 'Ship', id: '1' } })).toEqual({ hit: { id: '1', flag: expect.any(String) } });
  expect(dataWith(made, { hit: { orielType: 'Port', name: 'Bergen' } })).toEqual({ hit: { name: 'Bergen' } });
});

test('aliases of the user are not used for the type', () => {
  const made = ask('{ any { __typename: name ... on Ship { flag } } ships { __typename: name flag } }', 'Ship.flag');
  const data = dataWith(made, {
    any: [{ orielType: 'Ship', __typename: 'Port' }],
    ships: [{ __typename: 'Port' }],
  });
  const filled = { __typename: 'Port', flag: expect.any(String) };
  expect(data).toEqual({ any: [filled], ships: [filled] });
  // A selection that becomes empty does not use such an alias either.
  expect(bare(ask('{ any { __typename: name ... on Ship { flag } } }', 'Ship.flag')?.text)).not.toMatch(/[^:] __typename [^:]/);
  const used = ask('{ any { orielType: name ... on Ship { flag } } }', 'Ship.flag');
  expect(bare(used?.text)).toMatch(/^\{ any \{ orielType_: __typename orielType: name /);
  expect(dataWith(used, { any: [{ orielType_: 'Ship', orielType: 'Nordlys' }] })).toEqual({
    any: [{ orielType: 'Nordlys', flag: expect.any(String) }],
  });
});

test('variables that are not given have their defaults', () => {
  const made = ask('query ($x: Boolean = true) { ships @include(if: $x) { id flag } }', 'Ship.flag');
  expect(dataWith(made, { ships: [{ id: '1' }] })).toEqual({ ships: [{ id: '1', flag: expect.any(String) }] });
});

test('a subscription keeps its own field', () => {
  const made = ask('subscription { moved { id name } }', 'Subscription.moved Ship.name', { kind: 'subscription' });
  expect(bare(made?.text)).toBe('subscription { moved { id } }');
});

test('objects are mocked for every row', () => {
  const fields = exampleFields(lazySchema(model), '');
  const document = parse('{ port { depth } }');
  const room = { left: 1 };
  for (const key of ['1', '2', '3']) expect(fields(key, document, {}, room)).toEqual({ port: { depth: expect.any(Number) } });
});

test('a document without mocked fields is not changed', () => {
  expect(ask('{ ships { id } }', 'Port.depth')).toBeNull();
  expect(ask('{ ships { id } }', 'nonsense')).toBeNull();
});

test('names of the prototype are ordinary names', () => {
  const made = ask('{ __proto__: ships { id constructor: flag } }', 'Ship.flag');
  const data = dataWith(made, JSON.parse('{"__proto__":[{"id":"1"}]}')) as object;
  expect(JSON.stringify(data)).toMatch(/^\{"__proto__":\[\{"id":"1","constructor":"/);
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
});

test('reports fields that are not in the schema', () => {
  expect(unknownCoordinates(model, 'Ship.flag, Ship.mast\nBoat.name')).toEqual(['Ship.mast', 'Boat.name']);
});

test('a bracket in a comment is none of those around variables', () => {
  const made = ask('query Q( # (a\n $size: Int # b)\n) { ships { id flag(size: $size) } }', 'Ship.flag');
  expect(bare(made?.text)).toBe('query Q { ships { id } }');
});
