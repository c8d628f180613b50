import { readOwnPath } from '../../../src/server/signIn/ownPath';

it.each([
  '//evil.example',
  '//evil.example/data',
  '///evil.example/data',
  '/\\evil.example',
  '/\\evil.example/data',
  '/.//evil.example/data',
  '/data/..//evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '\\\\evil.example',
  'https://evil.example/data',
  'https:evil.example',
  '/\t/evil.example',
  '/\n/evil.example/data',
  '/data\r\nlocation: x',
  'javascript:alert(1)',
  '/sign-in',
  '/data/../../evil',
  '/@evil.example',
  '',
  'data',
  `/data?${'a'.repeat(2000)}`,
  ['/data'],
  undefined,
])('is not an own path: %j', given => {
  expect(readOwnPath(given)).toBeNull();
});

it.each([
  ['/', '/', ''],
  ['/data/ships?a=1#x', '/data/ships?a=1#x', ''],
  ['/tools/oriel/', '/tools/oriel/', '/tools/oriel'],
  ['/tools/oriel/docs/Ship?q=//evil.example', '/tools/oriel/docs/Ship?q=//evil.example', '/tools/oriel'],
  ['/data/%2f%2fevil', '/data/%2f%2fevil', ''],
])('is an own path: %s', (given, path, prefix) => {
  expect(readOwnPath(given)).toEqual({ path, prefix });
});
