/** Documents that are nested so deeply that recursive code overflows the stack. A link can contain one. */
import { jsonLanguage } from '@codemirror/lang-json';
import { graphqlLanguage } from 'cm6-graphql';
import { buildSchema } from 'graphql';
import { documentProblems } from '../../../../src/features/query/editor/document/documentLint';
import { readDocument } from '../../../../src/features/query/editor/document/documentTools';
import { shallowLanguage } from '../../../../src/features/query/editor/shallowLanguage';
import { readVariables } from '../../../../src/features/query/variables/variablesCheck';

const nested = (open: string, levels: number, close: string): string => open.repeat(levels) + close.repeat(levels);
const deep = nested('{a', 20_000, '}');

it.each([
  ['GraphQL', graphqlLanguage, deep, '{a{b}}'],
  ['JSON', jsonLanguage, nested('[', 20_000, ']'), '{"a":[1]}'],
])('a deep %s text has no syntax tree, and another one has', (_, language, text, plain) => {
  const { parser } = shallowLanguage(language);
  const tree = parser.parse(text);
  expect(tree.length).toBe(text.length);
  expect(tree.topNode.firstChild?.firstChild ?? null).toBeNull();
  expect(parser.parse(plain).toString()).toBe(language.parser.parse(plain).toString());
});

it.each([
  ['GraphQL', 'a variable type', graphqlLanguage, `query($a:${nested('[', 3000, ']')}){a}`],
  ['GraphQL', 'brackets in strings', graphqlLanguage, '{a(b:"})")'.repeat(3000)],
  ['GraphQL', 'brackets in comments', graphqlLanguage, '{a #}\n'.repeat(3000)],
  ['GraphQL', 'brackets that close nothing', graphqlLanguage, '{a]'.repeat(3000)],
  ['JSON', 'brackets in strings', jsonLanguage, '["]",'.repeat(3000)],
  ['JSON', 'brackets that close nothing', jsonLanguage, '[}'.repeat(3000)],
])('a deep %s text is recognized by its nesting: %s', (_, _of, language, text) => {
  expect(shallowLanguage(language).parser.parse(text).topNode.firstChild?.firstChild ?? null).toBeNull();
});

it.each([
  ['of a variable', `query($a: ${nested('[', 3000, ']').replace('[]', '[Int]')}) { a }`],
  ['of a value', `{ a(b: ${nested('[', 1000, ']')}) }`],
  ['of selections', `{ a${nested('{a', 400, '}')} }`],
])('a document is refused for the depth %s, before code overflows that follows its nodes', (_, text) => {
  expect(readDocument(text).error?.message).toBe('The document has too many levels of nesting.');
});

it('brackets in strings and a depth of 250 selections are no reason', () => {
  expect(readDocument(`{ a(b: "${'['.repeat(3000)}") }`).error).toBeNull();
  expect(readDocument(`{ a${nested('{a', 250, '}')} }`).error).toBeNull();
});

it('a deep document has a problem in plain words', () => {
  const message = 'The document has too many levels of nesting.';
  expect(readDocument(deep).error?.message).toBe(message);
  expect(documentProblems(deep, buildSchema('type Query { a: Int }'))).toMatchObject([{ severity: 'error', message }]);
});

it('deep variables are refused, and cannot overflow the stack of what uses them', () => {
  const { values, error } = readVariables(`{"a":${nested('[', 3000, ']')}}`, [], null);
  expect(values).toBeNull();
  expect(error).toContain('1000 levels of nesting');
});
