/** @jest-environment node */
import { buildSchema } from 'graphql';
import { leavesAtCursor } from '../../../../../src/features/query/editor/document/leavesAtCursor';

const SCHEMA = buildSchema(`
  type Query { ship(id: ID!): Ship ships: [Ship!]! }
  interface Node { id: ID! }
  type Ship implements Node { id: ID! name: String length(unit: String): Float old: Int @deprecated berth: Berth at(day: Int!): Int }
  type Berth { id: ID! }
`);

/** The text with leaves added at the `|`. */
const filled = (marked: string): string => {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const change = leavesAtCursor(SCHEMA, text, cursor);
  if (change === null || change === 'none') return String(change);
  return text.slice(0, change.from) + change.insert + text.slice(change.to);
};

it.each([
  ['behind the arguments, wherever in the field', '{ ship(id: |1) }', '{ ship(id: 1) {\n  id\n  name\n  length\n} }'],
  ['behind directives', '{ shi|p(id: 1) @skip(if: false) }', '{ ship(id: 1) @skip(if: false) {\n  id\n  name\n  length\n} }'],
  ['beside what is there', '{ ship(id: 1) { name| } }', '{ ship(id: 1) { name id length } }'],
  [
    'a line each, in the indentation of the field',
    '{\n  ships {\n    i|d\n  }\n}',
    '{\n  ships {\n    id\n    name\n    length\n  }\n}',
  ],
  ['into an empty selection', '{\n  ships { | }\n}', '{\n  ships {\n    id\n    name\n    length\n  }\n}'],
  ['of a fragment on its type', '{ ships { ... on Node { | } } }', '{ ships { ... on Node {\n  id\n} } }'],
  ['nothing where all is there', '{ ships { id name length| } }', 'none'],
  ['nothing where only fields with selections are', '{ | ships { id } }', 'none'],
  ['unknown where the document cannot be read', '{ ship(id: | }', 'null'],
])('%s', (_, text, result) => {
  expect(filled(text)).toBe(result);
});
