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
