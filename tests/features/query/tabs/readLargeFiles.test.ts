/** Large files of collections: read in a worker, with progress, until the user cancels it. */
import type { ResultWorker } from '../../../../src/features/query/result/large/largeData';
import { serveResult } from '../../../../src/features/query/result/large/resultWorker';
import { readLargeFiles } from '../../../../src/features/query/tabs/readLargeFiles';

/** Workers that run here; `ended` counts those that were ended. */
function workers() {
  const counts = { started: 0, ended: 0 };
  const start = (): ResultWorker => {
    counts.started++;
    const worker: ResultWorker = {
      postMessage: order => void Promise.resolve().then(() => port.onmessage?.({ data: structuredClone(order) })),
      onmessage: null,
      onerror: null,
      terminate: () => void counts.ended++,
    };
    const port: Parameters<typeof serveResult>[0] = {
      onmessage: null,
      postMessage: reply => void Promise.resolve().then(() => worker.onmessage?.({ data: structuredClone(reply) })),
    };
    serveResult(port);
    return worker;
  };
  return { start, counts };
}

const yaml = (requests: number): string =>
  `type: collection.insomnia.rest/5.0\nname: Port\ncollection:\n${Array.from(
    { length: requests },
    (_, at) =>
      `  - name: R${at}\n    url: /\n    body:\n      text: '{"query":"{ ship(id: ${at}) { name } } #${'x'.repeat(900)}"}'\n`,
  ).join('')}`;

it('a large file is read in a worker, which reports its progress and then ends', async () => {
  const { start, counts } = workers();
  const shares: number[] = [];
  const file = await readLargeFiles([{ name: 'a.yaml', text: yaml(600) }], { onProgress: share => shares.push(share) }, start);
  expect(file.collections).toMatchObject([{ name: 'Port' }]);
  expect(file.collections[0]?.queries).toHaveLength(600);
  expect(counts).toEqual({ started: 1, ended: 1 });
  expect(shares[0]).toBe(0);
  expect(shares).toContain(0.5);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  expect(shares.length).toBeLessThan(110);
});

it('a small file is read at once', async () => {
  const { start, counts } = workers();
  expect((await readLargeFiles([{ name: 'a.yaml', text: yaml(2) }], {}, start)).collections[0]?.queries).toHaveLength(2);
  expect(counts.started).toBe(0);
});

it('a large file that is not a collection is refused, and the worker ends', async () => {
  const { start, counts } = workers();
  await expect(readLargeFiles([{ name: 'a.yaml', text: 'x: 1\n'.repeat(200_000) }], {}, start)).rejects.toThrow();
  expect(counts).toEqual({ started: 1, ended: 1 });
});

it('cancelling ends the worker', async () => {
  const { start, counts } = workers();
  const controller = new AbortController();
  const reading = readLargeFiles([{ name: 'a.yaml', text: yaml(600) }], { signal: controller.signal }, start);
  controller.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(counts).toEqual({ started: 1, ended: 1 });
});
