/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The Wire screen, over the real transport with responses and sockets that the test controls. */

import { act, fireEvent, screen, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { WireScreen } from '../../../src/features/wire/WireScreen';
import type { ConnectionSettings } from '../../../src/session/connections/connections';
import { queryHandOverOf } from '../../../src/session/navigation/queryHandOver';
import { readWireFile, writeWireFile } from '../../../src/session/wire/wireLogFile';
import { wireOf } from '../../../src/session/wire/wireOf';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen, type ShownScreen } from '../../support/renderScreen';
import { savedFiles } from '../../support/savedFiles';
import { type Answer, json, scriptedFetch } from '../../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(schemaOf('type Query { ships: Int } type Subscription { tick: Int }'));

const saved = savedFiles();
const shown = endingScreens();
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  jest.useRealTimers();
});

interface Opened extends ShownScreen {
  requests: ReturnType<typeof scriptedFetch>['requests'];
  query(document: string, variables?: object, context?: object): Promise<unknown>;
  mutation(document: string): Promise<unknown>;
}

const open = async (responses: Answer[], address = '/wire', connection: Partial<ConnectionSettings> = {}): Promise<Opened> => {
  const { fetch, requests } = scriptedFetch(...responses);
  const page = renderScreen(session => <WireScreen session={session} />, { introspection: SCHEMA, address, fetch, connection });
  shown.push(page);
  const { client } = page.session.transport;
  await page.pass(200);
  const ask = async (sent: { toPromise(): Promise<unknown> }): Promise<unknown> => {
    const response = sent.toPromise();
    await page.pass(100);
    return response;
  };
  return Object.assign(page, {
    requests,
    query: (document: string, variables = {}, context: object = { screen: 'data' }) =>
      ask(client.query(document, variables as never, context as never)),
    mutation: (document: string) => ask(client.mutation(document, {}, { screen: 'actions' } as never)),
  });
};

const DATA = json({ data: { ships: 3 } });
const LOG = { name: 'What went over the wire' };
const rows = (): string[] => {
  const list = screen.queryByRole('listbox', LOG);
  return list
    ? within(list)
        .queryAllByRole('option')
        .map(option => option.textContent ?? '')
    : [];
};
const row = (name: string): HTMLElement =>
  within(screen.getByRole('listbox', LOG)).getByRole('option', { name: new RegExp(name) });
const details = () => within(screen.getByRole('complementary'));
const press = (element: HTMLElement): void => {
  act(() => element.click());
};
const choose = async (label: string, value: string): Promise<void> => {
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });
};

describe('rows', () => {
  it('describe in words what happened', async () => {
    const page = await open([
      DATA,
      json({ errors: [{ message: 'The berth is taken' }] }),
      new TypeError('refused'),
      json('<html>', 502),
    ]);
    expect(screen.getByText('Nothing sent yet')).toBeTruthy();
    await page.query('query Ships { ships }');
    await page.query('query Ships { ships }');
    await page.mutation('mutation Book { book }');
    await page.query('query Lost { lost }');
    await page.query('query Page { page }');
    const [first, second, third, fourth, fifth] = rows();
    expect(first).toMatch(/Query Ships.*The server answered in 0 ms with 20 bytes\..*200/);
    expect(second).toContain('Shown from the cache; nothing was sent.');
    expect(third).toMatch(/Mutation Book.*The server could not complete it: The berth is taken/);
    expect(fourth).toContain('No response: the server cannot be reached from here.');
    expect(fifth).toContain('The response is not from a GraphQL server (status 502).');
    expect(screen.getByText('5 rows')).toBeTruthy();
  });

  it('appear when an operation starts, and change while it is in progress', async () => {
    let respond: (response: Response) => void = () => undefined;
    const page = await open([() => new Promise<Response>(resolve => (respond = resolve))]);
    const result = page.session.transport.client.query('query Slow { slow }', {}).toPromise();
    await page.pass(150);
    expect(rows()[0]).toContain('Waiting for the server to answer.');
    await page.pass(2000);
    expect(rows()[0]).toContain('2.1 sec');
    respond(DATA.clone());
    await page.pass(100);
    await result;
    expect(rows()[0]).toContain('The server answered in');
  });

  it('are selected with the keyboard, and the details follow the selection', async () => {
    const page = await open([DATA]);
    for (const name of ['One', 'Two', 'Three']) await page.query(`query ${name} { ships }`);
    const list = screen.getByRole('listbox', LOG);
    const key = (name: string) => fireEvent.keyDown(list, { key: name });
    key('Home');
    key('ArrowDown');
    expect(row('Two').getAttribute('aria-selected')).toBe('true');
    expect(list.getAttribute('aria-activedescendant')).toBe(row('Two').id);
    expect(screen.queryByRole('complementary')).toBeNull();
    key('Enter');
    expect(details().getByRole('heading', { name: 'Two' })).toBeTruthy();
    key('ArrowDown');
    expect(details().getByRole('heading', { name: 'Three' })).toBeTruthy();
    expect(page.address()).toBe('/wire?entry=3');
  });
});

describe('an open row', () => {
  it('has a lane for each stage, and each step is a button that the arrow keys reach', async () => {
    const page = await open([DATA]);
    await page.query('query Ships { ships }');
    press(row('Ships'));
    const diagram = within(details().getByRole('region', { name: 'Steps through the stages' }));
    for (const lane of ['Cache', 'First page', 'Sign-in', 'Short form', 'Retry', 'Request', 'Live', 'Result'])
      expect(diagram.getByText(lane)).toBeTruthy();
    const steps = diagram.getAllByRole('button');
    expect(steps.map(step => step.getAttribute('aria-label'))).toEqual([
      'Cache, after 0 ms: Not in the cache',
      'Sign-in, after 0 ms: No token',
      expect.stringContaining('Request, after 0 ms: POST /graphql'),
      'Request, after 0 ms: 200 application/json, 20 bytes in 0 ms',
      'Result, after 0 ms: Done',
    ]);
    // Tab reaches one of them, and the arrow keys the others.
    expect(steps.filter(step => step.tabIndex === 0)).toHaveLength(1);
    act(() => steps[0]?.focus());
    fireEvent.keyDown(steps[0] as HTMLElement, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(steps[1]);
    expect(steps[1]?.getAttribute('aria-pressed')).toBe('true');
    const current = details().getByRole('list', { name: 'Steps' }).querySelector('[aria-current]');
    expect(current?.textContent).toContain('No token');
    fireEvent.keyDown(steps[1] as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(steps[2]);
    fireEvent.keyDown(steps[2] as HTMLElement, { key: 'End' });
    expect(document.activeElement).toBe(steps[4]);
  });

  it('shows a failure with its class, message, location and code', async () => {
    const errors = [{ message: 'Who are you?', path: ['me', 0], extensions: { code: 'UNAUTHENTICATED' } }];
    const page = await open([json({ errors, data: null }, 401)]);
    await page.query('query Me { me }');
    press(row('Me'));
    const error = within(details().getByRole('region', { name: 'Error' }));
    for (const words of ['auth', 'Who are you?', 'at me.0', 'UNAUTHENTICATED']) expect(error.getByText(words)).toBeTruthy();
    expect(details().getByText('The server requires you to sign in.')).toBeTruthy();
    expect(details().getByText('Classified as auth')).toBeTruthy();
  });

  it('shows request and response, and reads each only when it is shown', async () => {
    const page = await open([json({ data: { ships: [{ name: 'Nordlys' }] } })]);
    await page.query('query Ships($n: Int) { ships(n: $n) { name } }', { n: 7 });
    press(row('Ships'));
    press(details().getByRole('tab', { name: 'Request' }));
    expect(page.address()).toBe('/wire?entry=1&part=request');
    await page.pass();
    expect(details().getByText('http://test/graphql')).toBeTruthy();
    expect(details().getByText('content-type')).toBeTruthy();
    expect(details().getByRole('tree', { name: 'Body' }).textContent).toContain('operationName');
    press(details().getByRole('tab', { name: 'Response' }));
    await page.pass();
    expect(details().getByRole('tree', { name: 'Body' }).textContent).toContain('Nordlys');
    fireEvent.click(details().getByRole('radio', { name: 'As sent' }));
    expect(details().getByText('{"data":{"ships":[{"name":"Nordlys"}]}}')).toBeTruthy();
    expect(details().getByText('Waiting for the first byte')).toBeTruthy();
  });

  it('shows a large body only after a click, and says so if a body was not kept', async () => {
    const large = (length: number) => json({ data: { text: 'x'.repeat(length) } });
    const page = await open([large(300_000), large(9_000_000)], '/wire?part=response');
    await page.query('query Large { text }');
    press(row('Large'));
    press(details().getByRole('button', { name: 'Show body (300 kB)' }));
    await page.pass();
    expect(details().getByRole('tree', { name: 'Body' })).toBeTruthy();
    await page.query('query TooLarge { text }');
    press(row('TooLarge'));
    press(details().getByRole('button', { name: /^Show body/ }));
    expect(details().getByText(/is not kept/)).toBeTruthy();
    press(details().getByRole('button', { name: 'Keep large bodies from now on' }));
    expect(wireOf(page.session).get().keepsLarge).toBe(true);
  });

  it('requests a body that a worker holds when it is to be shown: all of it if it can be parsed, else its beginning', async () => {
    const text = JSON.stringify({ data: { ships: Array.from({ length: 200 }, (_, at) => `Nordlys ${at}`) } });
    const page = await open(
      [() => new Response(text, { headers: { 'content-type': 'application/json' } })],
      '/wire?part=response',
    );
    const reads: number[] = [];
    let held: string | null = text;
    const large = {
      from: 100,
      open: () => ({
        push: () => undefined,
        end: async () => ({ data: { ships: 1 } }),
        text: async (bytes: number) => {
          reads.push(bytes);
          return held?.slice(0, bytes) ?? null;
        },
        cancel: () => undefined,
      }),
    };
    await page.query('query Held { ships }', {}, { screen: 'query', requestPolicy: 'network-only', large });
    press(row('Held'));
    expect(reads).toEqual([]);
    press(details().getByRole('button', { name: /^Show body/ }));
    await page.pass();
    expect(details().getByRole('tree', { name: 'Body' }).textContent).toContain('Nordlys 1');
    held = null;
    press(details().getByRole('tab', { name: 'Request' }));
    press(details().getByRole('tab', { name: 'Response' }));
    press(details().getByRole('button', { name: /^Show body/ }));
    await page.pass();
    expect(details().getByText(/is not kept/)).toBeTruthy();
  });

  it('of a feed shows its frames with their sizes, and the selected one in full', async () => {
    const page = await open([DATA]);
    const feed = page.session.transport.client.subscription('subscription Ticks { tick }', {}).subscribe(() => undefined);
    await page.pass();
    await page.network.latest().accept();
    const id = page.network.latest().subscribes[0]?.id ?? '';
    for (const tick of [1, 2, 3, 4, 5]) page.network.latest().receive({ type: 'next', id, payload: { data: { tick } } });
    await page.pass(100);
    press(row('Ticks'));
    expect(details().getByText('Listening: 5 messages so far.')).toBeTruthy();
    expect(details().getAllByText(/5 frames in: next/).length).toBeGreaterThan(0);
    press(details().getByRole('tab', { name: /Frames/ }));
    const frames = within(details().getByRole('listbox', { name: 'Frames' }));
    expect(frames.getAllByRole('option')).toHaveLength(6);
    press(frames.getAllByRole('option')[3] as HTMLElement);
    await page.pass();
    expect(details().getByRole('tree', { name: 'next' }).textContent).toContain('tick');
    press(details().getByRole('link', { name: 'Connection s1' }));
    feed.unsubscribe();
  });

  it('is the one in the address, by its id, its operation or as the last one; a dropped one is reported', async () => {
    const page = await open([DATA]);
    const { operation } = (await page.query('query Ships { ships }')) as { operation: { key: number } };
    await page.query('query Berths { berths }');
    const go = async (href: string) => {
      act(() => page.session.navigation.go(href));
      await page.pass();
    };
    await go(`/wire?key=${operation.key}`);
    expect(details().getByRole('heading', { name: 'Ships' })).toBeTruthy();
    expect(page.address()).toBe('/wire?entry=1');
    await go('/wire?entry=last-request');
    expect(details().getByRole('heading', { name: 'Berths' })).toBeTruthy();
    expect(page.address()).toBe('/wire?entry=2');
    // It stays the same row when others follow.
    await page.query('query Later { later }');
    expect(details().getByRole('heading', { name: 'Berths' })).toBeTruthy();
    await go('/wire?entry=77');
    expect(details().getByText('This row is no longer in the log')).toBeTruthy();
    press(details().getByRole('button', { name: 'Close' }));
    expect(page.address()).toBe('/wire');
  });
});

it('a link to the last introspection requests the schema once if only the server has requested it so far', async () => {
  const page = await open([json('Not here', 404)], '/wire?entry=last-schema');
  await page.pass(1000);
  expect(page.requests).toHaveLength(1);
  expect(details().getByRole('heading', { name: 'IntrospectionQuery' })).toBeTruthy();
  expect(rows()).toHaveLength(1);
});

it('a link to the last connection says that nothing was sent yet, not that its row was dropped', async () => {
  const page = await open([DATA], '/wire?entry=last-socket');
  await page.query('query Ships { ships }');
  expect(details().getByText('Nothing sent yet')).toBeTruthy();
});

describe('Send again', () => {
  it('sends the same query once more and opens its row', async () => {
    const page = await open([DATA]);
    await page.query('query Ships($n: Int) { ships(n: $n) }', { n: 7 });
    press(row('Ships'));
    press(details().getByRole('button', { name: 'Send again' }));
    await page.pass(100);
    expect(page.requests.map(({ json: body }) => body?.variables)).toEqual([{ n: 7 }, { n: 7 }]);
    expect(page.address()).toBe('/wire?entry=2');
    expect(rows()).toHaveLength(2);
  });

  it('shows the new row at once, before it is in the list, and keeps the focus on the button', async () => {
    const page = await open([DATA]);
    await page.query('query Ships { ships }');
    press(row('Ships'));
    const button = details().getByRole('button', { name: 'Send again' });
    button.focus();
    press(button);
    expect(screen.queryByText('This row is no longer in the log')).toBeNull();
    expect(document.activeElement).toBe(details().getByRole('button', { name: 'Send again' }));
    await page.pass(100);
    expect(document.activeElement).toBe(details().getByRole('button', { name: 'Send again' }));
  });

  it('is not offered for mutations, and is disabled if a value is hidden', async () => {
    const page = await open([DATA]);
    await page.mutation('mutation Book { book }');
    await page.query('query Mine($token: String) { mine(token: $token) }', { token: 'hidden-from-the-log' });
    press(row('Book'));
    expect(details().queryByRole('button', { name: 'Send again' })).toBeNull();
    press(row('Mine'));
    expect((details().getByRole('button', { name: 'Send again' }) as HTMLButtonElement).disabled).toBe(true);
    expect(page.requests).toHaveLength(2);
  });
});

it('a request to another connection can be neither sent again nor edited', async () => {
  const page = await open([DATA]);
  wireOf(page.session).follow({ id: 'other', name: 'Staging' }, page.session.transport.tap, () => '');
  await page.query('query Ships { ships }');
  const there = wireOf(page.session)
    .get()
    .entries.find(({ elsewhere }) => elsewhere === 'other');
  // The list and the saved log name that connection.
  expect(screen.getByRole('option', { name: /to Staging/ })).toBeTruthy();
  const file = readWireFile(writeWireFile(there ? [there] : [], 0));
  expect(file.entries[0]).toMatchObject({ elsewhere: 'other', elsewhereName: 'Staging' });
  act(() => page.session.navigation.setQuery({ entry: there?.id ?? '' }));
  expect(details().getByRole('button', { name: 'More' })).toBeTruthy();
  expect(details().queryByRole('button', { name: 'Send again' })).toBeNull();
  expect(details().queryByRole('button', { name: 'Edit in Query' })).toBeNull();
});

describe('editing and sending again', () => {
  const edit = (page: Opened, name: string) => {
    press(row(name));
    press(details().getByRole('button', { name: 'Edit in Query' }));
    expect(page.address()).toBe('/query');
    return queryHandOverOf(page.session).take();
  };

  it('hands the operation to Query with its variables and headers, and sends nothing', async () => {
    const page = await open([DATA]);
    const { client } = page.session.transport;
    const context = { fetchOptions: { headers: { 'x-region': 'north', 'x-api-key': 'a-key-of-mine' } } };
    await act(async () => {
      await client.mutation('mutation Book($n: Int) { book(n: $n) }', { n: 3 }, context).toPromise();
    });
    await page.pass(200);
    const sent = page.requests.length;
    expect(edit(page, 'Book')).toEqual({
      query: expect.stringContaining('mutation Book($n: Int)'),
      variables: '{\n  "n": 3\n}',
      headers: [
        { name: 'x-region', value: '' },
        { name: 'x-api-key', value: '' },
      ],
    });
    expect(screen.getAllByText(/^Hidden values are left empty/).length).toBeGreaterThan(0);
    expect(queryHandOverOf(page.session).take()).toBeNull();
    expect(page.requests).toHaveLength(sent);
  });

  it('leaves a hidden value empty', async () => {
    const page = await open([DATA]);
    await page.query('query Mine($token: String) { mine(token: $token) }', { token: 'hidden-from-the-log' });
    expect(edit(page, 'Mine')?.variables).toBe('{\n  "token": ""\n}');
  });
});

it('shows the trace id of a request in its row and in its error', async () => {
  const page = await open([json({ errors: [{ message: 'The berth is taken' }] })], '/wire', { traceparent: true });
  await page.mutation('mutation Book { book }');
  const sent = page.requests.at(-1)?.headers.get('traceparent')?.split('-')[1] ?? 'none';
  press(row('Book'));
  expect(details().getByText(sent)).toBeTruthy();
});

describe('comparing two rows', () => {
  it('shows their figures and differences, the earlier one first; another row can be chosen', async () => {
    const page = await open([
      json({ data: { ships: [1, 2, 3] } }),
      json({ data: { ships: [1, 4, 3] } }),
      json({ data: { port: 'Oslo' } }),
    ]);
    await page.query('query Ships($n: Int) { ships(n: $n) }', { n: 3 });
    await page.query('query Ships($n: Int) { ships(n: $n) }', { n: 4 });
    await page.query('query Port { port }');
    act(() => page.session.navigation.go('/wire?entry=1'));
    press(details().getByRole('button', { name: 'More' }));
    press(await screen.findByRole('menuitem', { name: 'Compare with another row' }));
    await page.pass(50);
    expect(page.address()).toBe('/wire?entry=1&with=2');
    const part = (name: string): string => details().getByRole('region', { name }).textContent ?? '';
    expect(part('Query')).toContain('No differences');
    expect(part('Variables')).toMatch(/1 line only in the first, 1 only in the second/);
    expect(part('Variables')).toMatch(/First: −\s*"n": 3.*Second: \+\s*"n": 4/);
    expect(part('Response')).toMatch(/−\s*2,.*\+\s*4,/);
    fireEvent.change(details().getByRole('combobox', { name: 'Compare with' }), { target: { value: '3' } });
    await page.pass(50);
    expect(page.address()).toBe('/wire?entry=1&with=3');
    expect(part('Query')).toContain('query Port');
    press(details().getByRole('button', { name: 'Stop comparing' }));
    expect(page.address()).toBe('/wire?entry=1');
    expect(details().getByRole('button', { name: 'Send again' })).toBeTruthy();
  });

  it('says that a response is too large to be parsed', async () => {
    const page = await open([json({ data: { text: 'x'.repeat(2_100_000) } }), json({ data: { text: 'y' } })]);
    await page.query('query Text { text }');
    await page.query('query Text { text }', { again: true });
    act(() => page.session.navigation.go('/wire?entry=1&with=2'));
    await page.pass(50);
    expect(details().getByRole('region', { name: 'Response' }).textContent).toContain('too large to compare');
  });
});

it('Send again is disabled for a query that was sent with its own header', async () => {
  const page = await open([DATA]);
  await page.query('query Ours { ships }', {}, { fetchOptions: { headers: { 'x-api-key': 'a-key-of-mine' } } });
  press(row('Ours'));
  expect((details().getByRole('button', { name: 'Send again' }) as HTMLButtonElement).disabled).toBe(true);
});

describe('filters', () => {
  it('are written to the address and read from it', async () => {
    const page = await open([DATA, json({ errors: [{ message: 'no' }] }, 503)], '/wire?kind=mutation');
    await page.query('query Ships { ships }');
    await page.mutation('mutation Book { book }');
    expect(rows()).toHaveLength(1);
    expect(screen.getByText('1 of 2 rows')).toBeTruthy();
    await choose('Kind', '');
    expect(rows()).toHaveLength(2);
    await choose('Screen', 'data');
    expect(page.address()).toBe('/wire?screen=data');
    expect(rows()[0]).toContain('Ships');
    await choose('Screen', '');
    await choose('Status', '503');
    expect(rows()).toEqual([expect.stringContaining('Book')]);
    await choose('Status', 'cached');
    expect(screen.getByText('No rows match these filters')).toBeTruthy();
    press(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(page.address()).toBe('/wire');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter by name' }), { target: { value: 'boo' } });
    expect(rows()).toEqual([expect.stringContaining('Book')]);
    await choose('Slower than', '1000');
    expect(page.address()).toBe('/wire?name=boo&slower=1000');
    expect(rows()).toEqual([]);
  });
});

describe('the log as a whole', () => {
  it('pauses and clears', async () => {
    const page = await open([DATA]);
    await page.query('query One { ships }');
    press(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getAllByText('Recording is paused').length).toBeGreaterThan(0);
    await page.query('query Two { ships }');
    expect(rows()).toHaveLength(1);
    press(screen.getByRole('button', { name: 'Resume' }));
    await page.query('query Three { ships }');
    expect(rows()).toHaveLength(2);
    press(screen.getByRole('button', { name: 'Clear' }));
    expect(rows()).toHaveLength(0);
  });

  const menu = (item: string): void => {
    press(screen.getByRole('button', { name: 'More' }));
    press(screen.getByText(item));
  };

  it('is saved as HAR and as a file, and a saved file can be opened in its place', async () => {
    const page = await open([DATA]);
    await page.query('query Ships { ships }', {}, { screen: 'data' });
    menu('Save as HAR');
    expect(saved[0]?.name).toMatch(/^oriel 2026-06-01 .*\.har$/);
    expect(JSON.parse((await saved[0]?.text) ?? '').log.entries).toHaveLength(1);
    menu('Save as a file for Oriel');
    const text = (await saved[1]?.text) ?? '';
    await page.query('query Later { ships }');
    const picker = screen.getByLabelText('Open a saved file…');
    const give = async (content: string, name: string) => {
      fireEvent.change(picker, { target: { files: [new File([content], name)] } });
      jest.useRealTimers();
      await act(async () => {
        await new Promise(resolve => setTimeout(resolve, 20));
      });
    };
    await give('<html>', 'page.json');
    expect(screen.getAllByText('page.json is not a log: it is not valid JSON.').length).toBeGreaterThan(0);
    expect(rows()).toHaveLength(2);
    await give('{"log":{}}', 'chrome.har');
    expect(screen.getAllByText(/chrome.har is not a log of Oriel/).length).toBeGreaterThan(0);
    await give(text, 'monday.json');
    expect(screen.getByText(/^monday.json, saved/)).toBeTruthy();
    expect(rows()).toEqual([expect.stringContaining('Ships')]);
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    press(row('Ships'));
    expect(details().getAllByText('Not in the cache').length).toBeGreaterThan(0);
    press(screen.getByRole('button', { name: 'Back to this session' }));
    expect(rows()).toHaveLength(2);
  });
});
