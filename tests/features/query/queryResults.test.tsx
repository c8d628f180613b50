/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The results that the Query screen shows: large and partial responses, errors, streams, secrets. */
import { act, fireEvent, screen } from '@testing-library/react';
import { writeWireFile } from '../../../src/session/wire/wireLogFile';
import { wireOf } from '../../../src/session/wire/wireOf';
import { json } from '../../support/scriptedFetch';
import { openQuery, result } from './openQuery';

it('a stopped response shows what had arrived', async () => {
  let body!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  const page = await openQuery([() => new Response(stream, { headers: { 'content-type': 'application/json' } })], '{ port }');
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
  const page = await openQuery(
    [() => new Response('{"data":{"port":"Os', { headers: { 'content-type': 'application/json' } })],
    '{ port }',
  );
  await page.run();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(result().getByRole('alert').textContent).toMatch(/is cut off after/);
  expect(result().getByText('{"data":{"port":"Os')).toBeTruthy();
});

it('the received part of a response whose connection broke is shown, and can be saved', async () => {
  let begun = false;
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (begun) controller.error(new TypeError('network error'));
      else controller.enqueue(new TextEncoder().encode('{"data":{"port":"Os'));
      begun = true;
    },
  });
  const page = await openQuery([() => new Response(broken, { headers: { 'content-type': 'application/json' } })], '{ port }');
  await page.run();
  expect(result().getByText('The response was cut off')).toBeTruthy();
  expect(result().getByText('{"data":{"port":"Os')).toBeTruthy();
  expect(result().getByRole('button', { name: 'Save the result as a file' })).toBeTruthy();
});

it('a small response is shown completely, and of a larger one only the first levels', async () => {
  const nested = (text: string): object => ({ port: { a: { b: { c: { d: { e: text } } } } } });
  const page = await openQuery([json({ data: nested('within') }), json({ data: nested('x'.repeat(60_000)) })], '{ port }');
  await page.run();
  expect(result().getByText('within')).toBeTruthy();
  await page.run();
  expect(result().queryByText(/xxx/)).toBeNull();
});

it('an error is shown with its place in the document', async () => {
  const page = await openQuery(
    [json({ data: { port: null }, errors: [{ message: 'The port is closed', path: ['port'] }] })],
    'query A {\n  port\n}',
  );
  await page.run();
  expect(result().getByRole('alert').textContent).toContain('The port is closed');
  expect(result().getByRole('button', { name: 'Go to line 2, column 3' })).toBeTruthy();
});

it('a refusal that contains errors is shown once', async () => {
  const page = await openQuery(
    [json({ errors: [{ message: 'Too deep', locations: [{ line: 2, column: 3 }] }] }, 400)],
    'query A { port }',
  );
  await page.run();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(result().getByText('Status 400')).toBeTruthy();
  expect(result().getByRole('button', { name: 'Go to line 1, column 11' })).toBeTruthy();
});

it('events of a subscription are shown as they arrive, newest first, until it is stopped', async () => {
  const page = await openQuery([json({})], 'subscription Ticks { ticks }');
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

/** A response in parts that the test releases. */
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
  const page = await openQuery([answer], DEFERRED);
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
  const response = `{"data": {"port": "${TOKEN}", "token": "abc"}}`;
  const hidden = '{"data": {"port": "•••", "token": "•••"}}';
  const page = await openQuery([() => new Response(response, { headers: { 'content-type': 'application/json' } })], '{ port }');
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
  const page = await openQuery(
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
  const page = await openQuery([answer], DEFERRED);
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
  const page = await openQuery([answer], '{ port }');
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
  const page = await openQuery(
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
