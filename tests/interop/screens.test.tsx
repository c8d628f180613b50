/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Screens under urql's Provider, over the real transport and a real server: rows, a mutation, and a feed. */
import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import WebSocket from 'ws';
import { ActionsScreen } from '../../src/features/actions/ActionsScreen';
import { DataScreen } from '../../src/features/data/DataScreen';
import { LiveScreen } from '../../src/features/live/LiveScreen';
import { type HarbourProcess, startHarbourProcess } from '../support/harbour/harbourProcess';
import { endingScreens, renderScreen, type ShownScreen } from '../support/renderScreen';

// The visibility of each ancestor takes seconds to compute for a table in jsdom.
configure({ defaultHidden: true });

let harbour: HarbourProcess;
beforeAll(async () => {
  harbour = await startHarbourProcess();
}, 60_000);
afterAll(() => harbour.dispose());

const shown = endingScreens();

/** Each request has its own connection: the server closes idle ones, and jsdom keeps the process busy for seconds. */
const fetchOnce: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('connection', 'close');
  return fetch(input, { ...init, headers });
};

function show(render: Parameters<typeof renderScreen>[0], address: string): ShownScreen {
  const page = renderScreen(render, {
    introspection: undefined,
    address,
    fetch: fetchOnce,
    WebSocket: WebSocket as never,
    connection: { httpEndpoint: harbour.url, wsEndpoint: harbour.wsUrl },
  });
  shown.push(page);
  return page;
}

const ready = (page: ShownScreen): Promise<void> =>
  waitFor(() => expect(page.session.schema.get()).toMatchObject({ status: 'ready' }), { timeout: 20_000 });

async function ask<Data>(query: string): Promise<Data> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(harbour.url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return (await response.json()).data;
}

const notesOf = async (id: string): Promise<string | null> =>
  (await ask<{ visit: { notes: string | null } }>(`{ visit(id: "${id}") { notes } }`)).visit.notes;

const firstNames = (): string[] => screen.queryAllByRole('rowheader').map(cell => cell.textContent ?? '');

test('a table shows the rows of the server, in the order that the user chooses', async () => {
  const page = show(session => <DataScreen session={session} collection="ships" />, '/data/ships');
  await ready(page);
  await waitFor(() => expect(firstNames()[0]).toMatch(/^Amber /));
  fireEvent.click(screen.getByRole('columnheader', { name: /^Length metres/ }));
  await waitFor(() => expect(page.address()).toMatch(/sort=lengthMetres/));
  await waitFor(() => expect(firstNames()[0]).not.toMatch(/^Amber /));
}, 60_000);

test('a mutation is refused without a token, and done with one', async () => {
  const page = show(session => <ActionsScreen session={session} action="changeVisit" />, '/actions/changeVisit?id=visit-11950');
  await ready(page);
  fireEvent.change(await screen.findByLabelText(/^Notes/), { target: { value: 'Seen from a screen' } });
  fireEvent.click(screen.getByRole('button', { name: 'Change visit' }));
  await screen.findByRole('alert');
  expect(await notesOf('visit-11950')).not.toBe('Seen from a screen');
  const { signIn } = await ask<{ signIn: { token: string } }>(`mutation { signIn(code: "${harbour.accessCode}") { token } }`);
  page.session.token.set(signIn.token);
  fireEvent.click(screen.getByRole('button', { name: 'Change visit' }));
  await waitFor(async () => expect(await notesOf('visit-11950')).toBe('Seen from a screen'));
}, 60_000);

test('a feed shows the events of a websocket', async () => {
  const page = show(session => <LiveScreen session={session} feed="clock" />, '/live/clock');
  await ready(page);
  await waitFor(() => expect(document.querySelectorAll('.live-row:not([hidden])').length).toBeGreaterThan(1));
}, 60_000);
