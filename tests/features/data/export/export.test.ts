import { createEncoder, type ExportColumn, exportFileName } from '../../../../src/features/data/export/exportFormat';
import { type ExportPage, startExport } from '../../../../src/features/data/export/exportJob';
import { downloadSink, type ExportSink, openExportSink } from '../../../../src/features/data/export/exportSink';
import { shownValue } from '../../../../src/features/data/export/shownValue';
import { createFormats } from '../../../../src/i18n/formats';
import { NO_PRESENTATION } from '../../../../src/lib/page/presentation';
import { type Column, columnAt } from '../../../../src/schema/collections/columns/columns';
import { presentModel } from '../../../../src/schema/presentation/presentModel';
import { failureOf } from '../../../../src/transport/observe/failure';
import { modelOf } from '../../../schema/modelOf';
import { testLanguage } from '../../../support/testLanguage';

const MODEL = presentModel(
  modelOf(`
    enum Status { OPEN IN_DISPUTE }
    type Invoice { id: ID! totalCents: Int! fee: Float currency: String! status: Status! dueOn: Date paid: Boolean note: String tags: [String!] }
    scalar Date
    type Query { invoices: [Invoice!]! }
  `),
  NO_PRESENTATION,
  'en',
);

test('"as shown" writes money, dates and enum values as on the screen, and all other values as received', () => {
  const { text } = testLanguage();
  const row = {
    totalCents: 123450,
    currency: 'EUR',
    fee: 1234.5,
    status: 'IN_DISPUTE',
    dueOn: '2026-03-01',
    paid: true,
    note: null,
    tags: ['a', 'b'],
  };
  const shown = (name: string, of = row): unknown =>
    shownValue(MODEL, columnAt(MODEL, 'Invoice', [name]) as Column, of, createFormats('en-GB', 'UTC'), text);
  expect(shown('totalCents')).toBe('€1,234.50');
  expect(shown('totalCents', { ...row, currency: 'JPY' })).toBe('JP¥123,450');
  expect(['fee', 'status', 'dueOn', 'paid', 'note', 'tags'].map(name => shown(name))).toEqual([
    '1,234.5',
    'In dispute',
    '1 Mar 2026',
    'yes',
    null,
    'a, b',
  ]);
});

const column = (id: string, label = id): ExportColumn => ({ id, label, read: row => (row as Record<string, unknown>)[id] });
const columns = [column('id', 'ID'), column('name', 'Name'), column('tags', 'Tags')];
const encodeAll = (encoder: ReturnType<typeof createEncoder>, ...pages: unknown[][]): string =>
  encoder.begin() + pages.map(page => encoder.rows(page)).join('') + encoder.end();

describe('formats', () => {
  const rows = [
    { id: 1, name: 'Nordlys', tags: null },
    { id: '9007199254740993', name: 'Say "hi", then\nleave', tags: ['a', { b: 1 }] },
  ];

  test('CSV is quoted where necessary, and preserves large numbers, lists and quotes', () => {
    expect(encodeAll(createEncoder('csv', columns), rows)).toBe(
      'ID,Name,Tags\r\n1,Nordlys,\r\n9007199254740993,"Say ""hi"", then\nleave","[""a"",{""b"":1}]"\r\n',
    );
  });

  test('CSV for spreadsheets starts with a byte order mark and contains no formula', () => {
    const hostile = ['=1+1', '+49 30 1', '-cmd', '@x', '\tx', '-12.5', '+3e4', 'a=b'].map(name => ({ id: 1, name }));
    const text = encodeAll(createEncoder('csv', [column('name')], { forSpreadsheets: true }), hostile);
    expect(text.split('\r\n')).toEqual(['\uFEFFname', "'=1+1", "'+49 30 1", "'-cmd", "'@x", "'\tx", '-12.5', '+3e4', 'a=b', '']);
  });

  test('columns with the same heading are named by their keys', () => {
    expect(createEncoder('csv', [column('a.name', 'Name'), column('b.name', 'Name'), column('c', 'C')]).begin()).toBe(
      'a.name,b.name,C\r\n',
    );
  });

  test('JSON is one array of all pages', () => {
    const text = encodeAll(createEncoder('json', columns), rows, [], [{ id: 3 }]);
    expect(JSON.parse(text)).toEqual([...rows, { id: 3, name: null, tags: null }]);
    expect(JSON.parse(encodeAll(createEncoder('json', columns)))).toEqual([]);
  });

  test('NDJSON has one object per line', () => {
    const lines = encodeAll(createEncoder('ndjson', columns), rows).trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line))).toEqual(rows);
  });

  test('a column called __proto__ is a plain key', () => {
    const proto: ExportColumn = { id: '__proto__', label: 'x', read: () => ({ polluted: true }) };
    const text = encodeAll(createEncoder('json', [proto]), [{}]);
    expect(text).toContain('"__proto__":{"polluted":true}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('the file is named after its collection, with characters that every system accepts', () => {
    const at = new Date('2024-05-06T07:08:09Z');
    expect(exportFileName('Ship visits', at, 'csv')).toBe('Ship-visits 2024-05-06.csv');
    expect(exportFileName('../..\\\u202Eexe:<>', at, 'json')).toBe('exe 2024-05-06.json');
    expect(exportFileName('السفن', at, 'csv')).toBe('السفن 2024-05-06.csv');
    expect(exportFileName('///', at, 'csv')).toBe('export 2024-05-06.csv');
  });
});

/** A sink that stores what is written, and can be made to fail. */
function memorySink(fail?: () => Error | undefined) {
  const sink = {
    text: '',
    closed: false,
    aborted: false,
    async write(text: string) {
      const error = fail?.();
      if (error) throw error;
      sink.text += text;
    },
    async close() {
      sink.closed = true;
    },
    async abort() {
      sink.aborted = true;
    },
  } satisfies ExportSink & Record<string, unknown>;
  return sink;
}

/** Pages that the test returns one by one. */
function manualPages() {
  const asked: {
    page: number | null;
    answer: (page: ExportPage<number>) => void;
    fail: (error: Error) => void;
    signal: AbortSignal;
  }[] = [];
  return {
    asked,
    load: (page: number | null, signal: AbortSignal) =>
      new Promise<ExportPage<number>>((resolve, reject) => asked.push({ page, answer: resolve, fail: reject, signal })),
  };
}
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: from + at }));

describe('an export', () => {
  test('writes page after page and never holds two of them', async () => {
    const sink = memorySink();
    const pages = manualPages();
    const job = startExport({ encoder: createEncoder('ndjson', [column('id')]), sink, first: null, load: pages.load });
    await settle();
    expect(pages.asked.map(ask => ask.page)).toEqual([null]);
    pages.asked[0]?.answer({ rows: ids(1, 2), next: 2 });
    await settle();
    expect(job.state.get()).toMatchObject({ status: 'running', rows: 2, pages: 1 });
    expect(pages.asked.map(ask => ask.page)).toEqual([null, 2]);
    pages.asked[1]?.answer({ rows: ids(3, 1), next: null });
    await settle();
    expect(job.state.get()).toMatchObject({ status: 'finished', rows: 3, pages: 2, length: sink.text.length });
    expect(sink.text).toBe('{"id":1}\n{"id":2}\n{"id":3}\n');
    expect(sink.closed).toBe(true);
  });

  test('waits for a slow disk before it requests the next page', async () => {
    const written: (() => void)[] = [];
    const sink: ExportSink = { ...memorySink(), write: () => new Promise<void>(resolve => written.push(resolve)) };
    const pages = manualPages();
    startExport({ encoder: createEncoder('ndjson', [column('id')]), sink, first: null, load: pages.load });
    await settle();
    pages.asked[0]?.answer({ rows: ids(1, 1), next: 1 });
    await settle();
    expect(pages.asked).toHaveLength(1);
    written[0]?.();
    await settle();
    expect(pages.asked).toHaveLength(2);
  });

  test('pauses after the current page and continues from there', async () => {
    const sink = memorySink();
    const pages = manualPages();
    const job = startExport({ encoder: createEncoder('ndjson', [column('id')]), sink, first: null, load: pages.load });
    await settle();
    job.pause();
    pages.asked[0]?.answer({ rows: ids(1, 1), next: 1 });
    await settle();
    expect(job.state.get()).toMatchObject({ status: 'paused', rows: 1 });
    expect(pages.asked).toHaveLength(1);
    job.resume();
    await settle();
    expect(pages.asked.map(ask => ask.page)).toEqual([null, 1]);
  });

  test('requests the failed page again, and writes nothing twice', async () => {
    const sink = memorySink();
    const pages = manualPages();
    const job = startExport({ encoder: createEncoder('ndjson', [column('id')]), sink, first: null, load: pages.load });
    await settle();
    pages.asked[0]?.answer({ rows: ids(1, 1), next: 1 });
    await settle();
    pages.asked[1]?.fail(new Error('offline'));
    await settle();
    expect(job.state.get()).toMatchObject({ status: 'failed', rows: 1 });
    expect((job.state.get().error as Error).message).toBe('offline');
    job.resume();
    await settle();
    pages.asked[2]?.answer({ rows: ids(2, 1), next: null });
    await settle();
    expect(pages.asked.map(ask => ask.page)).toEqual([null, 1, 1]);
    expect(job.state.get().status).toBe('finished');
    expect(sink.text).toBe('{"id":1}\n{"id":2}\n');
  });

  test('does not continue after a failed write', async () => {
    let writes = 0;
    const sink = memorySink(() => (++writes > 1 ? new Error('disk full') : undefined));
    const pages = manualPages();
    const job = startExport({ encoder: createEncoder('csv', [column('id')]), sink, first: null, load: pages.load });
    await settle();
    pages.asked[0]?.answer({ rows: ids(1, 1), next: 1 });
    await settle();
    expect(job.state.get().status).toBe('failed');
    expect(sink.aborted).toBe(true);
    job.resume();
    await settle();
    expect(job.state.get().status).toBe('failed');
    expect(pages.asked).toHaveLength(1);
  });

  test('stops the request, discards the file and ignores a late response when it is cancelled', async () => {
    const sink = memorySink();
    const pages = manualPages();
    const job = startExport({ encoder: createEncoder('ndjson', [column('id')]), sink, first: null, load: pages.load });
    await settle();
    job.cancel();
    expect(pages.asked[0]?.signal.aborted).toBe(true);
    pages.asked[0]?.answer({ rows: ids(1, 1), next: 1 });
    await settle();
    expect(job.state.get()).toMatchObject({ status: 'cancelled', rows: 0 });
    expect(sink).toMatchObject({ text: '', aborted: true, closed: false });
    expect(pages.asked).toHaveLength(1);
  });

  test('continues after an empty page with a next one, but not after a hundred of them in a row', async () => {
    const pages = manualPages();
    const job = startExport({ encoder: createEncoder('ndjson', [column('id')]), sink: memorySink(), first: 7, load: pages.load });
    const respond = async (rows: readonly unknown[], next: number | null): Promise<void> => {
      await settle();
      pages.asked.at(-1)?.answer({ rows, next });
      await settle();
    };
    await respond([], 8);
    await respond(ids(1, 1), 9);
    expect(job.state.get()).toMatchObject({ status: 'running', rows: 1 });
    for (let next = 10; next < 110; next++) await respond([], next);
    expect(job.state.get().status).toBe('failed');
    expect(failureOf(job.state.get().error)).toMatchObject({ tag: 'parse' });
    job.resume();
    await respond(ids(2, 1), null);
    expect(job.state.get()).toMatchObject({ status: 'finished', rows: 2 });
  });

  test('ends with an empty page that is its own next page', async () => {
    const pages = manualPages();
    const job = startExport({ encoder: createEncoder('ndjson', [column('id')]), sink: memorySink(), first: 7, load: pages.load });
    await settle();
    pages.asked[0]?.answer({ rows: [], next: 7 });
    await settle();
    expect(job.state.get().status).toBe('finished');
  });

  test('fails if a page with rows is its own next page, because further rows are missing', async () => {
    const sink = memorySink();
    const pages = manualPages();
    const job = startExport({ encoder: createEncoder('ndjson', [column('id')]), sink, first: 7, load: pages.load });
    await settle();
    pages.asked[0]?.answer({ rows: ids(1, 1), next: 7 });
    await settle();
    expect(job.state.get()).toMatchObject({ status: 'failed', rows: 0 });
    expect(failureOf(job.state.get().error)).toMatchObject({ tag: 'parse' });
    expect([pages.asked.length, sink.closed]).toEqual([1, false]);
  });
});

describe('the target of an export', () => {
  test('is a download with all parts in order, in UTF-8', async () => {
    const delivered: { file: Blob; name: string }[] = [];
    const sink = downloadSink('ships.csv', 'text/csv', (name, type, parts) =>
      delivered.push({ file: new Blob([...parts], { type }), name }),
    );
    await sink.write('é'.repeat(600_000));
    await sink.write('b'.repeat(600_000));
    await sink.write('end');
    await sink.close();
    expect(delivered[0]?.name).toBe('ships.csv');
    expect(delivered[0]?.file.size).toBe(600_000 * 2 + 600_000 + 3);
    expect(delivered[0]?.file.type).toBe('text/csv');
  });

  test('is written directly if the user chose a file', async () => {
    const log: string[] = [];
    const file = {
      write: async (text: string) => void log.push(text),
      close: async () => void log.push('closed'),
      abort: async () => void log.push('aborted'),
    };
    const sink = await openExportSink('ships.csv', 'text/csv', {
      showSaveFilePicker: async ({ suggestedName }) => {
        log.push(suggestedName);
        return { createWritable: async () => file };
      },
    });
    await sink?.write('a');
    await sink?.close();
    expect(log).toEqual(['ships.csv', 'a', 'closed']);
  });

  test('is nothing if the file picker is closed, and a download if the picker is not allowed', async () => {
    const refuse = (name: string) => ({
      showSaveFilePicker: () => Promise.reject(new DOMException('no', name)),
    });
    expect(await openExportSink('a', 'b', refuse('AbortError'))).toBeNull();
    expect(await openExportSink('a', 'b', refuse('SecurityError'))).not.toBeNull();
    await expect(openExportSink('a', 'b', refuse('InvalidStateError'))).rejects.toThrow('no');
  });
});
