/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Results of a tab, stored and compared, over the real transport. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { diffResults } from '../../../../src/features/query/compare/diffResults';
import { keptResultsOf, MOST_RESULTS } from '../../../../src/features/query/compare/keptResults';
import { peerAccountsOf } from '../../../../src/features/query/compare/peerAccounts';
import { QueryScreen } from '../../../../src/features/query/QueryScreen';
import type { QueryRun } from '../../../../src/features/query/run/queryRun';
import { queryTabsOf } from '../../../../src/features/query/tabs/queryTabs';
import { writeEnvironments } from '../../../../src/session/environments/environments';
import { href } from '../../../../src/session/navigation/navigation';
import type { WireEntry } from '../../../../src/session/wire/wireLogEntry';
import { writeWireFile } from '../../../../src/session/wire/wireLogFile';
import { schemaOf } from '../../../schema/modelOf';
import { endingScreens, renderScreen, type ShownScreen } from '../../../support/renderScreen';
import { json } from '../../../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(schemaOf('type Query { port(name: String, password: String): String }'));
const OTHER_SCHEMA = introspectionFromSchema(schemaOf('type Query { port(name: String, password: String): String ships: Int }'));

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const shown = endingScreens();

interface Sent {
  url: string;
  body: { query: string; variables: unknown };
  headers: Headers;
}

/** The Query screen with responses that contain the number of the request. */
const open = async (query: string, variables: string | null = null) => {
  const sent: Sent[] = [];
  const page = renderScreen(session => <QueryScreen session={session} />, {
    introspection: SCHEMA,
    address: href(['query'], { query, variables }),
    fetch: async (input, init) => {
      const body = JSON.parse(String(init?.body)) as Sent['body'];
      if (body.query.includes('__schema')) return json({ data: OTHER_SCHEMA });
      if (String(input).includes('//down')) throw new TypeError('Failed to fetch');
      sent.push({ url: String(input), body, headers: new Headers(init?.headers) });
      const response = { data: { port: `Bergen ${sent.length}`, name: 'said very-s3cret-value' } };
      return new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } });
    },
  });
  shown.push(page);
  await act(async () => {
    await import('../../../../src/features/query/editor/graphqlSupport');
    await import('../../../../src/features/query/environment/filledRequest');
    await import('../../../../src/features/query/compare/CompareResults');
    await import('../../../../src/schema/docs/schemaChanges');
    await import('../../../../src/session/wire/wireOf');
  });
  await page.pass();
  return { ...page, sent };
};

const saveOther = ({ connections }: ShownScreen['session'], httpEndpoint = 'http://staging/graphql'): void =>
  void connections.save({ ...connections.draft(), id: 'other', name: 'Staging', httpEndpoint });

/** Chooses the other connection and sends the query there. */
const runThere = async ({ pass }: ShownScreen): Promise<void> => {
  const choice = await screen.findByLabelText<HTMLSelectElement>('Connection', { selector: 'select' }, { timeout: 10_000 });
  fireEvent.change(choice, { target: { value: 'other' } });
  fireEvent.click(screen.getByRole('button', { name: 'Run there' }));
  await pass();
};

/** Runs the query of the tab, and waits until its result is shown and stored. */
const run = async ({ pass, session }: ShownScreen, shows: RegExp): Promise<void> => {
  const latest = () => keptResultsOf(session).of(queryTabsOf(session).current().id).get().at(-1);
  const before = latest();
  fireEvent.click(screen.getByRole('button', { name: 'Run' }));
  await pass();
  await screen.findByText(shows, {}, { timeout: 10_000 });
  await waitFor(() => expect(latest()).not.toBe(before), { timeout: 10_000 });
  await pass();
};
const compare = async ({ pass }: ShownScreen): Promise<void> => {
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }));
  await pass();
  await screen.findByLabelText('First', {}, { timeout: 10_000 });
};

it('the latest two results are compared, and any other stored one can be selected', async () => {
  const page = await open('{ port }');
  await run(page, /Bergen 1/);
  await run(page, /Bergen 2/);
  await run(page, /Bergen 3/);
  await compare(page);
  const responses = () => within(screen.getByRole('region', { name: 'Compare' })).getByRole('region', { name: 'Response' });
  await within(responses()).findByText(/Bergen 3/);
  expect(
    within(responses())
      .getByText(/Bergen 2/)
      .closest('del'),
  ).toBeTruthy();
  expect(
    within(responses())
      .getByText(/Bergen 3/)
      .closest('ins'),
  ).toBeTruthy();
  const first = screen.getByLabelText<HTMLSelectElement>('First');
  expect(first.options).toHaveLength(3);
  fireEvent.change(first, { target: { value: first.options[0]?.value } });
  await within(responses()).findByText(/Bergen 1/);
  // No request was sent for it.
  expect(page.sent).toHaveLength(3);
});

it('the number of stored results is limited; results of a closed tab and results with a secret are not stored', async () => {
  const page = await open('query P($key: String) { port(password: $key) }', '{"key": "very-s3cret-value"}');
  const { session } = page;
  const tab = queryTabsOf(session).current().id;
  const kept = keptResultsOf(session);
  for (let at = 1; at <= MOST_RESULTS + 1; at++) await run(page, new RegExp(`Bergen ${at}"?$`));
  expect(kept.of(tab).get()).toHaveLength(MOST_RESULTS);
  expect(
    JSON.stringify(
      kept
        .of(tab)
        .get()
        .map(({ run }) => [run.data, run.texts]),
    ),
  ).not.toContain('very-s3cret-value');
  act(() => queryTabsOf(session).close(tab));
  expect(kept.of(tab).get()).toHaveLength(0);
});

it('the same query runs on another connection with its environment, without the headers of the tab, and both schemas are compared', async () => {
  const page = await open('query P($name: String) { port(name: $name) }', '{"name": "{{place}}"}');
  const { session } = page;
  act(() => {
    saveOther(session);
    const places = (value: string) => ({ name: 'e', variables: [{ name: 'place', value, secret: false }] });
    writeEnvironments(session.storage, 'default', { chosen: 'e', list: [places('here')], template: null });
    writeEnvironments(session.storage, 'other', { chosen: 'e', list: [places('there')], template: null });
    const tabs = queryTabsOf(session);
    tabs.change(tabs.current().id, { headers: [{ name: 'X-Tenant', value: 'north' }] });
  });
  await run(page, /Bergen 1/);
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }));
  await page.pass();
  await runThere(page);
  await screen.findByText(/Bergen 2/);
  const [here, there] = page.sent;
  expect([here?.url, here?.body.variables, here?.headers.get('x-tenant')]).toEqual([
    'http://test/graphql',
    { name: 'here' },
    'north',
  ]);
  expect([there?.url, there?.body.variables, there?.headers.get('x-tenant')]).toEqual([
    'http://staging/graphql',
    { name: 'there' },
    null,
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Compare schemas' }));
  await page.pass();
  expect(await screen.findByText('Query.ships', {}, { timeout: 10_000 })).toBeTruthy();
});

it.each([
  ['a secret in the variables', 'query ($password: String) { port(password: $password) }', '{"password": "hunter2"}'],
  ['a secret in the document', '{ port(password: "hunter2") }', null],
])('nothing is sent to another connection if the operation has %s', async (_what, query, variables) => {
  const page = await open(query, variables);
  act(() => saveOther(page.session));
  await run(page, /Bergen 1/);
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }));
  await page.pass();
  await runThere(page);
  expect(await screen.findByText('The query contains a secret or a file. Neither is sent to another connection.')).toBeTruthy();
  expect(page.sent).toHaveLength(1);
});

it('nothing is sent to another connection if a value is the token of this one', async () => {
  const page = await open('query ($name: String) { port(name: $name) }', '{"name": "tok-of-this-connection"}');
  act(() => {
    saveOther(page.session);
    page.session.token.set('tok-of-this-connection');
  });
  await run(page, /Bergen 1/);
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }));
  await page.pass();
  await runThere(page);
  expect(await screen.findByText('The query contains a secret or a file. Neither is sent to another connection.')).toBeTruthy();
  expect(page.sent.map(({ url }) => url)).toEqual(['http://test/graphql']);
});

it('a failed run on another connection is shown as a failure, not as an empty response', async () => {
  const page = await open('{ port }');
  act(() => saveOther(page.session, 'http://down/graphql'));
  await run(page, /Bergen 1/);
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }));
  await page.pass();
  await runThere(page);
  expect(await screen.findByText('The endpoint cannot be reached', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByText(/Bergen 1/)).toBeNull();
});

/** Runs here and on the other connection, where the user is signed in, and compares the results. */
const openBoth = async () => {
  const page = await open('{ port }');
  const { session } = page;
  const { connections } = session;
  act(() => {
    saveOther(session);
    const other = connections.list.get().find(({ id }) => id === 'other');
    if (other) connections.save(other, 'tok-of-the-other');
  });
  await run(page, /Bergen 1/);
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }));
  await page.pass();
  await runThere(page);
  await screen.findByText(/Bergen 2/);
  const there = connections.list.get().find(({ id }) => id === 'other');
  if (!there) throw new Error('not saved');
  return {
    ...page,
    there,
    tokens: connections.tokens(there),
    kept: keptResultsOf(session).of(queryTabsOf(session).current().id),
  };
};
const names = (kept: ReturnType<ReturnType<typeof keptResultsOf>['of']>): string[] =>
  kept.get().map(({ connection: { name } }) => name);

it('results of another connection and its requests in Wire are removed when the user signs out there', async () => {
  const page = await openBoth();
  const { wireOf } = await import('../../../../src/session/wire/wireOf');
  const rows = () =>
    wireOf(page.session)
      .get()
      .entries.filter(({ elsewhere }) => elsewhere === 'other');
  expect(names(page.kept)).toEqual(['Test', 'Staging']);
  expect(rows()).not.toHaveLength(0);
  const isSame = peerAccountsOf(page.session).watch(page.there, page.session.token);
  const latest = page.kept.get().at(-1)?.run as QueryRun;
  act(() => {
    page.tokens.write('');
    window.dispatchEvent(new StorageEvent('storage'));
  });
  await page.pass();
  expect(names(page.kept)).toEqual(['Test']);
  expect(rows()).toHaveLength(0);
  expect(screen.queryByText(/Bergen 2/)).toBeNull();
  // A response that arrives later is not stored either.
  await expect(keptResultsOf(page.session).keep('1', latest, page.there, isSame)).resolves.toBe(false);
});

it('requests to another connection are in Wire, without the token, until the page is closed', async () => {
  const { session } = await openBoth();
  const { wireOf } = await import('../../../../src/session/wire/wireOf');
  const { entries } = wireOf(session).get();
  const sentTo = (entry: WireEntry): string[] =>
    entry.steps.flatMap(step => (step.type === 'request' ? [step.url] : [])).map(url => new URL(url, 'http://test/').href);
  const there = entries.filter(entry => sentTo(entry).includes('http://staging/graphql'));
  expect(there).not.toHaveLength(0);
  expect(there.every(({ elsewhere, endedAt }) => elsewhere === 'other' && endedAt !== null)).toBe(true);
  const startedEntry = there.find(({ steps }) =>
    steps.some(step => step.type === 'started' && step.query.read()?.includes('port')),
  );
  expect(startedEntry?.screen).toBe('query');
  const written = writeWireFile(entries, 0);
  expect(written).toContain('Bergen 2');
  expect(written).not.toContain('tok-of-the-other');
  const writing = jest.spyOn(session.tabStorage, 'setItem');
  window.dispatchEvent(new Event('pagehide'));
  const kept = writing.mock.calls.find(([key]) => key === 'oriel:wire:default')?.[1];
  expect(kept).toContain('Bergen 1');
  expect(kept).not.toContain('Bergen 2');
});

it('a field that is mocked here is mocked in the result of the other connection, too', async () => {
  const page = await open('{ port }');
  act(() => {
    saveOther(page.session);
    page.session.preferences.value('queryOptions', () => ({})).set({ mocked: 'Query.port', seed: '1' });
  });
  await act(async () => void (await import('../../../../src/features/query/options/optionedRequest')));
  await run(page, /Mocked: Query.port/);
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }));
  await page.pass();
  await runThere(page);
  const kept = keptResultsOf(page.session).of(queryTabsOf(page.session).current().id);
  await waitFor(() => expect(kept.get()).toHaveLength(2));
  const [here, there] = kept.get().map(({ run: { data } }) => data);
  expect(here).toMatchObject({ port: expect.not.stringContaining('Bergen') });
  expect(there).toEqual(here);
  expect(page.sent.map(({ body }) => body.query)).toEqual([
    expect.not.stringContaining('port'),
    expect.not.stringContaining('port'),
  ]);
});

it('a mutation is never run on another connection', async () => {
  const page = await open('{ port }');
  const { session } = page;
  act(() => saveOther(session));
  await run(page, /Bergen 1/);
  const tabs = queryTabsOf(session);
  act(() => tabs.change(tabs.current().id, { query: 'mutation M { port }' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }));
  await page.pass();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Run there' }, { timeout: 10_000 });
  fireEvent.click(button);
  await page.pass();
  expect(screen.getByText('Only a query can run on another connection.')).toBeTruthy();
  expect(page.sent).toHaveLength(1);
});

it('large responses are compared as small ones are shown: without unrequested fields, and in the same form', async () => {
  const body = new Blob(['{"data":{"ship":{"__typename":"Ship","id":12345678901234567890}}}']);
  const ship = { typename: false, fields: new Map() };
  const shape = { typename: false, fields: new Map([['ship', ship]]) };
  const text = JSON.stringify({ data: { ship: { id: '12345678901234567890' } } }, null, 2);
  await expect(diffResults({ text }, { body, shape })).resolves.toMatchObject({ first: 0, second: 0 });
});
