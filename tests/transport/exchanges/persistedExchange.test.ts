/** The persistedExchange, driven directly: which operations get a hash, and the behaviour of the stock exchange alone. */
import { CombinedError, type Operation } from '@urql/core';
import { persistedExchange as stockPersistedExchange } from '@urql/exchange-persisted';
import { persistedExchange } from '../../../src/transport/exchanges/persistedExchange';
import { ServerError } from '../../../src/transport/observe/failure';
import { driveExchange, operationOf } from '../../support/driveExchange';

const settle = () => new Promise(resolve => setImmediate(resolve));
const HASH = 'a'.repeat(64);
const query = operationOf('query', 'query Q { a }');
const status = (code: number) => new CombinedError({ networkError: new ServerError('no', code, null) });

it('C20 C23 adds the hash to queries without files, and computes each hash once', async () => {
  const generateHash = jest.fn(async () => HASH);
  const { send, forwarded } = driveExchange(persistedExchange({ generateHash }));
  send(query);
  send({ ...query, key: 2 });
  send({ ...operationOf('query', 'query F($f: Upload) { a(f: $f) }', { f: new Blob(['x']) }), key: 3 });
  send(operationOf('mutation', 'mutation M { a }'));
  await settle();
  expect(forwarded.map(({ kind, extensions }) => [kind, extensions?.persistedQuery?.sha256Hash]).sort()).toEqual(
    [
      ['query', undefined],
      ['mutation', undefined],
      ['query', HASH],
      ['query', HASH],
    ].sort(),
  );
  expect(generateHash).toHaveBeenCalledTimes(1);
});

it('C18 the stock exchange alone ignores a status of 400 (M19)', async () => {
  const { send, forwarded, answer, results } = driveExchange(
    stockPersistedExchange({ preferGetForPersistedQueries: false, generateHash: async () => HASH }),
  );
  send(query);
  await settle();
  answer(forwarded[0] as Operation, { error: status(400) });
  expect([forwarded.length, results.length]).toEqual([1, 1]);
});

it('C19 the stock exchange alone sends `miss` with the hash of a resend, and an empty extension after a stop (M20)', async () => {
  const extensionOfResend = async (message: string): Promise<string> => {
    const { send, forwarded, answer } = driveExchange(
      stockPersistedExchange({ preferGetForPersistedQueries: false, generateHash: async () => HASH }),
    );
    send(query);
    await settle();
    answer(forwarded[0] as Operation, { error: new CombinedError({ graphQLErrors: [{ message }] }) });
    await settle();
    return JSON.stringify(forwarded.at(-1)?.extensions);
  };
  expect(await extensionOfResend('PersistedQueryNotFound')).toContain('"miss":true');
  expect(await extensionOfResend('PersistedQueryNotSupported')).toBe('{}');
});
