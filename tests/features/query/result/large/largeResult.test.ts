/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Large responses, stored as bytes: they are shown as small responses are. */

import { type RequestedShape, withoutAddedTypenames } from '../../../../../src/features/query/explorer/requestedShape';
import { LargeData, largeResponses, type ResultWorker } from '../../../../../src/features/query/result/large/largeData';
import { openLargeResult } from '../../../../../src/features/query/result/large/largeResult';
import {
  type ResultRequest,
  serveResult,
  type WorkerOrder,
  type WorkerReply,
} from '../../../../../src/features/query/result/large/resultWorker';
import { findLists } from '../../../../../src/features/query/result/resultLists';
import { parseJson } from '../../../../../src/lib/text/largeIntegers';
import { jsonLines } from '../../../../../src/ui/json/jsonLines';
import fc from '../../../../support/fastCheck';

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const ALL: RequestedShape = { typename: true, fields: new Map() };

describe('the tree', () => {
  it('has the lines of the value, whatever is collapsed', () => {
    const response = fc.record({ data: fc.jsonValue({ maxDepth: 5 }) });
    const folds = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 12 });
    fc.assert(
      fc.property(response, folds, fc.nat(30), (value, turns, from) => {
        const result = openLargeResult(bytesOf(value), ALL);
        let count = result.outline().lines;
        for (const [at, open] of turns) {
          const line = result.lines(0, count)[at % count];
          if (line && line.size > 0) count = result.fold(line.path, open);
        }
        const lines = result.lines(0, count);
        const state = new Map(lines.filter(line => line.size > 0).map(line => [line.path, line.open]));
        const wanted = jsonLines(parseJson(JSON.stringify(value)), { folds: state, depth: 0 });
        const bare = (line: object) => ({ ...line, value: undefined, summary: undefined });
        expect(lines.map(bare)).toEqual(wanted.map(bare));
        for (const [at, line] of lines.entries()) {
          if (!line.summary) expect(line.value).toEqual(wanted[at]?.value);
        }
        expect(result.lines(from, from + 7)).toEqual(lines.slice(from, from + 7));
      }),
    );
  });

  it('starts with a long list and its parents expanded, and its items collapsed', () => {
    const value = { data: { search: { nodes: Array.from({ length: 5000 }, (_, id) => ({ id })) } } };
    const result = openLargeResult(bytesOf(value), ALL);
    expect(result.outline().lines).toBe(5004);
    expect(result.lines(3, 5).map(line => [line.path, line.open, line.size])).toEqual([
      ['/data/search/nodes', true, 5000],
      ['/data/search/nodes/0', false, 1],
    ]);
  });

  it('leaves out fields that only the transport requested', () => {
    const shape: RequestedShape = { typename: false, fields: new Map([['ship', { typename: false, fields: new Map() }]]) };
    const value = { data: { ship: { __typename: 'Ship', id: 1, meta: { __typename: 'kept' } } } };
    const result = openLargeResult(bytesOf(value), shape);
    const { lines } = result.outline();
    expect(result.lines(0, lines).map(line => line.key)).toEqual([null, 'data', 'ship', 'id', 'meta', '__typename']);
    expect(JSON.parse(result.textOf('/data'))).toEqual(withoutAddedTypenames(value.data, shape));
    expect(result.search('ship')).toBe(1);
  });
});

describe('search', () => {
  it('finds words in names and values in any case, and expands the tree to them', () => {
    const value = { data: { ports: [{ name: 'Tromsø' }, { name: 'Bergen', note: 'near TROMSØ? no: Bergen' }] } };
    const result = openLargeResult(bytesOf(value), ALL);
    const pathOf = (at: number): string | undefined => {
      const { line } = result.match(at);
      return line === null ? undefined : result.lines(line, line + 1)[0]?.path;
    };
    expect(result.search('BERGEN')).toBe(2);
    expect([pathOf(0), pathOf(1)]).toEqual(['/data/ports/1/name', '/data/ports/1/note']);
    expect(result.search('Tromsø')).toBe(1);
    expect(pathOf(0)).toBe('/data/ports/0/name');
    expect(result.search('Note')).toBe(1);
    expect(pathOf(0)).toBe('/data/ports/1/note');
  });
  it('finds text that the server sent as escape sequences', () => {
    const result = openLargeResult(new TextEncoder().encode('{"data":{"name":"Troms\\u00f8"}}'), ALL);
    expect(result.search('ø')).toBe(1);
  });
});

describe('lists', () => {
  const rows = Array.from({ length: 3000 }, (_, at) => ({
    id: at,
    name: `Ship ${(at * 7919) % 3000}`,
    at: '2026-01-02T03:04:05Z',
  }));
  const open = () => openLargeResult(bytesOf({ data: { a: { ships: rows }, few: [1, 2] } }), ALL);
  it('are found, the longest first, and read in ranges of rows', () => {
    const result = open();
    expect(result.outline().lists).toEqual([
      { path: 'a.ships', count: 3000 },
      { path: 'few', count: 2 },
    ]);
    expect(result.rows('a.ships', 2998, 3005)).toEqual(rows.slice(2998));
    expect(result.columns('a.ships').map(({ path, numeric, dated }) => [path[0], numeric, dated])).toEqual([
      ['id', true, false],
      ['name', false, false],
      ['at', false, true],
    ]);
  });
  it('within the rows of others are found on demand, joined into one each', async () => {
    const ships = [
      { name: 'Fram', visits: [{ at: 1, __typename: 'Visit' }, { at: 2 }] },
      { visits: [] },
      { visits: [{ at: 3 }] },
    ];
    const result = openLargeResult(bytesOf({ data: { ships } }), {
      typename: false,
      fields: new Map([['ships', { typename: false, fields: new Map([['visits', { typename: false, fields: new Map() }]]) }]]),
    });
    expect(result.outline().lists).toEqual([{ path: 'ships', count: 3 }]);
    expect(result.nested()).toEqual({
      lists: [
        { path: 'ships', count: 3 },
        { path: 'ships.visits', count: 3 },
      ],
      isAll: true,
    });
    expect(result.rows('ships.visits', 0, 9)).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }]);
    result.sort('ships.visits', { path: ['at'], direction: 'descending' });
    expect(result.rows('ships.visits', 0, 1)).toEqual([{ at: 3 }]);
    expect(await result.csv('ships.visits').text()).toContain('at\r\n3\r\n2\r\n1');
  });
  it('are the same as in a small response, with the same rows', () => {
    const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
      tree: fc.oneof(
        { maxDepth: 6, depthSize: 'small' },
        fc.constantFrom(null, 1, 'x'),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'ä"'), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, data => {
        const result = openLargeResult(bytesOf({ data }), ALL);
        const small = findLists(data);
        expect(result.nested().lists).toEqual(small.map(({ path, rows }) => ({ path, count: rows.length })));
        const seen = new Set<string>();
        for (const { path, rows } of small) {
          // If two have the same name, the first one counts.
          if (!seen.has(path)) expect(result.rows(path, 0, rows.length)).toEqual(rows);
          seen.add(path);
        }
      }),
    );
  });
  it('of a very large response are searched in steps', () => {
    const clock = jest.spyOn(performance, 'now');
    let now = 0;
    clock.mockImplementation(() => (now += 30));
    const data = { ships: Array.from({ length: 3000 }, (_, at) => ({ visits: [{ at }] })) };
    const result = openLargeResult(bytesOf({ data }), ALL);
    expect(result.nested().isAll).toBe(false);
    let turns = 1;
    while (!result.nested().isAll) turns++;
    clock.mockRestore();
    expect(turns).toBeGreaterThan(3);
    expect(result.nested().lists.at(-1)).toEqual({ path: 'ships.visits', count: 3000 });
    expect(result.rows('ships.visits', 2999, 3000)).toEqual([{ at: 2999 }]);
  });
  it('are sorted, and restored to their original order', () => {
    const result = open();
    result.sort('a.ships', { path: ['id'], direction: 'descending' });
    expect(result.rows('a.ships', 0, 1)).toEqual([rows.at(-1)]);
    expect([...result.numbers('a.ships', [['id'], ['name'], ['at']]).map(series => series[0])]).toEqual([
      2999,
      Number.NaN,
      Date.parse('2026-01-02T03:04:05Z') / 1000,
    ]);
    result.sort('a.ships', null);
    expect(result.rows('a.ships', 0, 1)).toEqual([rows[0]]);
  });
  it('are saved as CSV with all rows', async () => {
    const text = await open().csv('a.ships').text();
    const lines = text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      3001,
      'id,name,at',
      `2999,${rows.at(-1)?.name},2026-01-02T03:04:05Z`,
    ]);
  });
});

it('parts of the text start and end between characters, and join to the complete text', () => {
  const value = { data: { text: 'äöü€😀'.repeat(20) } };
  const bytes = bytesOf(value);
  const result = openLargeResult(bytes, ALL);
  let joined = '';
  for (let at = 0; at < bytes.length; at += 7) joined += result.text(at, at + 7);
  expect(joined).toBe(JSON.stringify(value));
});

describe('a response in the worker', () => {
  /** A worker in this thread: messages are cloned and asynchronous, as between threads. */
  const worker = (): ResultWorker & { ended: boolean } => {
    const port = { onmessage: null as ((event: { data: WorkerOrder }) => void) | null, postMessage: (_: WorkerReply) => {} };
    serveResult(port);
    const made: ResultWorker & { ended: boolean } = {
      ended: false,
      onmessage: null,
      onerror: null,
      postMessage: order => {
        const data = structuredClone(order);
        queueMicrotask(() => !made.ended && port.onmessage?.({ data }));
      },
      terminate: () => {
        made.ended = true;
      },
    };
    port.postMessage = reply => queueMicrotask(() => made.onmessage?.({ data: structuredClone(reply) }));
    return made;
  };
  const send = (bytes: Uint8Array, size: number | null, options: Partial<ResultRequest> = {}) => {
    const made = worker();
    const progress: number[] = [];
    const sink = largeResponses(
      () => made,
      { shape: ALL, document: '{ rows { id } }', variables: '{}', secrets: [], ...options },
      received => progress.push(received),
    ).open(size);
    for (let at = 0; at < bytes.length; at += 1000) sink.push(bytes.subarray(at, at + 1000));
    return { sink, made, progress };
  };
  const VALUE = { data: { rows: Array.from({ length: 500 }, (_, id) => ({ id })) }, errors: [{ message: 'half' }] };

  it('is complete although it is sent in parts, with or without its length', async () => {
    for (const size of [null, bytesOf(VALUE).length, 10]) {
      const { sink, progress } = send(bytesOf(VALUE), size);
      const body = (await sink.end()) as { data: LargeData; errors: unknown };
      expect(progress.at(-1)).toBe(bytesOf(VALUE).length);
      expect(body.errors).toEqual(VALUE.errors);
      expect(body.data).toBeInstanceOf(LargeData);
      expect(await body.data.ask('rows', 'rows', 499, 500)).toEqual([{ id: 499 }]);
    }
  });
  it('is masked before it leaves the worker: secret names, tokens, and submitted secrets', async () => {
    const rows = [
      { id: 1, apiKey: 'k-hunter2' },
      { id: 2, note: 'Bearer abcdef123456' },
      { id: 3, note: 'you said zebra-crossing' },
    ];
    const { sink } = send(bytesOf({ data: { rows } }), null, { variables: '{"password":"zebra-crossing"}' });
    const { data } = (await sink.end()) as { data: LargeData };
    expect(await data.ask('rows', 'rows', 0, 3)).toEqual([
      { id: 1, apiKey: '•••' },
      { id: 2, note: 'Bearer •••' },
      { id: 3, note: 'you said •••' },
    ]);
    const saved = await (await data.ask('file')).text();
    for (const secret of ['hunter2', 'abcdef', 'zebra']) expect(saved).not.toContain(secret);
  });
  it('is masked even if it was truncated', async () => {
    const { sink } = send(bytesOf({ data: { token: 'k-hunter2', rows: ['x'.repeat(3000)] } }).subarray(0, 2000), null);
    expect(await sink.cut()?.ask('text', 0, 40)).toContain('"token":"•••"');
  });
  it('is reported as invalid JSON with the position where it was truncated', async () => {
    const { sink } = send(bytesOf(VALUE).subarray(0, 2000), null);
    await expect(sink.end()).rejects.toMatchObject({ name: 'BrokenJsonError', at: 2000, endsEarly: true });
  });
  it('has a text that can be read until it is closed', async () => {
    const { sink } = send(bytesOf(VALUE), null);
    const { data } = (await sink.end()) as { data: LargeData };
    expect(await sink.text?.(20)).toBe(JSON.stringify(VALUE).slice(0, 20));
    const pending = sink.text?.(20);
    data.close();
    expect(await pending).toBeNull();
    expect(await sink.text?.(20)).toBeNull();
  });
  it('has the received part of its text if it is cancelled, until it is closed', async () => {
    const whole = JSON.stringify(VALUE);
    const { sink, made } = send(bytesOf(VALUE).subarray(0, 3000), null);
    const cut = sink.cut();
    sink.push(bytesOf('more'));
    sink.cancel();
    expect(made.ended).toBe(false);
    expect(cut?.outline.bytes).toBe(3000);
    expect(await cut?.ask('text', 0, 100)).toBe(whole.slice(0, 100));
    expect(await cut?.ask('text', 2900, 4000)).toBe(whole.slice(2900, 3000));
    cut?.close();
    expect(made.ended).toBe(true);
    expect(sink.cut()).toBe(cut);
  });
  it('has a text even if it is not valid JSON', async () => {
    const { sink } = send(bytesOf(VALUE).subarray(0, 2000), 9000);
    await expect(sink.end()).rejects.toMatchObject({ name: 'BrokenJsonError' });
    const cut = sink.cut();
    sink.cancel();
    expect(await cut?.ask('text', 1900, 5000)).toBe(JSON.stringify(VALUE).slice(1900, 2000));
  });
  it('keeps no worker if it has no data', async () => {
    const { sink, made } = send(bytesOf({ data: null, errors: [{ message: 'x'.repeat(5000) }] }), null);
    expect(await sink.end()).toMatchObject({ data: null });
    expect(made.ended).toBe(true);
  });
  it('fails if the worker fails', async () => {
    const { sink, made } = send(bytesOf(VALUE), null);
    const end = sink.end();
    made.onerror?.({ message: 'out of memory' });
    await expect(end).rejects.toThrow('out of memory');
  });
});
