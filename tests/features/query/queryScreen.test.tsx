/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The Query screen over the real transport, with fetch and sockets under the test's hand. */
import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { QueryScreen } from '../../../src/features/query/QueryScreen';
import { queryTabsOf } from '../../../src/features/query/tabs/queryTabs';
import { href } from '../../../src/session/navigation/navigation';
import { queryHandOverOf } from '../../../src/session/navigation/queryHandOver';
import { writeWireFile } from '../../../src/session/wire/wireLogFile';
import { wireOf } from '../../../src/session/wire/wireOf';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen } from '../../support/renderScreen';
import { type Answer, json, scriptedFetch } from '../../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(
  schemaOf(`
    type Query { ships(first: Int!): [Ship!]! port: String }
    type Mutation { rename(name: String!): Ship }
    type Subscription { ticks: Int }
    type Ship { id: ID! name: String }
  `),
);

// Laying out text is not done without a browser; the editor asks for it all the same.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const shown = endingScreens();
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  jest.useRealTimers();
});

// All in good time: on a busy machine compiling it takes longer than a test may.
beforeAll(async () => void (await import('../../../src/features/query/variables/VariablesForm')), 60_000);

const open = async (answers: Answer[], query: string, variables?: string) => {
  const { fetch, requests } = scriptedFetch(...answers);
  const page = renderScreen(session => <QueryScreen session={session} />, {
    introspection: SCHEMA,
    address: href(['query'], { query, variables: variables ?? null }),
    fetch,
  });
  shown.push(page);
  // The language support is loaded by import(), which no fake clock moves on.
  await act(async () => {
    await import('../../../src/features/query/editor/graphqlSupport');
    await import('../../../src/features/query/editor/document/documentTools');
    await import('../../../src/features/query/editor/lazySchema');
    await import('../../../src/features/query/editor/answerDocs');
    await import('../../../src/ui/json/JsonTree');
    await import('../../../src/parts/RetryCountdown');
  });
  await page.pass(600);
  const run = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Run' }));
    await page.pass(150);
  };
  return Object.assign(page, { requests, run });
};
const result = () => within(screen.getByRole('region', { name: 'Result' }));

it('sends one operation of several with its fragments, the variables and the headers of the tab', async () => {
  const page = await open(
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
  const page = await open([json({ data: { rename: { id: 'a' } } })], 'query A { port }');
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
  const page = await open([json({ data: { port: 'A' } })], '{ port } { ships(first: 1) { id } }');
  fireEvent.change(screen.getByRole('combobox', { name: 'Operation' }), { target: { value: '1' } });
  await page.run();
  expect((screen.getByRole('combobox', { name: 'Operation' }) as HTMLSelectElement).value).toBe('1');
  expect(page.requests[0]?.json?.query).toContain('ships');
  expect(page.requests[0]?.json?.query).not.toContain('port');
});

it('going back from Docs shows the latest text', async () => {
  const page = await open([json({})], 'query A { port }');
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
  const page = await open([json({ data: { port: 'A' } })], 'query A { port }');
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
  await open([json({})], 'query A { port }');
  const host = document.querySelector('.query-document .query-editor');
  const view = EditorView.findFromDOM(host?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? document.body);
  fireEvent.keyDown(view?.contentDOM ?? document.body, { key: 'F', code: 'KeyF', keyCode: 70, shiftKey: true, altKey: true });
  expect(view?.state.doc.toString()).toBe('query A {\n  port\n}\n');
});

it('formatting is a separate step, undone without the typing before it', async () => {
  await open([json({})], 'query A { port }');
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
  const page = await open([json({ data: { port: 'Oslo' } })], text);
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
  const page = await open([json({ data: { port: 'Oslo' } })], '{ port }');
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
  const page = await open([json({ data: { ships: [{ __typename: 'Ship', id: 'a' }] } })], '{ ships(first: 1) { id } }');
  await page.run();
  await page.session.transport.client.mutation('mutation { rename(name: "x") { id } }', {}).toPromise();
  await page.pass(1000);
  expect(page.requests).toHaveLength(2);
  await page.run();
  expect(page.requests).toHaveLength(3);
});

it('a mutation is not sent again while it is in flight', async () => {
  let answer: (response: Response) => void = () => undefined;
  const page = await open([() => new Promise<Response>(resolve => (answer = resolve))], 'mutation { rename(name: "x") { id } }');
  await page.run();
  const button = screen.getByRole('button', { name: 'Run' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  answer(json({ data: { rename: null } }));
  await page.pass(200);
  expect(page.requests).toHaveLength(1);
  expect(button.disabled).toBe(false);
});

it('stopping aborts a query', async () => {
  const page = await open([() => new Promise<Response>(() => undefined)], '{ port }');
  await page.run();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await page.pass(50);
  expect(page.requests[0]?.signal?.aborted).toBe(true);
  expect(result().getByText('Stopped')).toBeTruthy();
});

it('Ctrl Enter runs wherever the focus is, so after Stop as well, and once', async () => {
  const page = await open([new Promise<Response>(() => {}), json({ data: { port: 'Oslo' } })], '{ port }');
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

it('a stopped response shows what had arrived', async () => {
  let body!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  const page = await open([() => new Response(stream, { headers: { 'content-type': 'application/json' } })], '{ port }');
  await page.run();
  await act(async () => body.enqueue(new TextEncoder().encode('{"data":{"port":"Os')));
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await page.pass(50);
  expect(page.requests[0]?.signal?.aborted).toBe(true);
  await act(async () => body.error(new DOMException('The request was aborted', 'AbortError')));
  await page.pass(50);
  expect(result().getByText('Stopped')).toBeTruthy();
  expect(result().getByText('{"data":{"port":"Os')).toBeTruthy();
});

it('a truncated response says so, once, with what had arrived', async () => {
  const page = await open(
    [() => new Response('{"data":{"port":"Os', { headers: { 'content-type': 'application/json' } })],
    '{ port }',
  );
  await page.run();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(result().getByRole('alert').textContent).toMatch(/is cut off after/);
  expect(result().getByText('{"data":{"port":"Os')).toBeTruthy();
});

it('a response whose connection broke shows what had arrived, and it can be saved', async () => {
  let begun = false;
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (begun) controller.error(new TypeError('network error'));
      else controller.enqueue(new TextEncoder().encode('{"data":{"port":"Os'));
      begun = true;
    },
  });
  const page = await open([() => new Response(broken, { headers: { 'content-type': 'application/json' } })], '{ port }');
  await page.run();
  expect(result().getByText('The response was cut off')).toBeTruthy();
  expect(result().getByText('{"data":{"port":"Os')).toBeTruthy();
  expect(result().getByRole('button', { name: 'Save the result as a file' })).toBeTruthy();
});

it('a small response is shown whole, of a larger one the first levels', async () => {
  const nested = (text: string): object => ({ port: { a: { b: { c: { d: { e: text } } } } } });
  const page = await open([json({ data: nested('within') }), json({ data: nested('x'.repeat(60_000)) })], '{ port }');
  await page.run();
  expect(result().getByText('within')).toBeTruthy();
  await page.run();
  expect(result().queryByText(/xxx/)).toBeNull();
});

it('an error is shown with its place in the document', async () => {
  const page = await open(
    [json({ data: { port: null }, errors: [{ message: 'The port is closed', path: ['port'] }] })],
    'query A {\n  port\n}',
  );
  await page.run();
  expect(result().getByRole('alert').textContent).toContain('The port is closed');
  expect(result().getByRole('button', { name: 'Go to line 2, column 3' })).toBeTruthy();
});

it('a refusal with errors in it is shown once', async () => {
  const page = await open(
    [json({ errors: [{ message: 'Too deep', locations: [{ line: 2, column: 3 }] }] }, 400)],
    'query A { port }',
  );
  await page.run();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(result().getByText('Status 400')).toBeTruthy();
  expect(result().getByRole('button', { name: 'Go to line 1, column 11' })).toBeTruthy();
});

it.each([
  ['{ port(', undefined, /is not valid/],
  ['fragment F on Ship { id }', undefined, /has no operation/],
  ['{ port }', '{"first": ', /not valid JSON/],
  ['{ port }', '[1]', /JSON object/],
])('invalid variables are not sent (%j, %j)', async (query, variables, words) => {
  const page = await open([json({ data: {} })], query, variables);
  await page.run();
  expect(page.requests).toHaveLength(0);
  expect(screen.getByRole('alert').textContent).toMatch(words);
});

it('a run operation is in the history, and can be opened from it', async () => {
  const page = await open([json({ data: { port: 'Oslo' } })], 'query Port { port }');
  await page.run();
  fireEvent.click(screen.getByTitle('Close Port'));
  fireEvent.click(screen.getByRole('button', { name: 'History and collections' }));
  await page.pass(50);
  fireEvent.click(within(screen.getByRole('complementary')).getByRole('button', { name: /^Port/ }));
  await page.pass(600);
  expect(screen.getByRole('tab', { name: 'Port' }).getAttribute('aria-selected')).toBe('true');
  expect(page.address()).toBe('/query?query=query+Port+%7B+port+%7D&operation=Port');
});

it('events of a subscription are shown as they arrive, newest first, until it is stopped', async () => {
  const page = await open([json({})], 'subscription Ticks { ticks }');
  await page.run();
  await act(async () => page.network.latest().accept());
  const [frame] = page.network.latest().subscribes;
  expect(frame?.payload.query).toContain('subscription Ticks');
  for (const ticks of [1, 2, 3])
    await act(async () => page.network.latest().receive({ type: 'next', id: frame?.id ?? '', payload: { data: { ticks } } }));
  await page.pass(200);
  expect(result().getByText('3 events')).toBeTruthy();
  expect(result().getByText('Listening')).toBeTruthy();
  fireEvent.click(result().getByRole('radio', { name: 'Raw' }));
  expect(result().getByText(/"ticks":3/).textContent).toBe('{"ticks":3}\n{"ticks":2}\n{"ticks":1}');
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await page.pass(50);
  expect(page.network.latest().sent.at(-1)).toMatchObject({ type: 'complete', id: frame?.id });
});

/** An answer in pieces, which come on demand. */
function answerInPieces() {
  let body!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  return {
    answer: () => new Response(stream, { headers: { 'content-type': 'multipart/mixed; boundary="x"' } }),
    come: (text: string) => act(async () => body.enqueue(new TextEncoder().encode(text))),
    end: (text: string) =>
      act(async () => {
        body.enqueue(new TextEncoder().encode(text));
        body.close();
      }),
    breakOff: () => act(async () => body.error(new TypeError('network error'))),
  };
}
const piece = (json: string): string => `\r\ncontent-type: application/json\r\n\r\n${json}\r\n--x`;
const DEFERRED = '{ port ... @defer { ships(first: 1) { id } } }';

it('parts of a deferred response are shown before the last one arrives', async () => {
  const { answer, come, end } = answerInPieces();
  const page = await open([answer], DEFERRED);
  await page.run();
  await come(`\r\n--x${piece('{"data":{"port":"Oslo"},"hasNext":true}')}`);
  await page.pass(200);
  expect(result().getByText('More is on its way')).toBeTruthy();
  expect(result().getByText('Oslo')).toBeTruthy();
  await end(`${piece('{"incremental":[{"path":[],"data":{"ships":[{"id":"first-ship"}]}}],"hasNext":false}')}--`);
  await page.pass(300);
  expect(result().getByText('first-ship')).toBeTruthy();
  expect(result().getByText('Status 200')).toBeTruthy();
});

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuaWxzIn0.c2lnbmF0dXJl';

it('tree, raw and clipboard show what was received without its secrets', async () => {
  const answer = `{"data": {"port": "${TOKEN}", "token": "abc"}}`;
  const hidden = '{"data": {"port": "•••", "token": "•••"}}';
  const page = await open([() => new Response(answer, { headers: { 'content-type': 'application/json' } })], '{ port }');
  const log = wireOf(page.session);
  await page.run();
  const copied = jest.fn(async () => undefined);
  Object.assign(navigator, { clipboard: { writeText: copied } });
  expect(result().getAllByText('•••')).toHaveLength(2);
  expect(document.body.textContent).not.toContain(TOKEN);
  fireEvent.click(result().getByRole('button', { name: 'Copy the result' }));
  await page.pass(10);
  expect(copied).toHaveBeenLastCalledWith(JSON.stringify(JSON.parse(hidden), null, 2));
  fireEvent.click(result().getByRole('radio', { name: 'Raw' }));
  expect(result().getByText(hidden)).toBeTruthy();
  fireEvent.click(result().getByRole('button', { name: 'Copy the result' }));
  await page.pass(10);
  expect(copied).toHaveBeenLastCalledWith(hidden);
  expect(writeWireFile(log.get().entries, 0)).not.toContain(TOKEN);
});

it('errors are shown without submitted secrets and credentials of headers', async () => {
  const page = await open(
    [json({ errors: [{ message: 'No user has hunter2-Zebra', extensions: { sent: ['hunter2-Zebra', 'key-of-north'] } }] })],
    'query A($word: String!) { ships(first: 1, password: $word) { id } }',
    '{"word":"hunter2-Zebra"}',
  );
  fireEvent.click(screen.getByRole('tab', { name: 'Headers' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add a header' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the header' }), { target: { value: 'X-Api-Key' } });
  fireEvent.change(screen.getByLabelText('Value of the header'), { target: { value: 'key-of-north' } });
  await page.run();
  const shown = screen.getByRole('region', { name: 'Result' });
  expect(shown.textContent).toContain('No user has •••');
  expect(shown.textContent).not.toMatch(/hunter2|key-of-north/);
  fireEvent.click(result().getByRole('radio', { name: 'Raw' }));
  expect(shown.textContent).not.toMatch(/hunter2|key-of-north/);
});

it('Raw shows a streamed response as received, and counts only complete parts', async () => {
  const { answer, come, breakOff } = answerInPieces();
  const page = await open([answer], DEFERRED);
  const log = wireOf(page.session);
  await page.run();
  await come(`\r\n--x${piece(`{"data":{"port":"${TOKEN}"},"hasNext":true}`)}`);
  await page.pass(200);
  await come(piece('{"data":{"port":"Bergen"},"hasNext":true}'));
  await page.pass(200);
  await come('\r\ncontent-ty');
  await breakOff();
  await page.pass(200);
  expect(result().getByText('2 parts')).toBeTruthy();
  fireEvent.click(result().getByRole('radio', { name: 'Raw' }));
  expect(result().getByText(/"Bergen"/).textContent).toContain('{"port":"•••"}');
  expect(
    result()
      .getByText(/"Bergen"/)
      .textContent?.endsWith('\r\ncontent-ty'),
  ).toBe(true);
  expect(writeWireFile(log.get().entries, 0)).not.toContain(TOKEN);
});

it('Wire counts only received parts of a streamed response that breaks off', async () => {
  const { answer, come, breakOff } = answerInPieces();
  const page = await open([answer], '{ port }');
  const log = wireOf(page.session);
  await page.run();
  await come(`\r\n--x${piece('{"data":{"port":"Oslo"},"hasNext":true}')}`);
  await page.pass(200);
  await breakOff();
  await page.pass(200);
  expect(result().queryByText('2 parts')).toBeNull();
  const [entry] = log.get().entries.slice(-1);
  expect(entry?.steps.filter(({ type }) => type === 'event')).toHaveLength(1);
});

it('the headers of a table link to Docs', async () => {
  const page = await open(
    [json({ data: { fleet: [{ id: 'a', called: 'Fram' }] } })],
    '{ fleet: ships(first: 1) { id ...Called } } fragment Called on Ship { called: name }',
  );
  await page.run();
  fireEvent.click(result().getByRole('radio', { name: 'Table' }));
  await page.pass(100);
  const head = result().getByRole('columnheader', { name: /called/ });
  fireEvent.keyDown(head, { key: 'ArrowDown', altKey: true });
  const link = await screen.findByRole('menuitem', { name: 'Show in Docs' });
  expect(link.getAttribute('href')).toBe('/docs/Ship/name');
});

it('the form and the JSON show the same variables', async () => {
  const page = await open(
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

it('the form shows the variables of the selected operation, and keeps those of the others', async () => {
  const page = await open(
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

it('a tab that comes into view among many is scrolled to', async () => {
  const scrolledTo: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this.textContent ?? '');
  };
  try {
    const page = await open([], 'query First { port }');
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
  const page = await open([busy(), json({ data: { port: 'Bergen' } })], '{ port }');
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

it('a query that was stopped during the wait is not retried, nor is a mutation', async () => {
  const page = await open([busy()], '{ port }');
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
  const page = await open([json({ data: { port: 'Bergen' } })], '{ port }');
  const manifest = new File([JSON.stringify({ 'id-of-port': '{ port __typename }' })], 'manifest.json');
  // Not in every page without a browser.
  manifest.text = async () => JSON.stringify({ 'id-of-port': '{ port __typename }' });
  fireEvent.change(screen.getByLabelText('Import trusted documents'), { target: { files: [manifest] } });
  await act(async () => void (await import('../../../src/features/query/trusted/readManifest')));
  await page.pass(150);
  await page.run();
  expect(page.requests.at(-1)?.json).toEqual({ documentId: 'id-of-port', operationName: null, variables: {} });
  expect(result().getByText('by id id-of-port')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove trusted documents (1)' }));
  await page.run();
  expect(page.requests.at(-1)?.json).toMatchObject({ query: expect.stringContaining('port') });
  expect(result().queryByText(/by id/)).toBeNull();
});
