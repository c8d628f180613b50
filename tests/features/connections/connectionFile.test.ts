/** Connections as a file: it contains no secret, and nothing in it is trusted. */

import { ConnectionFileError, readConnectionFile, writeConnectionFile } from '../../../src/features/connections/connectionFile';
import { memoryStorage } from '../../../src/lib/storage';
import { createConnections } from '../../../src/session/connections/connections';
import { connectionOfPage } from '../../support/connectionOfPage';

const PAGE = 'http://page.test/';
const make = () => {
  const configured = connectionOfPage({ name: 'Here' });
  let n = 0;
  return createConnections({ storage: memoryStorage(), defaultConnection: configured, pageUrl: PAGE, newId: () => `new${++n}` });
};

it('contains no secret', () => {
  const connections = make();
  const draft = connections.draft({
    name: 'Other',
    httpEndpoint: 'https://user:pa55@api.test/graphql?api_key=k3y&tenant=north',
    headers: { 'x-api-key': 'h3ader' },
    uploadHeaders: { 'apollo-require-preflight': 'true', 'x-secret': 'up10ad' },
    connectionParamsShape: 'custom',
    customParams: '{"key":"cu5tom"}',
  });
  const text = writeConnectionFile([...connections.list.get(), draft], PAGE);
  for (const secret of ['pa55', 'k3y', 'h3ader', 'up10ad', 'cu5tom']) expect(text).not.toContain(secret);
  expect(text).toContain('https://api.test/graphql?tenant=north');
  expect(text).toContain('apollo-require-preflight');
});

it('is imported as new connections with the same settings', () => {
  const connections = make();
  connections.save(
    connections.draft({ name: 'Other', httpEndpoint: 'https://api.test/graphql', wsEndpoint: null, persistedQueries: true }),
  );
  const { connections: read } = readConnectionFile(writeConnectionFile(connections.list.get(), PAGE), connections, PAGE);
  expect(read.map(c => [c.name, c.httpEndpoint, c.wsEndpoint, c.persistedQueries])).toEqual([
    ['Here', 'http://page.test/graphql', undefined, false],
    ['Other', 'https://api.test/graphql', null, true],
  ]);
  const ids = [...connections.list.get(), ...read].map(c => c.id);
  expect(new Set(ids).size).toBe(4);
});

it.each([
  ['nonsense', 'notJson'],
  ['{}', 'notOurs'],
  ['null', 'notOurs'],
  ['{"kind":"oriel-connections","connections":[{"httpEndpoint":"javascript:alert(1)"},null,7]}', 'empty'],
])('refuses %s as %s', (text, problem) => {
  expect(() => readConnectionFile(text, make(), PAGE)).toThrow(
    expect.objectContaining({ name: ConnectionFileError.name, problem }),
  );
});

it('reads a file that was written by hand, without the password in its address', () => {
  const file = { kind: 'oriel-connections', connections: [{ name: 'X', httpEndpoint: 'https://me:pa55@x.test/graphql' }] };
  expect(readConnectionFile(JSON.stringify(file), make(), PAGE).connections[0]?.httpEndpoint).toBe('https://x.test/graphql');
});

it('ignores headers, ids and payloads of a file', () => {
  const file = {
    kind: 'oriel-connections',
    connections: [{ id: 'default', httpEndpoint: 'https://x.test/', headers: { a: 'b' }, customParams: '{}' }],
  };
  const [read] = readConnectionFile(JSON.stringify(file), make(), PAGE).connections;
  expect(read).toMatchObject({ id: 'new1', headers: {}, customParams: '' });
});

it('of a huge file as many connections are read as a list can have, with names of a usable length', () => {
  const connection = { name: 'n'.repeat(1_000_000), httpEndpoint: 'https://x.test/graphql', tokenName: 't'.repeat(1000) };
  const rest = Array.from({ length: 100_000 }, () => ({ httpEndpoint: 'https://x.test/graphql' }));
  const file = { kind: 'oriel-connections', connections: [connection, ...rest] };
  const { connections: read, unreadable } = readConnectionFile(JSON.stringify(file), make(), PAGE);
  expect(read).toHaveLength(200);
  expect(unreadable).toBe(100_001 - 200);
  expect([read[0]?.name.length, read[0]?.tokenName.length]).toEqual([200, 200]);
});

it('an address that no server takes is not usable', () => {
  const file = { kind: 'oriel-connections', connections: [{ httpEndpoint: `https://x.test/${'a'.repeat(20_000)}` }] };
  expect(() => readConnectionFile(JSON.stringify(file), make(), PAGE)).toThrow('empty');
});

it('a file that is nested too deeply is not read', () => {
  const deep = `{"kind":"oriel-connections","x":${'['.repeat(100_000)}${']'.repeat(100_000)},"connections":[]}`;
  expect(() => readConnectionFile(deep, make(), PAGE)).toThrow('notJson');
});
