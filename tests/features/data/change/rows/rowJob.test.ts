/** Jobs over many rows: four at a time, never twice, each with its own result. */
import { countRows, type RowEnd, startRowJob } from '../../../../../src/features/data/change/rows/rowJob';

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at}`, title: `Row ${at}` }));

/** Requests that end when the test releases them. */
function held() {
  const begun: number[] = [];
  const ends = new Map<number, (end: RowEnd) => void>();
  const run = (at: number): Promise<RowEnd> => {
    begun.push(at);
    return new Promise(resolve => ends.set(at, resolve));
  };
  const end = async (at: number, state: RowEnd['state'] = 'sent'): Promise<void> => {
    ends.get(at)?.({ state, message: '' });
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { begun, run, end };
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('sends at most four rows at a time, and each of them once', async () => {
  const world = held();
  const job = startRowJob(rows(6), world.run);
  await settle();
  expect(world.begun).toEqual([0, 1, 2, 3]);
  await world.end(1);
  expect(world.begun).toEqual([0, 1, 2, 3, 4]);
  for (const at of [0, 2, 3, 4]) await world.end(at);
  await world.end(5, 'refused');
  await job.ended;
  expect(world.begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(countRows(job.get().rows)).toMatchObject({ sent: 5, refused: 1 });
});

test('starts no row during a pause, and leaves the rest unsent after a stop', async () => {
  const world = held();
  const job = startRowJob(rows(8), world.run);
  await settle();
  job.pause();
  await world.end(0);
  expect(world.begun).toHaveLength(4);
  job.resume();
  await settle();
  expect(world.begun).toHaveLength(5);
  job.stop();
  for (const at of [1, 2, 3, 4]) await world.end(at);
  await job.ended;
  expect(world.begun).toHaveLength(5);
  expect(countRows(job.get().rows)).toMatchObject({ sent: 5, notSent: 3 });
});

test('pauses after a lost response, so that the rest is not sent into a broken connection', async () => {
  const begun: number[] = [];
  const job = startRowJob(rows(8), async at => {
    begun.push(at);
    return at < 4 ? { state: 'unknown', message: '', isLost: true } : { state: 'sent', message: '' };
  });
  await settle();
  expect([job.get().phase, begun]).toEqual(['paused', [0, 1, 2, 3]]);
  job.resume();
  await job.ended;
  expect(countRows(job.get().rows)).toMatchObject({ unknown: 4, sent: 4 });
});

test('does not pause after the last row', async () => {
  const job = startRowJob(rows(2), async () => ({ state: 'unknown', message: '', isLost: true }));
  await job.ended;
  expect(job.get().phase).toBe('ended');
});

test('reports a row whose request throws as possibly sent', async () => {
  const job = startRowJob(rows(1), () => Promise.reject(new Error('torn')));
  await job.ended;
  expect(job.get().rows[0]).toMatchObject({ state: 'unknown', message: 'Error: torn' });
});
