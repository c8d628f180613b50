/** Source of the rows: a file, or pasted text. Rows are stored piece by piece while they are read. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { FilesInput } from '../../../parts/form/FilesInput';
import { isFile } from '../../../parts/form/formDraft';
import { Dialog } from '../../../ui/frame/Dialog';
import { Button } from '../../../ui/inputs/Button';
import { Field, FieldGroup } from '../../../ui/inputs/Field';
import { TextArea } from '../../../ui/inputs/TextArea';
import { type ImportHead, type ImportStore, PIECE_ROWS } from './importStore';
import { MOST_IMPORTED, type RowProblem, readSource, type SourceProblem } from './readSource';

/** `full`: the browser has no storage space left for the rows. */
type Problem = SourceProblem | 'full';

const PROBLEMS = {
  empty: 'data.importEmpty',
  notJson: 'data.importNotJson',
  notText: 'data.importNotText',
  unreadable: 'data.importUnreadable',
  full: 'data.importFull',
} as const satisfies Record<Exclude<Problem, 'tooLarge' | RowProblem>, string>;

const ROW_PROBLEMS = {
  moreCells: 'data.importMoreCells',
  quotes: 'data.importQuotes',
  noObject: 'data.importNoObject',
} as const satisfies Record<RowProblem['kind'], string>;

/** Renders the dialog. */
export function ImportSource({
  title,
  store,
  onReading,
  onRead,
  onClose,
}: {
  title: string;
  store: ImportStore;
  /** Reports a read that has begun. Until this promise settles, rows are being written to the store. */
  onReading: (reading: Promise<unknown>) => void;
  onRead: (head: ImportHead) => void;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const [file, setFile] = useState<Blob | null>(null);
  const [pasted, setPasted] = useState('');
  const [count, setCount] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const closed = useRef(new AbortController());
  useEffect(() => {
    closed.current = new AbortController();
    return () => closed.current.abort();
  }, []);
  const source = file ?? (pasted.trim() === '' ? null : new Blob([pasted]));
  const read = async (): Promise<void> => {
    if (source === null || count !== null) return;
    setProblem(null);
    setCount(0);
    const reading = keepRows(source, file instanceof File ? file.name : '', store, closed.current.signal, setCount);
    onReading(reading);
    const result = await reading;
    if (result === 'closed') return;
    setCount(null);
    if (typeof result === 'object' && 'columns' in result) onRead(result);
    else setProblem(result);
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
        <FieldGroup label={text('data.importFile')} help={text('data.importFileHelp')}>
          <FilesInput
            draft={file ?? undefined}
            label={text('data.importFile')}
            accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json"
            disabled={count !== null}
            onChange={draft => setFile(isFile(draft) ? draft : null)}
          />
        </FieldGroup>
        <Field label={text('data.importPaste')}>
          {control => <TextArea {...control} rows={8} code value={pasted} onChange={setPasted} disabled={file !== null} />}
        </Field>
        {count === null ? null : <p role="status">{text('data.importReading', { count })}</p>}
        {problem === null ? null : (
          <p className="edit-problem" role="alert">
            {typeof problem === 'object' ? (
              <>
                <strong>{text('data.importRow', { number: problem.row })}</strong> {text(ROW_PROBLEMS[problem.kind])}
              </>
            ) : problem === 'tooLarge' ? (
              text('data.importTooMuch', MOST_IMPORTED)
            ) : (
              text(PROBLEMS[problem])
            )}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Reads all rows into the store. When the dialog is closed meanwhile, nothing is kept. Never rejects. */
async function keepRows(
  source: Blob,
  name: string,
  store: ImportStore,
  closed: AbortSignal,
  onCount: (count: number) => void,
): Promise<ImportHead | Problem | 'closed'> {
  await store.clear();
  let columns: readonly string[] = [];
  let piece: (readonly string[])[] = [];
  let pieces = 0;
  let count = 0;
  let isKept = true;
  const put = async (): Promise<void> => {
    if (piece.length === 0 || closed.aborted) return;
    isKept = (await store.setRows(pieces++, piece)) && isKept;
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
    // The browser refuses to read a file that changed after it was chosen.
  }).catch((): SourceProblem => 'unreadable');
  await put();
  const head: ImportHead = { name, columns, count, plan: null };
  const failed = closed.aborted ? 'closed' : (problem ?? (count === 0 ? 'empty' : isKept ? null : 'full'));
  if (failed === null && (await store.setHead(head))) return head;
  await store.clear();
  return failed ?? 'full';
}
