/** Reading manifests, and files that are invalid or hostile. */
import { parse } from 'graphql';
import { readManifest } from '../../../../src/features/query/trusted/readManifest';
import { MOST_DOCUMENTS } from '../../../../src/session/connections/keptDocuments';
import { documentKey } from '../../../../src/transport/exchanges/trustedDocumentExchange';

const KEY = documentKey(parse('query A { a }'));
const APOLLO = {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [{ id: 'x1', name: 'A', type: 'query', body: 'query A { a __typename }' }],
};

test.each([
  ['Relay', { abc: 'query A { a }' }, 'abc', 'documentId'],
  ['Hive and GraphQL Code Generator', { ['f'.repeat(64)]: 'query A {\n  a\n}' }, 'f'.repeat(64), 'documentId'],
  ['an app in Hive’s CDN', { 'shop~1.0.0~abc': 'query A { a }' }, 'shop~1.0.0~abc', 'documentId'],
  ['Apollo', APOLLO, 'x1', 'extension'],
])('reads a manifest of %s', (_, manifest, id, form) => {
  const { documents, count } = readManifest(JSON.stringify(manifest));
  expect([documents.ids.get(KEY), documents.form, count]).toEqual([id, form, 1]);
});

test('leaves out and counts entries that are not documents', () => {
  const manifest = {
    good: 'query A { a }',
    broken: 'query A {',
    two: 'query A { a } query B { b }',
    none: 'fragment F on A { a }',
    number: 7,
    'an id with spaces': 'query C { c }',
    ['i'.repeat(300)]: 'query D { d }',
  };
  const { documents, count } = readManifest(JSON.stringify(manifest));
  expect([[...documents.ids.values()], count]).toEqual([['good'], 7]);
});

test('ids that are names of prototypes are ids like any other', () => {
  const { documents } = readManifest('{"__proto__":"query A { a }","constructor":"query B { b }"}');
  expect([...documents.ids.values()]).toEqual(['__proto__', 'constructor']);
});

test.each(['', '[]', '7', 'null', '{}', '{"a":1}', '{"format":"apollo-persisted-query-manifest","operations":7}'])(
  'refuses %j',
  text => {
    expect(() => readManifest(text)).toThrow();
  },
);

test('reads no more documents than can be stored', () => {
  const many = Object.fromEntries(Array.from({ length: MOST_DOCUMENTS + 10 }, (_, at) => [`i${at}`, `{ f${at} }`]));
  const { documents, count } = readManifest(JSON.stringify(many));
  expect([documents.ids.size, count]).toEqual([MOST_DOCUMENTS, MOST_DOCUMENTS + 10]);
});
