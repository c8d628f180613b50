/** Where the rows come from: a file, or a block that is pasted. They are kept piece by piece while they are read. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { Dialog } from '../../../ui/frame/Dialog';
import { Button } from '../../../ui/inputs/Button';
import { Field } from '../../../ui/inputs/Field';
import { TextArea } from '../../../ui/inputs/TextArea';
import { type ImportHead, type ImportStore, PIECE_ROWS } from './importStore';
import { readSource, type SourceProblem } from './readSource';

const PROBLEMS = {
  empty: 'data.importEmpty',
  tooLarge: 'data.importTooLarge',
  notJson: 'data.importNotJson',
} as const satisfies Record<SourceProblem, string>;

/** The window. */
export function ImportSource({
  title,
  store,
  onRead,
  onClose,
}: {
  title: string;
  store: ImportStore;
  onRead: (head: ImportHead) => void;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState('');
  const [count, setCount] = useState<number | null>(null);
  const [problem, setProblem] = useState<SourceProblem | null>(null);
  const source = file ?? (pasted.trim() === '' ? null : new Blob([pasted]));
  const read = async (): Promise<void> => {
    if (source === null || count !== null) return;
    setProblem(null);
    setCount(0);
    const result = await keepRows(source, file?.name ?? '', store, setCount);
    setCount(null);
    if (typeof result === 'string') setProblem(result);
    else onRead(result);
  };
  return (
    <Dialog
      open
      keepOpen
      size="large"
      title={title}
      onClose={onClose}
      onSubmit={() => void read()}
      footer={
        <>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button type="submit" kind="primary" disabled={source === null} busy={count !== null}>
            {text('data.importRead')}
          </Button>
        </>
      }
    >
      <div className="import-source">
        <Field label={text('data.importFile')} help={text('data.importFileHelp')}>
          {control => (
            <input
              {...control}
              type="file"
              accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json"
              onChange={event => setFile(event.target.files?.[0] ?? null)}
            />
          )}
        </Field>
        <Field label={text('data.importPaste')}>
          {control => <TextArea {...control} rows={8} code value={pasted} onChange={setPasted} disabled={file !== null} />}
        </Field>
        {count === null ? null : <p role="status">{text('data.importReading', { count })}</p>}
        {problem === null ? null : (
          <p className="edit-problem" role="alert">
            {text(PROBLEMS[problem])}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Reads all rows into the store. */
async function keepRows(
  source: Blob,
  name: string,
  store: ImportStore,
  onCount: (count: number) => void,
): Promise<ImportHead | SourceProblem> {
  await store.clear();
  let columns: readonly string[] = [];
  let piece: (readonly string[])[] = [];
  let pieces = 0;
  let count = 0;
  const put = async (): Promise<void> => {
    if (piece.length === 0) return;
    await store.setRows(pieces++, piece);
    piece = [];
  };
  const problem = await readSource(source, {
    head(names) {
      columns = names;
    },
    async rows(rows) {
      for (const row of rows) {
        piece.push(row);
        count++;
        if (piece.length === PIECE_ROWS) await put();
      }
      onCount(count);
    },
  });
  await put();
  if (problem !== null || count === 0) {
    await store.clear();
    return problem ?? 'empty';
  }
  const head: ImportHead = { name, columns, count, plan: null };
  await store.setHead(head);
  return head;
}
