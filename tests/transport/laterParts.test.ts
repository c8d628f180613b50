/** The transport of a page, whose stages for subscriptions, files and persisted queries come when they are wanted. */
import type { Exchange, Operation } from '@urql/core';
import { assembleTransport } from '../../src/transport/assembleTransport';
import type { TransportConfig } from '../../src/transport/config';
import { laterExchange } from '../../src/transport/exchanges/laterExchange';
import { RefusedError } from '../../src/transport/failure';
import { laterParts } from '../../src/transport/laterParts';
import type { TransportParts } from '../../src/transport/transportParts';
import { wholeParts } from '../../src/transport/wholeParts';
import { type Answer, json, scriptedFetch } from '../support/scriptedFetch';

const QUERY = 'query Ships { ships }';
const MUTATION = 'mutation Book { book }';
const DATA = json({ data: { ships: 1 } });
const MISS = json({ errors: [{ message: 'PersistedQueryNotFound' }] });

const start = (config: TransportConfig, parts: Partial<TransportParts>, ...answers: Answer[]) => {
  const scripted = scriptedFetch(...answers);
  const world = { fetch: scripted.fetch, storage: null };
  return { ...scripted, ...assembleTransport({ forceFetchDelayMs: 0, ...config }, world, { ...laterParts, ...parts }) };
};
const settle = () => new Promise(resolve => setTimeout(resolve));

/** A stage that is fetched when the test says so. */
function held(isWanted: (operation: Operation) => boolean, stage: () => Exchange, onMissing: () => Error | null = () => null) {
  let arrive: () => void = () => {};
  let fail: () => void = () => {};
  let loads = 0;
  const exchange = laterExchange({
    isWanted,
    load: () => {
      loads += 1;
      return new Promise((resolve, reject) => {
        arrive = () => resolve(stage());
        fail = () => reject(new TypeError('Failed to fetch'));
      });
    },
    onMissing,
  });
  return { exchange, loads: () => loads, arrive: () => arrive(), fail: () => fail() };
}
const isQuery = ({ kind }: Operation): boolean => kind === 'query';

it('C19 C44 a query waits for the code that sends it by hash; mutations of the same moment do not', async () => {
  let later: ReturnType<typeof held> | undefined;
  const transport = start(
    { persistedQueries: true },
    {
      persistedQueriesExchange: options => {
        later = held(isQuery, () => wholeParts.persistedQueriesExchange(options));
        return later.exchange;
      },
    },
    DATA,
    DATA,
    MISS,
    DATA,
  );
  const answers = [
    transport.client.query(QUERY, {}).toPromise(),
    transport.client.mutation(MUTATION, {}).toPromise(),
    transport.client.mutation(MUTATION, {}).toPromise(),
  ];
  await Promise.all(answers.slice(1));
  expect(transport.requests.map(request => request.json?.operationName)).toEqual(['Book', 'Book']);
  expect(later?.loads()).toBe(1);
  later?.arrive();
  expect((await answers[0])?.data).toEqual({ ships: 1 });
  expect(
    transport.requests.slice(2).map(({ json: body }) => [body?.query !== undefined, body?.extensions !== undefined]),
  ).toEqual([
    [false, true],
    [true, true],
  ]);
  expect(transport.persisted.get()).toEqual({ state: 'on', hits: 0, misses: 1 });
});

it('C43 a query that was given up while the code was under way is never sent', async () => {
  let later: ReturnType<typeof held> | undefined;
  const { client, requests } = start(
    { persistedQueries: true },
    {
      persistedQueriesExchange: options => {
        later = held(isQuery, () => wholeParts.persistedQueriesExchange(options));
        return later.exchange;
      },
    },
    DATA,
  );
  client
    .query(QUERY, {})
    .subscribe(() => {})
    .unsubscribe();
  later?.arrive();
  await settle();
  expect(requests).toHaveLength(0);
});

it('sends queries as text where the code for hashes cannot be had', async () => {
  let later: ReturnType<typeof held> | undefined;
  let told = 0;
  const { client, requests } = start(
    { persistedQueries: true },
    {
      persistedQueriesExchange: () => {
        later = held(
          isQuery,
          () => wholeParts.streamedExchange(),
          () => {
            told += 1;
            return null;
          },
        );
        return later.exchange;
      },
    },
    DATA,
  );
  const answer = client.query(QUERY, {}).toPromise();
  await settle();
  later?.fail();
  expect((await answer).data).toEqual({ ships: 1 });
  expect(requests[0]?.json).toMatchObject({ query: expect.stringContaining('ships') });
  expect(told).toBe(1);
});

it('C11 a file waits for its code and is sent once; where that cannot be had it is told that nothing was sent', async () => {
  const variables = { file: new File(['x'], 'a.txt') };
  let later: ReturnType<typeof held> | undefined;
  const { client, requests } = start(
    {},
    {
      uploadExchange: options => {
        later = held(
          ({ context }) => context.multipart === true,
          () => wholeParts.uploadExchange(options),
          () => new RefusedError('nothing was sent'),
        );
        return later.exchange;
      },
    },
    DATA,
  );
  const send = () => client.mutation('mutation Attach($file: Upload!) { attach(file: $file) }', variables).toPromise();
  const first = send();
  await settle();
  later?.fail();
  expect((await first).error?.networkError).toMatchObject({ name: 'RefusedError', message: 'nothing was sent' });
  expect(requests).toHaveLength(0);
  const second = send();
  await settle();
  expect(later?.loads()).toBe(2);
  later?.arrive();
  expect((await second).data).toEqual({ ships: 1 });
  expect(requests.map(request => request.form?.has('map'))).toEqual([true]);
});

it('fetches the real stages: by hash, with files', async () => {
  const { client, requests } = start({ persistedQueries: true }, {}, DATA, DATA);
  await client.query(QUERY, {}).toPromise();
  await client.mutation('mutation Attach($file: Upload!) { attach(file: $file) }', { file: new Blob(['x']) }).toPromise();
  expect(requests.map(request => [Boolean(request.json?.extensions), Boolean(request.form)])).toEqual([
    [true, false],
    [false, true],
  ]);
});
