/** Sources of an import, read in the way a browser reads files. */
import { TextDecoder as NodeTextDecoder } from 'node:util';
import { MOST_IMPORTED, readSource } from '../../../../src/features/data/import/readSource';
import { processorTime } from '../../../support/processorTime';

// jsdom does not have these.
globalThis.TextDecoder ??= NodeTextDecoder as typeof TextDecoder;
Blob.prototype.arrayBuffer ??= function arrayBuffer() {
  return new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};
Blob.prototype.text ??= function text() {
  return new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(this);
  });
};

async function read(content: string | Uint8Array<ArrayBuffer>) {
  let count = 0;
  const cells: string[] = [];
  const problem = await readSource(new File([content], 'rows.csv'), {
    head: () => undefined,
    async rows(rows) {
      count += rows.length;
      if (cells.length < 1000) cells.push(...rows.flat());
    },
  });
  return { count, problem, cells };
}

test('a source with too many rows is refused, not truncated', async () => {
  const rows = `a\n${'1\n'.repeat(MOST_IMPORTED.rows + 1)}`;
  const columns = `${Array.from({ length: MOST_IMPORTED.columns + 1 }, (_, at) => `c${at}`).join(',')}\n`;
  const cell = 'x'.repeat(MOST_IMPORTED.cell + 1);
  for (const text of [
    rows,
    columns,
    `a\n${cell}\n`,
    JSON.stringify([{ a: cell }]),
    `[${'{"a":1},'.repeat(MOST_IMPORTED.rows)}{"a":1}]`,
  ])
    expect((await read(text)).problem).toBe('tooLarge');
  expect(await read(`a\n${'1\n'.repeat(MOST_IMPORTED.rows)}`)).toMatchObject({ count: MOST_IMPORTED.rows, problem: null });
});

test('a file with very many columns of the same name is refused before the names are numbered', async () => {
  const refuse = async () => expect((await read(`${'a,'.repeat(100_000)}a\n1\n`)).problem).toBe('tooLarge');
  expect(await processorTime(refuse)).toBeLessThan(3000);
});

test('JSON that is nested too deeply, or has more lines than rows are imported, is refused before all of it is parsed', async () => {
  const parse = jest.spyOn(JSON, 'parse');
  expect((await read(`[{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}]`)).problem).toBe('tooLarge');
  expect(parse).not.toHaveBeenCalled();
  expect((await read('{"a":1}\n'.repeat(MOST_IMPORTED.rows * 2))).problem).toBe('tooLarge');
  expect(parse.mock.calls.length).toBeLessThan(MOST_IMPORTED.rows + 10);
  parse.mockRestore();
});

test('a row that is longer than a piece of the file is refused with the first piece', async () => {
  const slice = jest.spyOn(Blob.prototype, 'slice');
  expect((await read(`a,b\n"${'x'.repeat(24_000_000)}`)).problem).toBe('tooLarge');
  // The marks, the beginning, six pieces for the characters, and one or two for the rows.
  expect(slice.mock.calls.length).toBeLessThan(12);
  slice.mockRestore();
});

test('a row that would lose a part is reported by its number', async () => {
  const row = (kind: string, number: number) => ({ kind, row: number });
  expect((await read('name,note\n\nB,x\nA,hello, world\n')).problem).toEqual(row('moreCells', 2));
  expect((await read('name,note\nA,"hello\nB,x\nC,y\n')).problem).toEqual(row('quotes', 1));
  expect((await read('name,note\nA,x\nB,"x" y\nC,y\n')).problem).toEqual(row('quotes', 2));
  // Empty cells at the end and short rows lose nothing.
  expect(await read('name,note\nA,x,, \nB\n\n')).toEqual({ count: 2, problem: null, cells: ['A', 'x', 'B', ''] });
});

test('bytes that are not UTF-8 are refused, and UTF-16 is recognised by its byte order mark', async () => {
  const latin1 = Uint8Array.from('name\nM\u00fcller\n', char => char.charCodeAt(0));
  expect((await read(latin1)).problem).toBe('notText');
  expect((await read(latin1.slice(0, -5))).problem).toBe('notText');
  const utf16 = (mark: string) =>
    Uint8Array.from([...`${mark}name\nM\u00fc\n`].flatMap(c => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]));
  expect(await read(utf16('\uFEFF'))).toEqual({ count: 1, problem: null, cells: ['M\u00fc'] });
  expect((await read(utf16(''))).problem).toBe('notText');
});

test('no character is lost if a large file is read in parts', async () => {
  const cell = '\u20ac'.repeat(60_000);
  const { count, problem, cells } = await read(`a\n${`${cell}\n`.repeat(60)}`);
  expect([count, problem]).toEqual([60, null]);
  expect(cells.every(each => each === cell)).toBe(true);
});
