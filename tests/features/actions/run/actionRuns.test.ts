/** Running actions: sent once, and reported as possibly executed after a lost response. Over the real transport. */

import { createActionRuns } from '../../../../src/features/actions/run/actionRuns';
import { systemClock } from '../../../../src/lib/clock';
import { settle } from '../../../support/fakeSockets';
import { type Answer, json, scriptedFetch } from '../../../support/scriptedFetch';
import { startTransport } from '../../../support/startTransport';

const REQUEST = { query: 'mutation Book { book { id } }', variables: {} };

function start(...responses: Answer[]) {
  const { fetch, requests } = scriptedFetch(...responses);
  const { transport } = startTransport({}, { fetch });
  const { client, tap } = transport;
  const runs = createActionRuns({ tap, clock: systemClock });
  const send = (action: string, { query, variables }: { query: string; variables: object } = REQUEST) =>
    runs.send(action, () => client.mutation(query, variables, { screen: 'actions' }).toPromise());
  return { runs, send, requests, transport };
}

/** Waits until the action is no longer under way. */
async function outcome(runs: ReturnType<typeof start>['runs'], action = 'book') {
  const run = runs.run(action);
  if (run.get().state === 'sending')
    await new Promise<void>(resolve => {
      const end = run.subscribe(() => {
        if (run.get().state === 'sending') return;
        end();
        resolve();
      });
    });
  return run.get();
}

it('reports that an action is running, its id, and its result', async () => {
  const { runs, send } = start(json({ data: { book: { id: '7' } } }));
  expect(runs.run('book').get()).toEqual({ state: 'idle' });
  expect(send('book')).toBe(true);
  const sending = runs.run('book').get();
  const operationId = sending.state === 'sending' ? sending.operationId : null;
  expect(sending).toMatchObject({ state: 'sending', operationId: expect.any(Number) });
  expect(await outcome(runs)).toMatchObject({ state: 'done', data: { book: { id: '7' } }, failure: null, operationId });
});

it('sends an action once while it is running, however often it is requested', async () => {
  const { runs, send, requests } = start(json({ data: { book: { id: '7' } } }));
  expect([send('book'), send('book'), send('book')]).toEqual([true, false, false]);
  await outcome(runs);
  await settle();
  expect(requests).toHaveLength(1);
});

it('counts an action as executed if a field below it failed, and not if it failed itself', async () => {
  const failing = (...path: string[]) =>
    json({ data: null, errors: [{ message: 'no', path, extensions: { code: 'FORBIDDEN' } }] });
  const { runs, send } = start(failing('book', 'id'), failing('book'));
  send('book');
  expect(await outcome(runs)).toMatchObject({ state: 'failed', mayHaveRun: true });
  send('book');
  expect(await outcome(runs)).toMatchObject({ state: 'failed', mayHaveRun: false });
});

it('runs two different actions at the same time', async () => {
  const { runs, send, requests } = start(json({ data: { book: { id: '7' } } }));
  send('book');
  send('cancel', { query: 'mutation Cancel { cancel { id } }', variables: {} });
  await outcome(runs, 'book');
  await outcome(runs, 'cancel');
  expect(requests).toHaveLength(2);
  const ids = requests.map(request => request.json?.operationName);
  expect(ids).toEqual(['Book', 'Cancel']);
});

it('finds and stops the upload of an action by its id', async () => {
  let aborted = false;
  const { runs, send, transport } = start(
    request =>
      new Promise<Response>((_, reject) => {
        request.signal?.addEventListener('abort', () => {
          aborted = true;
          reject(request.signal?.reason);
        });
      }),
  );
  send('attach', { query: 'mutation A($f: Upload!) { a(f: $f) { id } }', variables: { f: new File(['x'], 'x.txt') } });
  for (let turn = 0; turn < 20 && transport.uploads.get().size === 0; turn++) await settle();
  const run = runs.run('attach').get();
  const id = run.state === 'sending' ? run.operationId : null;
  expect([...transport.uploads.get().keys()]).toEqual([id]);
  transport.cancelUpload(id ?? -1);
  expect(await outcome(runs, 'attach')).toMatchObject({ state: 'failed', failure: { tag: 'cancelled' }, mayHaveRun: true });
  expect(aborted).toBe(true);
});

it.each([
  [0.4, { mayHaveRun: false, stoppedAt: 0.4 }],
  // The server may have received all of it.
  [1, { mayHaveRun: true, stoppedAt: null, stoppedFile: null }],
])('names the file because of which an upload was stopped, unless all of it had been sent: %d', async (share, expected) => {
  const { runs, send, transport } = start(
    request => new Promise((_, reject) => request.signal?.addEventListener('abort', () => reject(request.signal?.reason))),
  );
  const files = [new File(['x'], 'x.txt'), new File(['y'], 'y.txt')];
  send('attach', { query: 'mutation A($f: [Upload!]!) { a(f: $f) { id } }', variables: { f: files } });
  for (let turn = 0; turn < 20 && transport.uploads.get().size === 0; turn++) await settle();
  runs.stopUpload('attach', share, files[1]);
  for (const id of transport.uploads.get().keys()) transport.cancelUpload(id);
  expect(await outcome(runs, 'attach')).toMatchObject({ state: 'failed', stoppedFile: files[1], ...expected });
});

describe('stopping', () => {
  /** Responses that the test releases. */
  function held() {
    const waiting: Array<(response: Response) => void> = [];
    const answer: Answer = () => new Promise<Response>(resolve => waiting.push(resolve));
    return { answer, waiting };
  }

  it('reports a stopped mutation as possibly executed, and sends nothing again', async () => {
    const { answer } = held();
    const { runs, send, requests } = start(answer);
    send('book');
    await settle();
    runs.stop('book');
    expect(runs.run('book').get()).toMatchObject({ state: 'failed', failure: { tag: 'cancelled' }, mayHaveRun: true });
    await settle();
    expect(requests).toHaveLength(1);
  });

  it('shows a response that arrives after the stop, but not in place of a later run', async () => {
    const { answer, waiting } = held();
    const { runs, send } = start(answer, answer, answer);
    const say = (at: number, id: string) =>
      waiting[at]?.(
        new Response(JSON.stringify({ data: { book: { id } } }), { headers: { 'content-type': 'application/json' } }),
      );
    send('book');
    await settle();
    runs.stop('book');
    say(0, '1');
    for (let turn = 0; turn < 20 && runs.run('book').get().state !== 'done'; turn++) await settle();
    expect(runs.run('book').get()).toMatchObject({ state: 'done', data: { book: { id: '1' } } });
    send('book');
    await settle();
    runs.stop('book');
    send('book');
    await settle();
    say(1, '2');
    for (let turn = 0; turn < 20; turn++) await settle();
    expect(runs.run('book').get().state).toBe('sending');
    say(2, '3');
    expect(await outcome(runs)).toMatchObject({ state: 'done', data: { book: { id: '3' } } });
  });
});

describe('the result', () => {
  it.each([
    ['no response', true, () => new TypeError('Failed to fetch')],
    ['a gateway that gave up', true, () => new Response('<h1>504</h1>', { status: 504 })],
    ['an empty 200', true, () => new Response('', { status: 200 })],
    ['a 503 without a word', true, () => json({ message: 'later' }, 503)],
    [
      'the 502 of a gateway that lost the response',
      true,
      () => json({ errors: [{ message: 'lost', extensions: { code: 'GATEWAY_UNREACHABLE' } }] }, 502),
    ],
    [
      'the 504 of a gateway that waited too long',
      true,
      () => json({ errors: [{ message: 'late', extensions: { code: 'GATEWAY_TIMEOUT' } }] }, 504),
    ],
    [
      'a 200 of a gateway that got no response',
      true,
      () => json({ errors: [{ message: 'lost', extensions: { code: 'SUBREQUEST_HTTP_ERROR' } }] }),
    ],
    [
      'an unexpected error of the server',
      true,
      () => json({ data: { book: null }, errors: [{ message: 'Unexpected error.', path: ['book'] }] }),
    ],
    ['a GraphQL error', false, () => json({ errors: [{ message: 'no berth' }] })],
    ['a 500 with GraphQL errors', false, () => json({ errors: [{ message: 'boom' }] }, 500)],
    ['a refusal', false, () => json({ errors: [{ message: 'who?', extensions: { code: 'UNAUTHENTICATED' } }] }, 401)],
    ['a wrong address', false, () => new Response('<h1>404</h1>', { status: 404 })],
  ])('%s: it may have run: %s', async (_, mayHaveRun, respond) => {
    const { runs, send, requests } = start(respond() as Answer);
    send('book');
    expect(await outcome(runs)).toMatchObject({ state: 'failed', mayHaveRun });
    await settle();
    expect(requests).toHaveLength(1);
  });

  it('counts data with errors as executed, and shows the errors', async () => {
    const { runs, send } = start(json({ data: { book: { id: '7', ship: null } }, errors: [{ message: 'ship is hidden' }] }));
    send('book');
    expect(await outcome(runs)).toMatchObject({ state: 'done', failure: { tag: 'graphql', message: 'ship is hidden' } });
  });

  it('counts null data with errors as not executed', async () => {
    const { runs, send } = start(json({ data: { book: null }, errors: [{ message: 'no berth' }] }));
    send('book');
    expect(await outcome(runs)).toMatchObject({ state: 'failed' });
  });

  it('is discarded on request, but not while the action is running', async () => {
    const { runs, send } = start(json({ data: { book: { id: '7' } } }));
    send('book');
    runs.reset('book');
    expect(runs.run('book').get().state).toBe('sending');
    await outcome(runs);
    runs.reset('book');
    expect(runs.run('book').get()).toEqual({ state: 'idle' });
  });
});

it('keeps the content of a form as long as the session', () => {
  const { runs } = start(json({}));
  const file = new File(['x'], 'x.txt');
  runs.draft('attach').set({ file });
  expect(runs.draft('attach').get()).toEqual({ file });
  expect(runs.draft('book').get()).toBeUndefined();
  runs.dispose();
  expect(runs.draft('attach').get()).toBeUndefined();
});
