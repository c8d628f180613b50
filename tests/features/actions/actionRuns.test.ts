/** Actions under way: never twice, and honest about an answer that was lost. Over the real transport. */

import { createActionRuns } from '../../../src/features/actions/actionRuns';
import { systemClock } from '../../../src/lib/clock';
import { settle } from '../../support/fakeSockets';
import { type Answer, json, scriptedFetch } from '../../support/scriptedFetch';
import { startTransport } from '../../support/startTransport';

const REQUEST = { query: 'mutation Book { book { id } }', variables: {} };

function start(...answers: Answer[]) {
  const { fetch, requests } = scriptedFetch(...answers);
  const { transport } = startTransport({}, { fetch });
  const runs = createActionRuns({ client: transport.client, tap: transport.tap, clock: systemClock });
  return { runs, requests, transport };
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

it('tells that it is under way, under which id, and what came of it', async () => {
  const { runs } = start(json({ data: { book: { id: '7' } } }));
  expect(runs.run('book').get()).toEqual({ state: 'idle' });
  expect(runs.send('book', REQUEST)).toBe(true);
  const sending = runs.run('book').get();
  const operationId = sending.state === 'sending' ? sending.operationId : null;
  expect(sending).toMatchObject({ state: 'sending', operationId: expect.any(Number) });
  expect(await outcome(runs)).toMatchObject({ state: 'done', data: { book: { id: '7' } }, failure: null, operationId });
});

it('is not sent again while it is under way, however often it is asked for', async () => {
  const { runs, requests } = start(json({ data: { book: { id: '7' } } }));
  expect([runs.send('book', REQUEST), runs.send('book', REQUEST), runs.send('book', REQUEST)]).toEqual([true, false, false]);
  await outcome(runs);
  await settle();
  expect(requests).toHaveLength(1);
});

it('two different actions run side by side', async () => {
  const { runs, requests } = start(json({ data: { book: { id: '7' } } }));
  runs.send('book', REQUEST);
  runs.send('cancel', { query: 'mutation Cancel { cancel { id } }', variables: {} });
  await outcome(runs, 'book');
  await outcome(runs, 'cancel');
  expect(requests).toHaveLength(2);
  const ids = requests.map(request => request.json?.operationName);
  expect(ids).toEqual(['Book', 'Cancel']);
});

it('the upload it carries can be found and stopped by its id', async () => {
  let aborted = false;
  const { runs, transport } = start(
    request =>
      new Promise<Response>((_, reject) => {
        request.signal?.addEventListener('abort', () => {
          aborted = true;
          reject(request.signal?.reason);
        });
      }),
  );
  runs.send('attach', { query: 'mutation A($f: Upload!) { a(f: $f) { id } }', variables: { f: new File(['x'], 'x.txt') } });
  for (let turn = 0; turn < 20 && transport.uploads.get().size === 0; turn++) await settle();
  const run = runs.run('attach').get();
  const id = run.state === 'sending' ? run.operationId : null;
  expect([...transport.uploads.get().keys()]).toEqual([id]);
  transport.cancelUpload(id ?? -1);
  expect(await outcome(runs, 'attach')).toMatchObject({ state: 'failed', failure: { tag: 'cancelled' }, mayHaveRun: true });
  expect(aborted).toBe(true);
});

describe('what became of it', () => {
  it.each([
    ['no answer', true, () => new TypeError('Failed to fetch')],
    ['a gateway that gave up', true, () => new Response('<h1>504</h1>', { status: 504 })],
    ['an empty 200', true, () => new Response('', { status: 200 })],
    ['a 503 without a word', true, () => json({ message: 'later' }, 503)],
    ['a GraphQL error', false, () => json({ errors: [{ message: 'no berth' }] })],
    ['a 500 with GraphQL errors', false, () => json({ errors: [{ message: 'boom' }] }, 500)],
    ['a refusal', false, () => json({ errors: [{ message: 'who?', extensions: { code: 'UNAUTHENTICATED' } }] }, 401)],
    ['a wrong address', false, () => new Response('<h1>404</h1>', { status: 404 })],
  ])('%s: it may have run: %s', async (_, mayHaveRun, answer) => {
    const { runs, requests } = start(answer() as Answer);
    runs.send('book', REQUEST);
    expect(await outcome(runs)).toMatchObject({ state: 'failed', mayHaveRun });
    await settle();
    expect(requests).toHaveLength(1);
  });

  it('data with errors: it ran, and the errors are told', async () => {
    const { runs } = start(json({ data: { book: { id: '7', ship: null } }, errors: [{ message: 'ship is hidden' }] }));
    runs.send('book', REQUEST);
    expect(await outcome(runs)).toMatchObject({ state: 'done', failure: { tag: 'graphql', message: 'ship is hidden' } });
  });

  it('data that is null with errors: it did not run', async () => {
    const { runs } = start(json({ data: { book: null }, errors: [{ message: 'no berth' }] }));
    runs.send('book', REQUEST);
    expect(await outcome(runs)).toMatchObject({ state: 'failed' });
  });

  it('is forgotten on request, but not while it is under way', async () => {
    const { runs } = start(json({ data: { book: { id: '7' } } }));
    runs.send('book', REQUEST);
    runs.reset('book');
    expect(runs.run('book').get().state).toBe('sending');
    await outcome(runs);
    runs.reset('book');
    expect(runs.run('book').get()).toEqual({ state: 'idle' });
  });
});

it('keeps what stands in a form for as long as the session', () => {
  const { runs } = start(json({}));
  const file = new File(['x'], 'x.txt');
  runs.draft('attach').set({ file });
  expect(runs.draft('attach').get()).toEqual({ file });
  expect(runs.draft('book').get()).toBeUndefined();
  runs.dispose();
  expect(runs.draft('attach').get()).toBeUndefined();
});
