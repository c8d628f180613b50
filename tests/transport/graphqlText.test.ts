/** Documents that stay text, beside what urql's core makes of the same ones with a parser. */
import { CombinedError, createRequest, formatDocument, stringifyDocument } from '@urql/core';
import { parse as parseWhole, print as printWhole, Kind as WholeKind } from 'graphql';
import { GraphQLError, Kind, parse, print, type TextDocument } from '../../src/transport/graphqlText';
import fc from '../support/fastCheck';

/** As core does it: nodes gone through are new ones. */
const goneThrough = (document: TextDocument): TextDocument => ({ ...document, definitions: [...document.definitions] });
const normal = (text: string): string => printWhole(parseWhole(text, { noLocation: true }));

/** What core sends for a document that it has parsed. */
const expected = (text: string): string => normal(stringifyDocument(formatDocument(createRequest(text, {}).query)));

const DOCUMENTS = {
  'without a keyword': '{ ships { id } }',
  'with everything before its selection':
    'query Ships($where: Where = {a: {b: "}"}}, $n: [Int!]! = [1, 2]) @live(if: {x: 1}) { ships(where: $where) @include(if: true) { id } }',
  'an operation with a directive and no name': 'subscription @live { clock { now } }',
  'fragments, inline and named': `query A { node(id: "1") { ... on Ship { name } ... @skip(if: false) { id } ...Part } }
    fragment Part on Node @d { id inner { x } }`,
  'with what asks for it already': '{ a { __typename id } b { kind: __typename id } c { id __typename @skip(if: false) } }',
  'several operations': 'query One { a { id } } mutation Two { b { id } }',
  'brackets in strings and comments': `{ # } {
    a(text: "} \\" {", long: """} \\""" {""") { id # }
    } } # end }`,
  'objects in arguments': '{ a(where: {b: {c: [{d: 1}]}}, n: -1.5e3, e: ENUM, v: null) { id } }',
  'without spaces': '{a{b{c}}d{e}}',
  'a field of an alias': '{ __schema { types { name } } me: ship(id: 1) { x: name } }',
  'a comment before a fragment': '# of ships {\nfragment P on Ship { id } # asked for\nquery Q { ship { ...P } }',
  'a fragment first': 'fragment P on Ship { id } query Q { ship { ...P } }',
};

it.each(Object.entries(DOCUMENTS))('asks for the types of what is selected: %s', (_name, text) => {
  const document = parse(text);
  expect(print(document)).toBe(text);
  expect(normal(print(goneThrough(document)))).toBe(expected(text));
});

it.each(Object.entries(DOCUMENTS))('tells what is defined: %s', (_name, text) => {
  const told = parseWhole(text).definitions.map(node => [
    node.kind,
    'operation' in node ? node.operation : undefined,
    'name' in node ? node.name?.value : undefined,
  ]);
  expect(parse(text).definitions.map(({ kind, operation, name }) => [kind, operation, name?.value])).toEqual(told);
});

it('does so for any selection', () => {
  const name = fc.constantFrom('a', 'b', 'query', 'fragment', 'on', '__typename', 'type', 'x9');
  const gap = fc.constantFrom(' ', '\n', ' # } {\n', ', ');
  const argument = fc.constantFrom('', '(a: 1)', '(a: {b: "}"})', '(t: """{ (""")', '( a: ["(", ")"] )');
  const { selection } = fc.letrec<{ selection: string; field: string }>(tie => ({
    field: fc.oneof(
      { maxDepth: 4 },
      fc.tuple(name, argument).map(parts => parts.join('')),
      fc.tuple(name, argument, tie('selection')).map(([a, b, c]) => `${a}${b}${c}`),
      fc.tuple(fc.constantFrom('k', 'l'), name, argument).map(([a, b, c]) => `${a}: ${b}${c}`),
      tie('selection').map(inside => `... on T ${inside}`),
      tie('selection').map(inside => `... @skip(if: $x) ${inside}`),
    ),
    selection: fc
      .tuple(gap, fc.array(tie('field'), { minLength: 1, maxLength: 4 }), gap)
      .map(([before, fields, after]) => `{${before}${fields.join(after)}${before}}`),
  }));
  fc.assert(
    fc.property(
      selection,
      fc.constantFrom('', 'query Q($x: Boolean = true) ', 'mutation ', 'fragment F on T '),
      (inside, head) => {
        const text = head + inside;
        expect(normal(print(goneThrough(parse(text))))).toBe(expected(text));
      },
    ),
  );
});

it.each(['', '# nothing', '{ a ', '{ a } }', 'query ($a: Int { a }', 'query A'])('refuses what is no document: %s', text => {
  expect(() => parse(text)).toThrow(GraphQLError);
});

it('calls the kinds of nodes what graphql-js calls them', () => {
  expect(WholeKind).toMatchObject(Kind);
});

it('prints nothing but text', () => {
  expect(() => print({ kind: 'Document', definitions: [] } as never)).toThrow('documents are text');
});

it('makes of the errors of a response what the stock class makes of them', () => {
  const given = { message: 'No', path: ['ship', 0] };
  const [stock] = new CombinedError({ graphQLErrors: [given] }).graphQLErrors;
  const ours = new GraphQLError(given.message, undefined, undefined, undefined, given.path, given, {});
  expect(JSON.parse(JSON.stringify(ours))).toEqual(JSON.parse(JSON.stringify(stock)));
  expect([String(ours), ours.name, ours.extensions, ours.path]).toEqual([
    String(stock),
    stock?.name,
    stock?.extensions,
    stock?.path,
  ]);
});
