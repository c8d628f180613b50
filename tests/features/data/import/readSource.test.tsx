/** Sources of an import, read as a browser reads files. */
import { MOST_IMPORTED, readSource } from '../../../../src/features/data/import/readSource';

// jsdom has no Blob.text.
Blob.prototype.text ??= function text() {
  return new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(this);
  });
};

async function read(text: string): Promise<{ count: number; problem: string | null }> {
  let count = 0;
  const problem = await readSource(new File([text], 'rows.csv'), {
    head: () => undefined,
    async rows(rows) {
      count += rows.length;
    },
  });
  return { count, problem };
}

test('a source with more than an import takes is refused instead of cut', async () => {
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
  expect(await read(`a\n${'1\n'.repeat(MOST_IMPORTED.rows)}`)).toEqual({ count: MOST_IMPORTED.rows, problem: null });
});
