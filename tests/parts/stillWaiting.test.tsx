/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Messages and actions of screens during a slow response. */
import { act, fireEvent, screen } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { ActionsScreen } from '../../src/features/actions/ActionsScreen';
import { DataScreen } from '../../src/features/data/DataScreen';
import { DocsScreen } from '../../src/features/docs/DocsScreen';
import type { Session } from '../../src/session/connections/session';
import { schemaOf } from '../schema/modelOf';
import { endingScreens, renderScreen, type ShownScreen } from '../support/renderScreen';

const SCHEMA = introspectionFromSchema(
  schemaOf(`
    type Note { id: ID!, text: String!, isDone: Boolean! }
    type Query { notes: [Note!]!, note(id: ID!): Note }
    input NotePatch { text: String, isDone: Boolean }
    type Mutation { updateNote(id: ID!, patch: NotePatch!): Note! }
  `),
);

/** A server that does not answer until it is released; it counts requests and aborted requests. */
function silentServer(respond: (body: { query: string }) => unknown) {
  const server = { asked: 0, aborted: 0, isSilent: true, fetch: undefined as unknown as typeof fetch };
  server.fetch = ((_url: string, init: RequestInit) => {
    server.asked += 1;
    if (!server.isSilent) return Promise.resolve(Response.json({ data: respond(JSON.parse(String(init.body))) }));
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => {
        server.aborted += 1;
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  }) as typeof fetch;
  return server;
}

const shown = endingScreens();
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
});

function open(
  make: (session: Session) => React.ReactNode,
  server: { fetch: typeof fetch },
  introspection?: unknown,
  address = '/',
) {
  const page = renderScreen(make, {
    introspection,
    address,
    fetch: server.fetch,
    transportConfig: { forceFetchDelayMs: 0, requestTimeoutMs: 0 },
  });
  shown.push(page);
  return page;
}

const stopButton = (): HTMLElement | null => screen.queryByRole('button', { name: 'Stop' });
/** Code that is loaded on demand arrives in turns of the real event loop. */
async function until(page: ShownScreen, check: () => unknown): Promise<void> {
  for (let turn = 0; turn < 500 && !check(); turn += 1) {
    await new Promise(resolve => jest.requireActual<typeof import('node:timers')>('node:timers').setImmediate(resolve));
    await page.pass();
  }
  expect(check()).toBeTruthy();
}

test('a stalled list shows after 5 s how long it has waited; Stop aborts the request, Try again repeats it', async () => {
  const server = silentServer(() => ({ notes: [{ __typename: 'Note', id: '1', text: 'Note 1', isDone: true }] }));
  const page = open(session => <DataScreen session={session} collection="notes" />, server, SCHEMA, '/data/notes');
  await page.pass(4900);
  expect(server.asked).toBe(1);
  expect(stopButton()).toBeNull();
  await page.pass(200);
  expect(screen.getByText('Still waiting')).toBeTruthy();
  await page.pass(2000);
  expect(screen.getByText('7 sec')).toBeTruthy();
  await act(async () => void fireEvent.click(stopButton() as HTMLElement));
  await until(page, () => screen.queryByRole('alert'));
  expect(server.aborted).toBe(1);
  expect(screen.getByRole('alert').textContent).toContain('Stopped');
  expect(stopButton()).toBeNull();
  server.isSilent = false;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Try again/ })));
  await until(page, () => screen.queryByText('Note 1'));
  expect(server.asked).toBe(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('loaded rows stay when their refresh is stopped', async () => {
  const server = silentServer(() => ({ notes: [{ __typename: 'Note', id: '1', text: 'Note 1', isDone: true }] }));
  server.isSilent = false;
  const page = open(session => <DataScreen session={session} collection="notes" />, server, SCHEMA, '/data/notes');
  await until(page, () => screen.queryByText('Note 1') && screen.queryByRole('button', { name: 'Refresh' }));
  server.isSilent = true;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await page.pass(5100);
  await act(async () => void fireEvent.click(stopButton() as HTMLElement));
  await until(page, () => screen.queryByRole('alert'));
  expect(screen.getByText('Note 1')).toBeTruthy();
  expect(server.aborted).toBe(1);
});

test.each([
  ['Data', (session: Session) => <DataScreen session={session} />],
  ['Docs', (session: Session) => <DocsScreen session={session} path={[]} />],
  ['Actions', (session: Session) => <ActionsScreen session={session} />],
])('%s waits for the schema in the same way', async (_, make) => {
  const server = silentServer(() => SCHEMA);
  const page = open(make, server);
  await page.pass(5100);
  await act(async () => void fireEvent.click(stopButton() as HTMLElement));
  await until(page, () => screen.queryByRole('alert'));
  expect(server.aborted).toBe(1);
  server.isSilent = false;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Try again/ })));
  await until(page, () => page.session.schema.get().status === 'ready');
});

test('a form that waits for current values stops waiting and requests them again', async () => {
  const server = silentServer(() => ({ note: { __typename: 'Note', id: '1', text: 'As it is', isDone: false } }));
  const page = open(
    session => <ActionsScreen session={session} action="updateNote" />,
    server,
    SCHEMA,
    '/actions/updateNote?id=1',
  );
  await page.pass(5100);
  await act(async () => void fireEvent.click(stopButton() as HTMLElement));
  await page.pass();
  expect(screen.getByRole('alert').textContent).toContain('Stopped');
  server.isSilent = false;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Try again/ })));
  // The name of the record is requested, too.
  await until(page, () => server.asked === 3 && !screen.queryByRole('alert'));
  expect(server.aborted).toBe(1);
});
