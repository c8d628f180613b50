/** Imports: rows are read, stored, matched and sent once each, and continue after a reload. */
import { checkImport } from '../../../../src/features/data/import/checkImport';
import { type ImportWorld, type RowResult, startImport } from '../../../../src/features/data/import/importJob';
import { openImport, PIECE_ROWS } from '../../../../src/features/data/import/importStore';
import { createImportTurns } from '../../../../src/features/data/import/importTurns';
import { matchColumns } from '../../../../src/features/data/import/matchColumns';
import { readSource } from '../../../../src/features/data/import/readSource';
import { memoryDocumentStore } from '../../../../src/lib/documentStore';
import { formField } from '../../../../src/schema/forms/formModel';
import { modelOf } from '../../../schema/modelOf';

async function read(
  text: string,
): Promise<{ columns: readonly string[]; rows: readonly (readonly string[])[]; problem: unknown }> {
  let columns: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const problem = await readSource(new Blob([text]), {
    head(names) {
      columns = names;
    },
    async rows(read) {
      rows.push(...read);
    },
  });
  return { columns, rows, problem };
}

type Sending = Omit<ImportWorld, 'check'>;

/** A store with this number of rows, each with its number. */
async function kept(count: number) {
  const documents = memoryDocumentStore();
  const open = () => openImport(documents, name => `c:${name}`, 'ships');
  const store = open();
  for (let piece = 0; piece * PIECE_ROWS < count; piece++) {
    const size = Math.min(PIECE_ROWS, count - piece * PIECE_ROWS);
    await store.setRows(
      piece,
      Array.from({ length: size }, (_, at) => [String(piece * PIECE_ROWS + at)]),
    );
  }
  await store.setHead({ name: 'x.csv', columns: ['n'], count, plan: null });
  return { store, open };
}

test('reads JSON, and JSON lines, as rows with all the keys that occur', async () => {
  expect(await read('[{"a":1},{"b":{"c":true}},null,{"__proto__":"x"}]')).toEqual({
    columns: ['a', 'b', '__proto__'],
    rows: [
      ['1', '', ''],
      ['', '{"c":true}', ''],
      ['', '', 'x'],
    ],
    problem: null,
  });
  expect(await read('{"a":1}\n{"a":"two"}\n')).toEqual({ columns: ['a'], rows: [['1'], ['two']], problem: null });
  // Ids of 64 bits are not rounded.
  expect(
    (await read('[{"a":12345678901234567890,"b":"x\\\\\\" 12345678901234567890","c":-0.1234567890123456789e-3}]')).rows,
  ).toEqual([['12345678901234567890', 'x\\" 12345678901234567890', '-0.1234567890123456789e-3']]);
  // Numbers that fit a double are printed in its form, also in lists; others keep their own digits.
  expect((await read('[{"a":[52.52000659999999,-1.50],"b":{"c":12345678901234567890,"d":"1"},"e":1e400}]')).rows).toEqual([
    ['[52.52000659999999,-1.5]', '{"c":12345678901234567890,"d":"1"}', '1e400'],
  ]);
  for (const wrong of ['1.2.3.4.5.6.7.8.9.0', '00000000000000001', '1}, {12345678901234567890: 1'])
    expect((await read(`[{"a":${wrong}}]`)).problem).toBe('notJson');
  // A very long string is refused.
  expect((await read(`[{"a":"${'\\n'.repeat(5_000_000)}"}]`)).problem).toBe('tooLarge');
  // No item of a list is skipped silently.
  expect((await read('[{"a":1},null,5,{"a":2}]')).problem).toEqual({ kind: 'noObject', row: 3 });
  expect((await read('{"a":1}\n[2]\n')).problem).toEqual({ kind: 'noObject', row: 2 });
  expect((await read('{"a":"x","tags":["y"]}')).rows).toEqual([['x', '["y"]']]);
  expect((await read('{"a":1\n{"a":')).problem).toBe('notJson');
  expect((await read('  ')).problem).toBe('empty');
});

test('matches columns with fields by name, and with an enum by its values', () => {
  const model = modelOf(`
    type Query { a(name: String!, shipId: ID, lengthMetres: Float, kind: Kind): Int }
    enum Kind { FERRY TANKER }
  `);
  const fields = [...(model.queryType.fields.get('a')?.args.values() ?? [])].map(argument => formField(model, argument));
  expect(
    matchColumns(['Length metres', 'Ship', 'NAME', 'what it is', 'other'], fields, [['1.5', 'Amber', 'x', 'ferry', 'y']]),
  ).toEqual(['lengthMetres', 'shipId', 'name', 'kind', null]);
  // The start of a name is enough if only one field starts with it.
  expect(matchColumns(['length', 'ship'], fields, [['1.5', 'Amber']])).toEqual(['lengthMetres', 'shipId']);
  // A column with a similar name is not matched if its values do not fit; with the exact name they are shown as wrong.
  expect(matchColumns(['length'], fields, [['long']])).toEqual([null]);
  expect(matchColumns(['length_metres'], fields, [['long']])).toEqual(['lengthMetres']);
  // Wrong cells are marked row by row, unless another column fits better.
  expect(matchColumns(['length'], fields, [['long'], ['1.5'], ['?']])).toEqual(['lengthMetres']);
  const both = [
    ['long', '1.5'],
    ['2', '2'],
    ['?', '3'],
  ];
  expect(matchColumns(['length', 'length in metres'], fields, both)).toEqual([null, 'lengthMetres']);
});

test('sends every row once, at most four at a time', async () => {
  const { store } = await kept(600);
  const sent: string[] = [];
  let under = 0;
  let most = 0;
  const world: Sending = {
    async send([cell = '']) {
      most = Math.max(most, ++under);
      await Promise.resolve();
      sent.push(cell);
      under--;
      return { state: 'sent', message: '' };
    },
    reachable: async () => undefined,
  };
  const job = startImport(store, 600, world);
  await job.ended;
  expect(new Set(sent).size).toBe(600);
  expect(sent).toHaveLength(600);
  expect(most).toBe(4);
  expect(job.get()).toMatchObject({ phase: 'ended', counts: { sent: 600, waiting: 0, sending: 0 } });
});

test('stores each row before it is sent, with one write for rows that start together', async () => {
  const { store, open } = await kept(600);
  let writes = 0;
  const counting = {
    ...store,
    setStates: (...of: Parameters<typeof store.setStates>) => {
      writes++;
      return store.setStates(...of);
    },
  };
  const before: unknown[] = [];
  const job = startImport(counting, 600, {
    async send([cell = '']) {
      const at = Number(cell);
      // If the page is closed now, it is unknown whether the row was sent.
      before.push((await open().piece(Math.floor(at / PIECE_ROWS)))?.states[at % PIECE_ROWS]);
      return { state: 'sent', message: '' };
    },
    reachable: async () => undefined,
  });
  await job.ended;
  expect(before).toEqual(Array.from({ length: 600 }, () => 'unknown'));
  expect(writes).toBeLessThan(400);
  expect((await open().piece(2))?.states.every(state => state === 'sent')).toBe(true);
});

test('ends after the last write, so that it does not overwrite what is stored next', async () => {
  const { store } = await kept(10);
  const responses: (() => void)[] = [];
  const writes: (() => void)[] = [];
  let isSlow = false;
  const slow = {
    ...store,
    async setStates(...of: Parameters<typeof store.setStates>) {
      if (isSlow) await new Promise<void>(resolve => writes.push(resolve));
      return store.setStates(...of);
    },
  };
  const job = startImport(slow, 10, {
    send: () => new Promise(resolve => responses.push(() => resolve({ state: 'sent', message: '' }))),
    reachable: async () => undefined,
  });
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  };
  await turns();
  isSlow = true;
  job.stop();
  for (const respond of responses.splice(0)) respond();
  await turns();
  expect(job.get()).toMatchObject({ phase: 'stopped', isAtRest: false, counts: { sending: 0 } });
  isSlow = false;
  for (const write of writes.splice(0)) write();
  await job.ended;
  expect(job.get()).toMatchObject({ phase: 'stopped', isAtRest: true });
});

test('stores the result of a row even if no other row starts', async () => {
  const { store, open } = await kept(10);
  const responses: (() => void)[] = [];
  const job = startImport(store, 10, {
    send: () => new Promise(resolve => responses.push(() => resolve({ state: 'sent', message: '' }))),
    reachable: async () => undefined,
  });
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  };
  await turns();
  job.pause();
  responses[0]?.();
  await turns();
  expect((await open().piece(0))?.states.slice(0, 5)).toEqual(['sent', 'unknown', 'unknown', 'unknown', 'waiting']);
});

test('sends no row again after the page was closed, and reports those being sent as unknown', async () => {
  const { store, open } = await kept(10);
  const sent: string[] = [];
  const never: Sending = {
    send: ([cell = '']) => {
      sent.push(cell);
      return sent.length <= 3 ? Promise.resolve({ state: 'sent', message: '' }) : new Promise(() => undefined);
    },
    reachable: async () => undefined,
  };
  startImport(store, 10, never);
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  expect(sent.length).toBe(7);
  const again: string[] = [];
  const job = startImport(open(), 10, {
    async send([cell = '']) {
      again.push(cell);
      return { state: 'sent', message: '' };
    },
    reachable: async () => undefined,
  });
  await job.ended;
  expect([...sent, ...again].sort()).toEqual(Array.from({ length: 10 }, (_, at) => String(at)));
  expect(job.get().counts).toMatchObject({ unknown: 4, sent: 6 });
  expect(job.get().troubles.map(trouble => trouble.state)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
});

test('waits for rows being sent after it was closed and opened again, and sends none of them twice', async () => {
  const { store, open } = await kept(10);
  const sent: string[] = [];
  const responses: (() => void)[] = [];
  const world: Sending = {
    send: ([cell = '']) => {
      sent.push(cell);
      return new Promise(resolve => responses.push(() => resolve({ state: 'sent', message: '' })));
    },
    reachable: async () => undefined,
  };
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  };
  const imports = createImportTurns(undefined, name => name);
  const { signal } = new AbortController();
  const end = await imports.take('ships', signal);
  const closed = startImport(store, 10, world);
  imports.began('ships', closed);
  await turns();
  closed.stop();
  // A stopped import still has rows in flight.
  expect(imports.underWay()).toEqual(['ships']);
  void closed.ended.then(end);
  let isTaken = false;
  const taken = imports.take('ships', signal).then(() => {
    isTaken = true;
  });
  await turns();
  expect([sent.length, isTaken]).toEqual([4, false]);
  for (const respond of responses.splice(0)) respond();
  await taken;
  expect(imports.underWay()).toEqual([]);
  const job = startImport(open(), 10, {
    ...world,
    async send([cell = '']) {
      sent.push(cell);
      return { state: 'sent', message: '' };
    },
  });
  await job.ended;
  expect([...sent].sort()).toEqual(Array.from({ length: 10 }, (_, at) => String(at)));
  expect(job.get().counts).toMatchObject({ sent: 10, unknown: 0 });
});

test('gives up waiting for the lock when it is closed, and the next import gets it', async () => {
  const imports = createImportTurns(undefined, name => name);
  const first = await imports.take('ships', new AbortController().signal);
  const closed = new AbortController();
  const second = imports.take('ships', closed.signal);
  const third = imports.take('ships', new AbortController().signal);
  closed.abort();
  first();
  await expect(second).rejects.toThrow();
  (await third)();
  (await imports.take('ships', new AbortController().signal))();
});

test('locks within the page if the browser refuses locks, as in a sandboxed frame', async () => {
  const locks = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };
  const imports = createImportTurns(locks as unknown as LockManager, name => name);
  const { signal } = new AbortController();
  const end = await imports.take('ships', signal);
  let isTaken = false;
  const taken = imports.take('ships', signal).then(() => {
    isTaken = true;
  });
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  expect(isTaken).toBe(false);
  end();
  await taken;
  const closed = new AbortController();
  const left = imports.take('planets', closed.signal);
  closed.abort();
  await expect(left).rejects.toThrow();
});

test('does not send a row whose state cannot be stored, and stops', async () => {
  const { store, open } = await kept(10);
  const sent: string[] = [];
  let room = 2;
  const full = { ...store, setStates: async (...of: Parameters<typeof store.setStates>) => room-- > 0 && store.setStates(...of) };
  const job = startImport(full, 10, {
    async send([cell = '']) {
      sent.push(cell);
      return { state: 'sent', message: '' };
    },
    reachable: async () => undefined,
  });
  await job.ended;
  expect(job.get()).toMatchObject({ phase: 'stopped', isFull: true, counts: { sending: 0 } });
  expect(sent.length).toBeLessThan(10);
  const later: string[] = [];
  await startImport(open(), 10, {
    async send([cell = '']) {
      later.push(cell);
      return { state: 'sent', message: '' };
    },
    reachable: async () => undefined,
  }).ended;
  expect(later.filter(cell => sent.includes(cell))).toEqual([]);
});

test('sends no more requests after it was stopped while the server is unreachable', async () => {
  const { store } = await kept(3);
  let asks: (() => boolean) | undefined;
  const job = startImport(store, 3, {
    send: async () => ({ state: 'unknown', message: 'lost', lost: true }),
    reachable: async isWanted => {
      asks = isWanted;
      await new Promise(() => undefined);
    },
  });
  for (let turn = 0; turn < 300; turn++) await Promise.resolve();
  expect([job.get().phase, asks?.()]).toEqual(['offline', true]);
  job.stop();
  expect(asks?.()).toBe(false);
});

test('looks for rows without a response on request, and returns missing ones to the queue', async () => {
  const { store, open } = await kept(6);
  const sent: string[] = [];
  const lose: Sending = {
    send: async ([cell = '']) =>
      cell === '2' || cell === '3' || cell === '4' ? { state: 'unknown', message: 'lost' } : { state: 'sent', message: '' },
    reachable: async () => undefined,
  };
  await startImport(store, 6, lose).ended;
  const found = { 2: 'there', 3: 'absent', 4: 'unclear' } as const;
  const requests: string[] = [];
  const check = checkImport(open(), 6, {
    async check([cell = '']) {
      requests.push(cell);
      return found[Number(cell) as 2 | 3 | 4];
    },
  });
  await check.ended;
  expect(requests).toEqual(['2', '3', '4']);
  expect(check.get()).toMatchObject({
    phase: 'ended',
    counts: { sent: 4, unknown: 1, waiting: 1, sending: 0 },
    troubles: [
      { number: 4, state: 'waiting', message: '' },
      { number: 5, state: 'unknown', message: 'lost' },
    ],
  });
  // The user sends the remaining rows.
  const job = startImport(open(), 6, {
    async send([cell = '']) {
      sent.push(cell);
      return { state: 'sent', message: '' };
    },
    reachable: async () => undefined,
  });
  await job.ended;
  expect(sent).toEqual(['3']);
  expect(job.get().counts).toMatchObject({ sent: 5, unknown: 1, waiting: 0 });
});

test('leaves a row unknown if it cannot be looked for, also if the page is closed meanwhile', async () => {
  const { store, open } = await kept(2);
  const lost: RowResult = { state: 'unknown', message: 'lost' };
  await startImport(store, 2, { send: async () => lost, reachable: async () => undefined }).ended;
  checkImport(open(), 2, { check: () => new Promise(() => undefined) });
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  const job = checkImport(open(), 2, { check: async () => 'unclear' });
  await job.ended;
  expect(job.get().counts).toMatchObject({ unknown: 2, sent: 0, waiting: 0 });
  expect(job.get().troubles.map(({ message }) => message)).toEqual(['lost', 'lost']);
});

test('does not overwrite later results after a check was stopped', async () => {
  const { store, open } = await kept(2);
  const lost: RowResult = { state: 'unknown', message: 'lost' };
  await startImport(store, 2, { send: async () => lost, reachable: async () => undefined }).ended;
  let respond: (found: 'absent') => void = () => undefined;
  const job = checkImport(open(), 2, {
    check: () =>
      new Promise(resolve => {
        respond = resolve;
      }),
  });
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  job.stop();
  respond('absent');
  await job.ended;
  expect(job.get()).toMatchObject({ phase: 'stopped', counts: { unknown: 2, waiting: 0 } });
  expect((await open().piece(0))?.states).toEqual(['unknown', 'unknown']);
});

test('reads each part of the rows once during a check', async () => {
  const { store } = await kept(600);
  const lost: RowResult = { state: 'unknown', message: 'lost' };
  await startImport(store, 600, { send: async () => lost, reachable: async () => undefined }).ended;
  const read: number[] = [];
  const counting = {
    ...store,
    piece: (number: number) => {
      read.push(number);
      return store.piece(number);
    },
  };
  await checkImport(counting, 600, { check: async () => 'unclear' }).ended;
  expect(read).toEqual([0, 1, 2]);
});

test('waits after a lost response until the server responds again', async () => {
  const { store } = await kept(20);
  let come: () => void = () => undefined;
  const sent: string[] = [];
  const results: RowResult[] = [];
  const job = startImport(store, 20, {
    async send([cell = '']) {
      sent.push(cell);
      const result: RowResult =
        sent.length === 2 ? { state: 'unknown', message: 'lost', lost: true } : { state: 'sent', message: '' };
      results.push(result);
      return result;
    },
    reachable: () =>
      new Promise(resolve => {
        come = resolve;
      }),
  });
  for (let turn = 0; turn < 300; turn++) await Promise.resolve();
  expect(job.get().phase).toBe('offline');
  const held = sent.length;
  expect(held).toBeLessThan(12);
  come();
  await job.ended;
  expect(sent).toHaveLength(20);
  expect(job.get().counts).toMatchObject({ unknown: 1, sent: 19 });
});
