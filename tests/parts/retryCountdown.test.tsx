/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Screens whose server asks to wait: queries are retried automatically after that time, but not after long waits, not without limit, and no mutations. */
import { act, fireEvent, screen } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { DataScreen } from '../../src/features/data/DataScreen';
import { DocsScreen } from '../../src/features/docs/DocsScreen';
import { schemaOf } from '../schema/modelOf';
import { endingScreens, renderScreen, type ShownScreen } from '../support/renderScreen';
import { json } from '../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(schemaOf('type Note { id: ID! text: String! } type Query { notes: [Note!]! }'));
const ROWS = { data: { notes: [{ __typename: 'Note', id: '1', text: 'Note 1' }] } };

const shown = endingScreens();
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
});

/** A server that is busy until the test releases it. */
function busyServer(retryAfter: string) {
  const server = { asked: 0, isBusy: true, fetch: undefined as unknown as typeof fetch };
  server.fetch = (async (_url: string, init: RequestInit) => {
    server.asked += 1;
    const isSchema = String(init.body).includes('__schema');
    if (!server.isBusy) return json(isSchema ? { data: SCHEMA } : ROWS);
    return new Response('{"message":"busy"}', { status: 503, headers: { 'retry-after': retryAfter } });
  }) as typeof fetch;
  return server;
}

function open(server: { fetch: typeof fetch }, isDocs = false) {
  const page = renderScreen(
    session => (isDocs ? <DocsScreen session={session} path={[]} /> : <DataScreen session={session} collection="notes" />),
    {
      introspection: isDocs ? undefined : SCHEMA,
      address: isDocs ? '/docs' : '/data/notes',
      fetch: server.fetch,
      transportConfig: { forceFetchDelayMs: 0 },
    },
  );
  shown.push(page);
  return page;
}

/** Code that is loaded on demand arrives in turns of the real event loop. */
async function until(page: ShownScreen, check: () => unknown): Promise<void> {
  for (let turn = 0; turn < 500 && !check(); turn += 1) {
    await new Promise(resolve => jest.requireActual<typeof import('node:timers')>('node:timers').setImmediate(resolve));
    await page.pass();
  }
  expect(check()).toBeTruthy();
}

test('a list counts down and is requested again once', async () => {
  const server = busyServer('30');
  const page = open(server);
  await until(page, () => screen.queryByText(/The server asks you to wait 30 sec/));
  expect(screen.getByText(/Retrying automatically/)).toBeTruthy();
  const before = server.asked;
  await page.pass(20_000);
  expect(screen.getByRole('timer').textContent).toBe('10 sec');
  expect(server.asked).toBe(before);
  server.isBusy = false;
  await page.pass(11_000);
  await until(page, () => screen.queryByText('Note 1'));
  expect(screen.queryByRole('timer')).toBeNull();
  await page.pass(120_000);
  expect(server.asked).toBe(before + 1);
});

test('Stop ends the countdown: nothing is requested until the user does', async () => {
  const server = busyServer('30');
  const page = open(server);
  await until(page, () => screen.queryByRole('timer'));
  const before = server.asked;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Stop' })));
  expect(screen.queryByRole('timer')).toBeNull();
  await page.pass(600_000);
  expect(server.asked).toBe(before);
  server.isBusy = false;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Try again/ })));
  await until(page, () => screen.queryByText('Note 1'));
});

test('a wait of more than ten minutes is shown, without an automatic retry', async () => {
  const server = busyServer('3600');
  const page = open(server);
  await until(page, () => screen.queryByText(/The server asks you to wait 1 hr/));
  const before = server.asked;
  expect(screen.queryByRole('timer')).toBeNull();
  await page.pass(3_700_000);
  expect(server.asked).toBe(before);
});

test('a server that always asks to wait gets five more requests, at most one per second', async () => {
  const server = busyServer('0');
  const page = open(server);
  await until(page, () => screen.queryByRole('timer'));
  for (let turn = 0; turn < 40; turn += 1) await page.pass(500);
  const requestsBefore = server.asked;
  expect(requestsBefore).toBe(6);
  expect(screen.queryByRole('timer')).toBeNull();
  await page.pass(600_000);
  expect(server.asked).toBe(requestsBefore);
});

test('the schema is requested again in the same way', async () => {
  const server = busyServer('5');
  const page = open(server, true);
  await until(page, () => screen.queryByRole('timer'));
  server.isBusy = false;
  await page.pass(6000);
  await until(page, () => page.session.schema.get().status === 'ready');
});
