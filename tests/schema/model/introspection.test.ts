import { buildSchema, graphqlSync, introspectionFromSchema, parse, validate } from 'graphql';
import { findCollections } from '../../../src/schema/collections/collections';
import { pageDocument } from '../../../src/schema/documents/documents';
import { IntrospectionError, introspectionQuery, NEWEST_LEVEL, readIntrospection } from '../../../src/schema/model/introspection';
import { nextLevel } from '../../../src/schema/model/nextLevel';
import { enumWords, fieldOf, isList, isRequired, itemType, namedType, typeText } from '../../../src/schema/model/schemaModel';
import { modelOf } from '../modelOf';

const SDL = `
"""The harbour""" schema { query: Query }
"""All there is""" type Query { ship(id: ID!, "how many" first: Int = 10, old: Int @deprecated(reason: "gone")): Ship  ships: [[Ship!]!]  old: Int @deprecated }
interface Node { id: ID! } type Ship implements Node { id: ID! kind: Kind pet: Pet } union Pet = Ship
enum Kind { A B @deprecated(reason: "no") } scalar Url @specifiedBy(url: "https://url.example")
input Choice @oneOf { a: Int  b: String } directive @hot(degrees: Int) repeatable on FIELD
`;

it('the model contains everything that the newest introspection returns', () => {
  const model = modelOf(SDL);
  expect(model.description).toBe('The harbour');
  expect(model.queryType.description).toBe('All there is');
  expect([model.mutationType, model.subscriptionType]).toEqual([null, null]);
  const ship = fieldOf(model, 'Query', 'ship');
  expect(typeText(ship?.args.get('id')?.type ?? { kind: 'named', name: '' })).toBe('ID!');
  expect(ship?.args.get('first')).toMatchObject({ defaultValue: '10', description: 'how many', deprecationReason: null });
  expect(ship?.args.get('old')?.deprecationReason).toBe('gone');
  expect(fieldOf(model, 'Query', 'old')?.deprecationReason).toBe('No longer supported');
  const ships = fieldOf(model, 'Query', 'ships')?.type ?? { kind: 'named', name: '' };
  expect([typeText(ships), namedType(ships), isList(ships), isRequired(ships)]).toEqual(['[[Ship!]!]', 'Ship', true, false]);
  expect(typeText(itemType(ships) ?? ships)).toBe('[Ship!]!');
  expect(model.types.get('Node')).toMatchObject({ kind: 'interface', possibleTypes: ['Ship'] });
  expect(model.types.get('Pet')).toMatchObject({ kind: 'union', possibleTypes: ['Ship'] });
  expect(model.types.get('Kind')).toMatchObject({
    kind: 'enum',
    values: [
      { name: 'A', deprecationReason: null },
      { name: 'B', deprecationReason: 'no' },
    ],
  });
  expect(model.types.get('Url')).toMatchObject({ kind: 'scalar', specifiedBy: 'https://url.example' });
  expect(model.types.get('Choice')).toMatchObject({ kind: 'input', isOneOf: true });
  expect(model.directives.get('hot')).toMatchObject({ isRepeatable: true, locations: ['FIELD'] });
  expect(model.problems).toEqual([]);
});

it('codes of currencies, countries and languages are shown unchanged, unlike values of other enums', () => {
  const model = modelOf(
    'type Query { a: CurrencyCode b: Country c: Turn } enum CurrencyCode { EUR KWD NOT_SET } enum Country { NL } enum Turn { OFF }',
  );
  const shown = (type: string, value: string): string => enumWords(model, { kind: 'named', name: type }).enumLabel(value);
  expect(['EUR', 'KWD', 'NOT_SET'].map(value => shown('CurrencyCode', value))).toEqual(['EUR', 'KWD', 'Not set']);
  expect([shown('Country', 'NL'), shown('Turn', 'OFF')]).toEqual(['NL', 'Off']);
  expect(model.types.get('CurrencyCode')).toMatchObject({ values: [{ label: 'EUR' }, { label: 'KWD' }, { label: 'Not set' }] });
});

it('the values of an enum have colours by their place, and the functions that return them stay the same', () => {
  const values = Array.from({ length: 10 }, (_, at) => `V${at}`);
  const model = modelOf(`type Query { a: Many b: String } enum Many { ${values.join(' ')} }`);
  const words = enumWords(model, { kind: 'named', name: 'Many' });
  expect(values.map(value => words.enumHue?.(value))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0, 1]);
  expect(words.enumHue?.('OTHER')).toBeUndefined();
  // Cells are memoized by their props.
  expect(enumWords(model, { kind: 'named', name: 'Many' })).toBe(words);
  expect(enumWords(model, { kind: 'named', name: 'String' }).enumHue).toBeUndefined();
});

it('equal type references are the same object', () => {
  const model = modelOf('type Query { a(x: [Int!]!): [Int!]!  b: [Int!]! }');
  expect(fieldOf(model, 'Query', 'a')?.type).toBe(fieldOf(model, 'Query', 'b')?.type);
  expect(fieldOf(model, 'Query', 'a')?.args.get('x')?.type).toBe(fieldOf(model, 'Query', 'b')?.type);
  expect(model.types.get('Query')).toBe(model.queryType);
});

it('the query of every level is valid, and the newest requests everything', () => {
  const schema = buildSchema('type Query { a: Int }');
  for (let level = 0; level <= NEWEST_LEVEL; level++) {
    const query = introspectionQuery(level);
    expect(validate(schema, parse(query))).toEqual([]);
    const response = graphqlSync({ schema, source: query });
    expect(readIntrospection(JSON.parse(JSON.stringify(response))).queryType.name).toBe('Query');
  }
  for (const word of ['isOneOf', 'specifiedByURL', 'isRepeatable', 'includeDeprecated'])
    expect(introspectionQuery()).toContain(word);
  expect(introspectionQuery(0)).not.toMatch(/isOneOf|specifiedBy|isRepeatable|includeDeprecated|directives/);
});

/** Sends queries like the session: with lower levels until one has no errors. Returns the queries. */
function converse(errorsOf: (query: string) => string[]): { queries: string[]; last: number | null } {
  const queries: string[] = [];
  let level: number | null = NEWEST_LEVEL;
  while (level !== null && queries.length < 20) {
    const query = introspectionQuery(level);
    queries.push(query);
    const errors = errorsOf(query);
    if (errors.length === 0) return { queries, last: level };
    level = nextLevel(
      level,
      errors.map(message => ({ message })),
    );
  }
  return { queries, last: null };
}

it.each<[string, RegExp, RegExp]>([
  ['isOneOf', /isOneOf/, /isOneOf/],
  ['specifiedByURL', /specifiedByURL/, /specifiedByURL/],
  ['isRepeatable', /isRepeatable/, /isRepeatable/],
])('a server that does not know %s gets one more request, without that part only', (word, bad, left) => {
  const { queries, last } = converse(query => (bad.test(query) ? [`Cannot query field "${word}" on type "__Type".`] : []));
  expect(queries).toHaveLength(2);
  expect(queries[1]).not.toMatch(left);
  expect(last).not.toBeNull();
  for (const other of ['isOneOf', 'specifiedByURL', 'isRepeatable'].filter(name => name !== word))
    expect(queries[1]).toContain(other);
});

it('a server of 2016 is supported after several attempts', () => {
  const { queries, last } = converse(query => {
    const errors: string[] = [];
    for (const word of ['isOneOf', 'specifiedByURL', 'isRepeatable'])
      if (query.includes(word)) errors.push(`Cannot query field "${word}" on type "__X".`);
    if (/args\(includeDeprecated/.test(query))
      errors.push('Unknown argument "includeDeprecated" on field "args" of type "__Field".');
    if (/__schema \{\n {4}description/.test(query)) errors.push('Cannot query field "description" on type "__Schema".');
    return errors;
  });
  expect(last).not.toBeNull();
  expect(queries.length).toBeLessThan(4);
  expect(queries.at(-1)).toContain('fields(includeDeprecated: true)');
});

it('a server that refuses every query gets simpler ones until there are no more', () => {
  const { queries, last } = converse(() => ['Internal server error']);
  expect(last).toBeNull();
  expect(queries.length).toBeGreaterThan(2);
  expect(new Set(queries).size).toBe(queries.length);
  expect(queries.length).toBeLessThan(8);
});

it.each([
  'GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type.',
  'GraphQL introspection has been disabled, but the requested query contained the field "__schema".',
  'Introspection is disabled',
  'Cannot query field "__schema" on type "Query".',
])('a server that refuses is not asked again: %s', message => {
  expect(nextLevel(NEWEST_LEVEL, [{ message }])).toBeNull();
});

it('a server with a depth limit gets a less deep query', () => {
  expect(
    introspectionQuery(nextLevel(NEWEST_LEVEL, [{ message: 'Query is too deep: 14 > 10' }]) ?? 0).match(/ofType/g)?.length,
  ).toBeLessThan(9);
});

it.each<[string, unknown, RegExp]>([
  ['nothing', undefined, /not an object/],
  ['a text', '<html>', /not an object/],
  ['a response without data', { data: null }, /no __schema/],
  ['a refusal', { errors: [{ message: 'Introspection is off' }] }, /refused.*Introspection is off/],
  ['no types', { __schema: { queryType: { name: 'Query' } } }, /no list of types/],
  ['no query type', { __schema: { queryType: null, types: [] } }, /query type/],
  ['a query type that is not there', { __schema: { queryType: { name: 'Query' }, types: [] } }, /query type/],
])('%s is named', (_, json, message) => {
  expect(() => readIntrospection(json)).toThrow(IntrospectionError);
  expect(() => readIntrospection(json)).toThrow(message);
});

const named = (name: string, kind = 'SCALAR') => ({ kind, name });
const respond = (types: unknown[]) => ({
  data: { __schema: { queryType: { name: 'Query' }, types: [{ kind: 'SCALAR', name: 'Int' }, ...types], directives: [] } },
});

it('invalid parts are omitted and reported, and the rest is used', () => {
  const model = readIntrospection(
    respond([
      {
        kind: 'OBJECT',
        name: 'Query',
        interfaces: [],
        fields: [
          { name: 'good', args: [], type: named('Int') },
          { name: 'good', args: [], type: named('Int') },
          { name: 'bad name}', args: [], type: named('Int') },
          { name: 'unknown', args: [], type: named('Gone', 'OBJECT') },
          { name: 'input', args: [], type: named('In', 'INPUT_OBJECT') },
          { name: 'cut', args: [], type: { kind: 'LIST', ofType: { kind: 'NON_NULL', ofType: null } } },
          { name: 'twice', args: [], type: { kind: 'NON_NULL', ofType: { kind: 'NON_NULL', ofType: named('Int') } } },
          { name: 'object', args: [{ name: 'a', type: named('Query', 'OBJECT') }], type: named('Int') },
          { name: 'mystery', args: [{ name: 'a', type: { kind: 'NON_NULL', ofType: named('Mystery') } }], type: named('Int') },
          null,
          'text',
        ],
      },
      {
        kind: 'INPUT_OBJECT',
        name: 'In',
        inputFields: [
          { name: 'a', type: named('Int') },
          { name: '"', type: named('Int') },
        ],
      },
      { kind: 'ENUM', name: 'E', enumValues: [{ name: 'A' }, { name: 'A B' }] },
      { kind: 'WHAT', name: 'W' },
      { kind: 'OBJECT', name: '<script>alert(1)</script>' },
      { kind: 'SCALAR', name: 'E' },
      7,
    ]),
  );
  expect([...model.queryType.fields.keys()]).toEqual(['good', 'mystery']);
  expect(model.types.get('Mystery')).toMatchObject({ kind: 'scalar' });
  const input = model.types.get('In');
  expect(input?.kind === 'input' && [...input.inputFields.keys()]).toEqual(['a']);
  expect(model.types.get('E')).toMatchObject({ kind: 'enum', values: [{ name: 'A' }] });
  expect(model.types.size).toBe(5);
  expect(model.problems.length).toBeGreaterThan(10);
});

it('__proto__ and constructor are names like any other', () => {
  const query = {
    kind: 'OBJECT',
    name: 'Query',
    fields: ['__proto__', 'constructor', 'toString'].map(name => ({
      name,
      args: [{ name: '__proto__', type: named('Int') }],
      type: { kind: 'LIST', ofType: named('__proto__', 'OBJECT') },
    })),
  };
  const row = {
    kind: 'OBJECT',
    name: '__proto__',
    fields: ['__proto__', 'hasOwnProperty', 'valueOf'].map(name => ({ name, args: [], type: named('Int') })),
  };
  const model = readIntrospection(JSON.parse(JSON.stringify(respond([query, row]))));
  const collections = findCollections(model);
  expect(collections.map(collection => collection.id)).toEqual(['constructor', 'toString']);
  for (const collection of collections) {
    const filters = [{ field: '__proto__', operator: 'is' as const, value: '7' }];
    const document = pageDocument(model, collection, { filters });
    expect(Object.hasOwn(document.variables, '__proto__')).toBe(true);
    expect(() => parse(document.query)).not.toThrow();
    expect(document.read(JSON.parse('{"toString": [{"__proto__": 1}], "constructor": [{"__proto__": 1}]}')).rows).toHaveLength(1);
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

it('the response is read once and never changed', () => {
  const json = introspectionFromSchema(buildSchema(SDL)) as unknown;
  const before = JSON.stringify(json);
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  };
  freeze(json);
  const model = readIntrospection(json);
  for (const type of model.types.values()) if (type.kind === 'object') for (const field of type.fields.values()) field.args.size;
  expect(JSON.stringify(json)).toBe(before);
});
