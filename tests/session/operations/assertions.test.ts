import { buildSchema, type FragmentDefinitionNode, type OperationDefinitionNode, parse } from 'graphql';
import { assertionText, checkAssertion, type Outcome, readAssertion } from '../../../src/session/operations/assertions';
import { compilePattern } from '../../../src/session/operations/linearPattern';
import { readOperationFile } from '../../../src/session/operations/operationFile';
import { schemaProblems } from '../../../src/session/operations/schemaProblems';
import fc from '../../support/fastCheck';

const OUTCOME: Outcome = {
  status: 200,
  ms: 40,
  response: { data: { ships: [{ __typename: 'Ship', name: 'Nordlys', 'odd name': null }] } },
  schemaProblems: [],
};

it.each([
  ['status = 200', true],
  ['status == 201', false],
  ['time < 41', true],
  ['time < 40 ms', false],
  ['schema-valid', true],
  ['path data.ships[0].name = "Nordlys"', true],
  ['path data.ships[0] equals {"odd name": null, "name": "Nordlys"}', true],
  ['path data.ships[0] = {"name": "Nordlys"}', false],
  ['path data.ships[0]["odd name"] not exists', true],
  ['path data.ships[0].name matches ^N.*s$', true],
  ['path data.ships matches N', false],
  ['path data.ships[1] exists', false],
  ['path data.toString exists', false],
  ['path data.ships.length exists', false],
])('%s: %s', (text, holds) => {
  const read = readAssertion(text);
  if (!('assertion' in read)) throw new Error(read.problem);
  expect(checkAssertion(read.assertion, OUTCOME).holds).toBe(holds);
  expect(readAssertion(assertionText(read.assertion))).toEqual(read);
});

it.each([
  '',
  'status',
  'status > 2',
  'time 5',
  'path',
  'path a..b exists',
  'path a = b',
  'path a matches (',
  'path a matches (?=b)',
])('"%s" is refused with the expected syntax', text => expect(readAssertion(text)).toHaveProperty('problem'));

it('integers beyond 2^53 are compared digit by digit', () => {
  const outcome = { ...OUTCOME, response: { data: { count: '9007199254740993', counts: [1, '12345678901234567890'] } } };
  const checked = (text: string) => {
    const read = readAssertion(text);
    return 'assertion' in read && checkAssertion(read.assertion, outcome);
  };
  expect(checked('path data.count = 9007199254740993')).toMatchObject({ holds: true });
  expect(checked('path data.count = 9007199254740994')).toMatchObject({
    holds: false,
    text: 'path data.count = "9007199254740994"',
  });
  expect(checked('path data.counts = [1, 12345678901234567890]')).toMatchObject({ holds: true });
});

it('compares a large integer with the same number in exponent notation', () => {
  const outcome = { ...OUTCOME, response: { data: { mass: 1e21, count: '100000000000000000000000' } } };
  const holds = (text: string): boolean => {
    const read = readAssertion(text);
    return 'assertion' in read && checkAssertion(read.assertion, outcome).holds;
  };
  expect(holds('path data.mass = 1000000000000000000000')).toBe(true);
  expect(holds('path data.mass = 1000000000000000131072')).toBe(false);
  expect(holds('path data.count = 1e23')).toBe(true);
  expect(holds('path data.mass = "a lot"')).toBe(false);
});

it('a response is checked against the schema: fields, lists, nulls, values and types', () => {
  const schema = buildSchema(`
    type Query { all: [Node!]!, kind: Kind, count: Int }
    interface Node { id: ID! } enum Kind { A B }
    type Ship implements Node { id: ID!, name: String! } type Port implements Node { id: ID!, berths: Int }`);
  const document = parse('{ all { __typename id ...on Ship { name } ...on Port { berths } } kind count @skip(if: true) }');
  const check = (data: unknown) => schemaProblems(schema, document, document.definitions[0] as OperationDefinitionNode, data);
  expect(
    check({
      all: [
        { __typename: 'Ship', id: '1', name: 'x' },
        { __typename: 'Port', id: 2, berths: null },
      ],
      kind: 'A',
    }),
  ).toEqual([]);
  expect(check({ all: [{ __typename: 'Ship', id: null }, { __typename: 'Kind' }, null], kind: 'C' })).toEqual([
    'data.all[0].id: must not be null; expected ID!',
    'data.all[0].name: is missing',
    'data.all[1]: Kind is no Node',
    'data.all[2]: must not be null; expected Node!',
    'data.kind: is no value of Kind',
  ]);
  const wrong = parse('{ none }');
  expect(schemaProblems(schema, wrong, wrong.definitions[0] as OperationDefinitionNode, {})[0]).toContain('none');
});

it('fragments that are spread twice are visited once', () => {
  const schema = buildSchema('type Query { a: Int, b: Query }');
  const spread = (at: number): string =>
    `fragment F${at} on Query { ...F${at + 1} ... on Query { ...F${at + 1} } b { ...F${at + 1} } }`;
  const document = parse(`{ ...F0 } ${Array.from({ length: 30 }, (_, at) => spread(at)).join(' ')} fragment F30 on Query { a }`);
  let reads = 0;
  const last = document.definitions.at(-1) as FragmentDefinitionNode;
  const { selections } = last.selectionSet;
  Object.defineProperty(last.selectionSet, 'selections', {
    enumerable: true,
    get() {
      reads += 1;
      if (reads > 1000) throw new Error('The last fragment is read too often');
      return selections;
    },
  });
  const operation = document.definitions[0] as OperationDefinitionNode;
  expect(schemaProblems(schema, document, operation, { a: 1, b: { b: {} } })).toEqual([
    'data.b.a: is missing',
    'data.b.b.a: is missing',
    'data.b.b.b: is missing',
  ]);
});

it('a fragment spread with and without a condition is required', () => {
  const schema = buildSchema('type Query { a: Int }');
  const document = parse('{ ...F @include(if: true) ...F } fragment F on Query { a }');
  const operation = document.definitions[0] as OperationDefinitionNode;
  expect(schemaProblems(schema, document, operation, {})).toEqual(['data.a: is missing']);
});

it('patterns match as regular expressions do', () => {
  const piece = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(?:ab)', '\\d', '\\w', '1', '^', '$');
  const sign = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{1,}');
  const patterns = fc
    .array(fc.tuple(piece, sign), { maxLength: 6 })
    .map(parts => parts.map(([one, more]) => (/[\^$]$/.test(one) && one.length === 1 ? one : one + more)).join(''));
  fc.assert(
    fc.property(patterns, fc.stringMatching(/^[ab1 ]{0,8}$/), (pattern, text) => {
      expect([pattern, text, compilePattern(pattern).test(text)]).toEqual([pattern, text, new RegExp(pattern, 's').test(text)]);
    }),
  );
});

it('patterns that could block a page are matched in linear time', () => {
  expect(compilePattern('^(a+)+$').test(`${'a'.repeat(50_000)}b`)).toBe(false);
  expect(compilePattern('(a|a)*(a|a)*c').test('a'.repeat(50_000))).toBe(false);
  expect(compilePattern('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$').test('123e4567-e89b-12d3-a456-426614174000')).toBe(true);
  expect(compilePattern('(.*)'.repeat(80)).test('a'.repeat(5000))).toBe(true);
  expect(compilePattern(`(${'|'.repeat(400)}){100}c`).test('a'.repeat(5000))).toBe(false);
});

it.each([
  ['repetitions of repetitions', '(){9}{9}', 'nested repetition'],
  ['too many repetitions', 'a{1001}', 'too many repetitions'],
  ['a look ahead', 'a(?=b)', 'error parsing'],
  ['a reference back', '(a)\\1', 'invalid escape'],
  ['many characters', 'a'.repeat(501), 'longer than'],
  ['repetitions one after the other', `${'.{1000}'.repeat(60)}[xy]`, 'too many repetitions'],
  ['repetitions in groups', `${'(?:[ab]?){1000}'.repeat(28)}[yz]`, 'too many repetitions'],
  ['repetitions in repetitions', `${'(?:(?:a?){30}){33}'.repeat(20)}[bc]$`, 'too many repetitions'],
  ['a class within a class', '[[:alpha:][]X|(?:(?:\\pL?){30}){30}\\d|]', 'not known'],
  ['a quotation', '\\Q[\\E|(?:(?:a?){30}){30}b|]', 'not known'],
  ['a class that hides brackets', `${'[(]'.repeat(2)}${'(?:[)\\\\]]{9}){60}'.repeat(2)}`, 'too many repetitions'],
])('a pattern of %s is refused, with its line', (_what, pattern, problem) => {
  expect(compilePattern(pattern).problem).toContain(problem);
  expect(readAssertion(`path a matches ${pattern}`)).toEqual({ problem: expect.stringContaining(problem) });
  const file = readOperationFile(`# oriel\n# allow-mutation\n# assert path a matches ${pattern}\n# ---\n{ a }`);
  expect(file.problems).toEqual([{ line: 3, message: expect.stringContaining(problem) }]);
});
