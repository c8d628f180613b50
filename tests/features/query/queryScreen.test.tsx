/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The Query screen: running operations, editing, history, variables, tabs, and trusted documents. */
import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { queryTabsOf } from '../../../src/features/query/tabs/queryTabs';
import { queryHandOverOf } from '../../../src/session/navigation/queryHandOver';
import { json } from '../../support/scriptedFetch';
import { openQuery, result } from './openQuery';

it('sends one operation of several with its fragments, the variables and the headers of the tab', async () => {
  const page = await openQuery(
    [json({ data: { ships: [{ __typename: 'Ship', id: 'a' }] } })],
    'query A($first: Int!) { ships(first: $first) { ...F } } query B { port } fragment F on Ship { id }',
    '{"first":2}',
  );
  fireEvent.click(screen.getByRole('tab', { name: 'Headers' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add a header' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the header' }), { target: { value: 'X-Tenant' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Value of the header' }), { target: { value: 'north' } });
  await page.run();
  const [sent] = page.requests;
  expect(sent?.json?.operationName).toBe('A');
  expect(sent?.json?.variables).toEqual({ first: 2 });
  expect(sent?.json?.query).not.toContain('port');
  expect(sent?.headers.get('x-tenant')).toBe('north');
  expect(result().getByText('Status 200')).toBeTruthy();
  expect(result().queryByText(/__typename/)).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'Operation' }), { target: { value: '1' } });
  await page.run();
  expect(page.requests[1]?.json?.operationName).toBe('B');
});

it('an operation from another screen is opened with its variables and headers, and not sent automatically', async () => {
  const page = await openQuery([json({ data: { rename: { id: 'a' } } })], 'query A { port }');
  queryHandOverOf(page.session).put({
    query: 'mutation Rename($name: String!) { rename(name: $name) { id } }',
    variables: '{"name":"Nordlys"}',
    headers: [{ name: 'X-Tenant', value: 'north' }],
  });
  act(() => page.session.navigation.go('/query'));
  await page.pass(600);
  expect(screen.getByRole('tab', { name: /Rename/, selected: true })).toBeTruthy();
  expect(page.requests).toHaveLength(0);
  await page.run();
  expect(page.requests[0]?.json?.variables).toEqual({ name: 'Nordlys' });
  expect(page.requests[0]?.headers.get('x-tenant')).toBe('north');
});

it('operations without a name can be chosen, too', async () => {
  const page = await openQuery([json({ data: { port: 'A' } })], '{ port } { ships(first: 1) { id } }');
  fireEvent.change(screen.getByRole('combobox', { name: 'Operation' }), { target: { value: '1' } });
  await page.run();
  expect((screen.getByRole('combobox', { name: 'Operation' }) as HTMLSelectElement).value).toBe('1');
  expect(page.requests[0]?.json?.query).toContain('ships');
  expect(page.requests[0]?.json?.query).not.toContain('port');
});

it('going back from Docs shows the latest text', async () => {
  const page = await openQuery([json({})], 'query A { port }');
  const host = document.querySelector('.query-document .query-editor');
  const view = EditorView.findFromDOM(host?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? document.body);
  if (!view) throw new Error('There is no editor');
  const seen: string[] = [];
  const { address } = page.session.navigation;
  address.subscribe(() => seen.push(`${address.get().path} ${address.get().query.get('query')}`));
  act(() => view.dispatch({ changes: { from: 6, to: 7, insert: 'Renamed' }, selection: { anchor: 19 } }));
  fireEvent.keyDown(view.contentDOM, { key: 'F12', keyCode: 123 });
  await page.pass(600);
  expect(seen).toEqual(['/query query Renamed { port }', '/docs/Query/port null']);
});

it('an Authorization header of the tab is refused with a message that says where tokens belong', async () => {
  const page = await openQuery([json({ data: { port: 'A' } })], 'query A { port }');
  fireEvent.click(screen.getByRole('tab', { name: 'Headers' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add a header' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the header' }), { target: { value: 'authorization' } });
  await page.run();
  expect(page.requests).toHaveLength(1);
  fireEvent.change(screen.getByLabelText('Value of the header'), { target: { value: 'Bearer mine' } });
  await page.run();
  expect(page.requests).toHaveLength(1);
  expect(screen.getByRole('alert').textContent).toMatch(/authorization is set from the token of the connection.*Sign in/);
});

it('the document is formatted from the keyboard', async () => {
  await openQuery([json({})], 'query A { port }');
  const host = document.querySelector('.query-document .query-editor');
  const view = EditorView.findFromDOM(host?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? document.body);
  fireEvent.keyDown(view?.contentDOM ?? document.body, { key: 'F', code: 'KeyF', keyCode: 70, shiftKey: true, altKey: true });
  expect(view?.state.doc.toString()).toBe('query A {\n  port\n}\n');
});

it('formatting is a separate step, undone without the typing before it', async () => {
  await openQuery([json({})], 'query A { port }');
  const host = document.querySelector('.query-document .query-editor');
  const view = EditorView.findFromDOM(host?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? document.body);
  if (!view) throw new Error('There is no editor');
  act(() => view.dispatch({ changes: { from: 15, insert: 's: port' }, userEvent: 'input.type' }));
  const typed = view.state.doc.toString();
  const press = (key: string, keyCode: number, held: object) => fireEvent.keyDown(view.contentDOM, { key, keyCode, ...held });
  press('F', 70, { shiftKey: true, altKey: true });
  expect(view.state.doc.toString()).not.toBe(typed);
  press('z', 90, { ctrlKey: true });
  expect(view.state.doc.toString()).toBe(typed);
});

it('Ctrl Enter in the document runs the operation that the cursor is in, and chooses it', async () => {
  const text = 'query A { port } query B { a: port } fragment F on Ship { id }';
  const page = await openQuery([json({ data: { port: 'Oslo' } })], text);
  const host = document.querySelector('.query-document .query-editor');
  const view = EditorView.findFromDOM(host?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? document.body);
  const runAt = async (at: number): Promise<unknown> => {
    view?.dispatch({ selection: { anchor: at } });
    fireEvent.keyDown(view?.contentDOM ?? document.body, { key: 'Enter', ctrlKey: true });
    await page.pass(150);
    return page.requests.at(-1)?.json?.operationName;
  };
  const chooser = screen.getByRole('combobox', { name: 'Operation' }) as HTMLSelectElement;
  expect(await runAt(text.indexOf('a: port'))).toBe('B');
  expect(chooser.value).toBe('1');
  // In no operation: the chosen one.
  expect(await runAt(text.indexOf('Ship'))).toBe('B');
  expect(await runAt(3)).toBe('A');
  fireEvent.change(chooser, { target: { value: '1' } });
  await page.run();
  expect(page.requests.at(-1)?.json?.operationName).toBe('B');
});

it.each([
  ['x team', 'a'],
  ['x-team', '…'],
  ['Cookie', 'a=b'],
])('a header that a page cannot send is reported, and nothing is sent: %s: %s', async (name, value) => {
  const page = await openQuery([json({ data: { port: 'Oslo' } })], '{ port }');
  fireEvent.click(screen.getByRole('tab', { name: 'Headers' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add a header' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the header' }), { target: { value: name } });
  fireEvent.change(screen.getByLabelText('Value of the header'), { target: { value } });
  await page.run();
  expect(screen.getByRole('alert').textContent).toContain(`do not allow pages to send the header ${name}`);
  expect(page.requests).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a query is repeated only by Run, also after a mutation that changed its data', async () => {
  const page = await openQuery([json({ data: { ships: [{ __typename: 'Ship', id: 'a' }] } })], '{ ships(first: 1) { id } }');
  await page.run();
  await page.session.transport.client.mutation('mutation { rename(name: "x") { id } }', {}).toPromise();
  await page.pass(1000);
  expect(page.requests).toHaveLength(2);
  await page.run();
  expect(page.requests).toHaveLength(3);
});

it('a mutation is not sent again while it is in flight', async () => {
  let respond: (response: Response) => void = () => undefined;
  const page = await openQuery(
    [() => new Promise<Response>(resolve => (respond = resolve))],
    'mutation { rename(name: "x") { id } }',
  );
  await page.run();
  const button = screen.getByRole('button', { name: 'Run' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  respond(json({ data: { rename: null } }));
  await page.pass(200);
  expect(page.requests).toHaveLength(1);
  expect(button.disabled).toBe(false);
});

it('stopping aborts a query', async () => {
  const page = await openQuery([() => new Promise<Response>(() => undefined)], '{ port }');
  await page.run();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await page.pass(50);
  expect(page.requests[0]?.signal?.aborted).toBe(true);
  expect(result().getByText('Stopped')).toBeTruthy();
});

it('Ctrl Enter runs the query once, wherever the focus is, including after Stop', async () => {
  const page = await openQuery([new Promise<Response>(() => {}), json({ data: { port: 'Oslo' } })], '{ port }');
  await page.run();
  const stop = screen.getByRole('button', { name: 'Stop' });
  stop.focus();
  fireEvent.click(stop);
  await page.pass(10);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true });
  await page.pass(150);
  expect(page.requests).toHaveLength(2);
  expect(result().getByText('Oslo')).toBeTruthy();
});

it.each([
  ['{ port(', undefined, /is not valid/],
  ['fragment F on Ship { id }', undefined, /has no operation/],
  ['{ port }', '{"first": ', /not valid JSON/],
  ['{ port }', '[1]', /JSON object/],
])('invalid variables are not sent (%j, %j)', async (query, variables, words) => {
  const page = await openQuery([json({ data: {} })], query, variables);
  await page.run();
  expect(page.requests).toHaveLength(0);
  expect(screen.getByRole('alert').textContent).toMatch(words);
});

it('a run operation is in the history, and can be opened from it', async () => {
  const page = await openQuery([json({ data: { port: 'Oslo' } })], 'query Port { port }');
  await page.run();
  fireEvent.click(screen.getByTitle('Close Port'));
  fireEvent.click(screen.getByRole('button', { name: 'History and collections' }));
  await page.pass(50);
  fireEvent.click(within(screen.getByRole('complementary')).getByRole('button', { name: /^Port/ }));
  await page.pass(600);
  expect(screen.getByRole('tab', { name: 'Port' }).getAttribute('aria-selected')).toBe('true');
  expect(page.address()).toBe('/query?query=query+Port+%7B+port+%7D&operation=Port');
});

it('the form and the JSON show the same variables', async () => {
  const page = await openQuery(
    [json({ data: { ships: [] } })],
    'query A($first: Int!) { ships(first: $first) { id } }',
    '{"first":2}',
  );
  await act(async () => {
    fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
    await import('../../../src/features/query/variables/VariablesForm');
  });
  const field = screen.getByRole('textbox', { name: /First/ });
  expect((field as HTMLInputElement).value).toBe('2');
  fireEvent.change(field, { target: { value: '7' } });
  await page.run();
  expect(page.requests[0]?.json?.variables).toEqual({ first: 7 });
  fireEvent.click(screen.getByRole('radio', { name: 'JSON' }));
  await page.pass(600);
  expect(page.address()).toContain(encodeURIComponent('"first"').replace(/%20/g, '+'));
  expect(page.address()).toMatch(/7/);
});

it('the form keeps integers beyond 2^53 in custom scalars as numbers', async () => {
  const page = await openQuery(
    [json({ data: { ships: [] } })],
    'query A($first: Int!, $tons: Long) { ships(first: $first) { id } }',
    '{"first":2,"tons":9007199254740993}',
  );
  await act(async () => {
    fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
    await import('../../../src/features/query/variables/VariablesForm');
  });
  fireEvent.change(screen.getByRole('textbox', { name: /First/ }), { target: { value: '7' } });
  await page.pass(600);
  const number = 'rawJSON' in JSON ? '9007199254740993' : '"9007199254740993"';
  expect(new URL(page.address(), 'http://localhost').href.replaceAll('+', ' ')).toContain(encodeURIComponent(number));
});

it('the form shows the variables of the selected operation, and keeps those of the others', async () => {
  const page = await openQuery(
    [json({ data: { ships: [] } })],
    'query A($first: Int!) { ships(first: $first) { id } } query B($most: Int!) { ships(first: $most) { id } }',
    '{"first":2,"most":30}',
  );
  await act(async () => {
    fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
    await import('../../../src/features/query/variables/VariablesForm');
  });
  fireEvent.change(screen.getByRole('textbox', { name: /First/ }), { target: { value: '7' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Operation' }), { target: { value: '1' } });
  await page.pass(0);
  expect((screen.getByRole('textbox', { name: /Most/ }) as HTMLInputElement).value).toBe('30');
  await page.run();
  expect(page.requests[0]?.json?.variables).toEqual({ first: 7, most: 30 });
});

it('the selected tab is scrolled into view', async () => {
  const scrolledTo: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this.textContent ?? '');
  };
  try {
    const page = await openQuery([], 'query First { port }');
    scrolledTo.length = 0;
    fireEvent.click(screen.getByRole('button', { name: 'New tab' }));
    await page.pass(0);
    expect(scrolledTo).toEqual(['Empty']);
    fireEvent.click(screen.getByRole('tab', { name: 'First' }));
    await page.pass(0);
    expect(scrolledTo.at(-1)).toBe('First');
    const { session } = page;
    const tabs = queryTabsOf(session);
    act(() => tabs.change(tabs.current().id, { query: 'query WithLongerName { port }' }));
    expect(scrolledTo.at(-1)).toBe('WithLongerName');
  } finally {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  }
});

const busy = () => new Response('{"errors":[{"message":"slow down"}]}', { status: 429, headers: { 'retry-after': '30' } });

it('retries automatically when the server allows it: the query that was sent, not the edited one', async () => {
  const page = await openQuery([busy(), json({ data: { port: 'Bergen' } })], '{ port }');
  await page.run();
  expect(result().getByText(/The server asks you to wait 30 sec. Retrying automatically/)).toBeTruthy();
  const tabs = queryTabsOf(page.session);
  act(() => tabs.change(tabs.current().id, { query: 'mutation { rename(name: "x") { id } }' }));
  await page.pass(31_000);
  expect(page.requests.map(({ json: body }) => body?.query)).toEqual(['{\n  port\n}', '{\n  port\n}']);
  await page.pass(120_000);
  expect(page.requests).toHaveLength(2);
  expect(result().getByText(/Bergen/)).toBeTruthy();
});

it('sends the tab that was selected, although the editor still shows the previous one', async () => {
  const page = await openQuery([json({ data: { port: 'Bergen' } })], 'mutation { rename(name: "x") { id } }');
  const tabs = queryTabsOf(page.session);
  const first = tabs.current().id;
  act(() => tabs.open({ query: '{ port }' }));
  const second = tabs.current().id;
  act(() => tabs.select(first));
  await page.pass(600);
  const button = screen.getByRole('button', { name: 'Run' });
  act(() => {
    tabs.select(second);
    button.click();
  });
  await page.pass(150);
  expect(page.requests.map(({ json: body }) => body?.query)).toEqual(['{\n  port\n}']);
});

it('a query that was stopped during the wait is not retried, nor is a mutation', async () => {
  const page = await openQuery([busy()], '{ port }');
  await page.run();
  fireEvent.click(result().getByRole('button', { name: 'Stop' }));
  await page.pass(60_000);
  expect(page.requests).toHaveLength(1);
  expect(result().getByText('The server asks you to wait 30 sec.')).toBeTruthy();
  const tabs = queryTabsOf(page.session);
  act(() => tabs.change(tabs.current().id, { query: 'mutation { rename(name: "x") { id } }' }));
  await page.pass(600);
  await page.run();
  expect(result().getByText('The server asks you to wait 30 sec.')).toBeTruthy();
  expect(result().queryByRole('timer')).toBeNull();
  await page.pass(60_000);
  expect(page.requests).toHaveLength(2);
});

it('imports a manifest of trusted documents, sends known ones by id, says so, and removes it again', async () => {
  const page = await openQuery([json({ data: { port: 'Bergen' } })], '{ port }');
  const manifest = new File([JSON.stringify({ 'id-of-port': '{ port __typename }' })], 'manifest.json');
  // Not every jsdom has it.
  manifest.text = async () => JSON.stringify({ 'id-of-port': '{ port __typename }' });
  fireEvent.change(screen.getByLabelText('Import trusted documents'), { target: { files: [manifest] } });
  await act(async () => void (await import('../../../src/features/query/trusted/readManifest')));
  await page.pass(150);
  await page.run();
  expect(page.requests.at(-1)?.json).toEqual({
    documentId: 'id-of-port',
    operationName: null,
    variables: {},
    extensions: { persistedQuery: { version: 1, sha256Hash: 'id-of-port' } },
  });
  expect(result().getByText('by id id-of-port')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove trusted documents (1)' }));
  await page.run();
  expect(page.requests.at(-1)?.json).toMatchObject({ query: expect.stringContaining('port') });
  expect(result().queryByText(/by id/)).toBeNull();
});

it('a copied link does not name an operation that is no longer in the document', async () => {
  const copied = jest.fn(async (_: string) => undefined);
  Object.assign(navigator, { clipboard: { writeText: copied } });
  const page = await openQuery([], 'query A { port } query B { ships(first: 1) { id } }');
  const copy = async (): Promise<string | null> => {
    fireEvent.click(screen.getByRole('button', { name: 'Copy a link' }));
    await page.pass(100);
    const [address = ''] = copied.mock.calls.at(-1) ?? [];
    return new URLSearchParams(address.slice(address.indexOf('?'))).get('operation');
  };
  fireEvent.change(screen.getByRole('combobox', { name: 'Operation' }), { target: { value: '1' } });
  expect(await copy()).toBe('B');
  act(() =>
    queryTabsOf(page.session).change(queryTabsOf(page.session).current().id, { query: 'query A { port } query C { port }' }),
  );
  await page.pass(600);
  expect(await copy()).toBe('A');
});
