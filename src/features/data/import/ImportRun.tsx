/** Progress of a running import, the rows that failed, and the report. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { csvLine } from '../../../lib/text/csvLine';
import { isSecretName } from '../../../transport/secrets/isSecretName';
import { Dialog } from '../../../ui/frame/Dialog';
import { ProgressBar } from '../../../ui/frame/ProgressBar';
import { Button } from '../../../ui/inputs/Button';
import { saveFile } from '../../../ui/saveFile';
import { Pill } from '../../../ui/text/Pill';
import { useThrottledReadable } from '../../../ui/useThrottledReadable';
import { countedList } from '../countedList';
import { STATE_TONES } from '../edit/review/stateTones';
import type { ImportJob } from './importProgress';
import { type ImportHead, type ImportState, type ImportStore, PIECE_ROWS } from './importStore';

const STATES = {
  // The list contains waiting rows only if a check found them to be absent.
  waiting: 'data.stateStaged',
  sending: 'data.stateSending',
  sent: 'data.stateSent',
  refused: 'data.stateRefused',
  unknown: 'data.stateUnknown',
  wrong: 'data.importWrong',
} as const satisfies Record<ImportState, string>;

/** Renders the dialog. */
export function ImportRun({
  title,
  head,
  job,
  store,
  onOther,
  onCheck,
  onSend,
  onClose,
  onDone,
}: {
  title: string;
  head: ImportHead;
  job: ImportJob;
  store: ImportStore;
  onOther: () => void;
  /** Looks up the rows without a response; null if the rows contain no key. */
  onCheck: (() => void) | null;
  /** Sends the waiting rows. */
  onSend: () => void;
  onClose: () => void;
  /** The import is finished: no row is left to send or to check. */
  onDone: () => void;
}): ReactNode {
  const text = useText();
  // The buttons that start another job appear only when this one has stopped: a new job does not know which rows are still being sent.
  const { phase, counts, isAtRest, isFull, troubles } = useThrottledReadable(job);
  const done = counts.sent + counts.refused + counts.unknown + counts.wrong;
  const save = async (): Promise<void> => saveFile('import-report.csv', 'text/csv', [await reportOf(head, store)]);
  const close = (): void => {
    job.stop();
    if (phase === 'ended' && counts.unknown === 0 && counts.waiting === 0) onDone();
    onClose();
  };
  return (
    <Dialog
      open
      keepOpen
      size="large"
      title={title}
      onClose={close}
      footer={
        isAtRest ? (
          <>
            <Button onClick={() => void save()}>{text('data.importReport')}</Button>
            <Button onClick={onOther}>{text('data.importOther')}</Button>
            {counts.unknown > 0 && onCheck !== null ? <Button onClick={onCheck}>{text('data.checkUnknown')}</Button> : null}
            {counts.waiting > 0 ? <Button onClick={onSend}>{text('data.importOnward', { count: counts.waiting })}</Button> : null}
            <Button kind="primary" onClick={close}>
              {text('ui.close')}
            </Button>
          </>
        ) : (
          <>
            <Button disabled={phase === 'offline'} onClick={phase === 'paused' ? job.resume : job.pause}>
              {text(phase === 'paused' ? 'data.editResume' : 'data.editPause')}
            </Button>
            <Button kind="danger" onClick={job.stop}>
              {text('data.editStop')}
            </Button>
          </>
        )
      }
    >
      <div className="import-source">
        <ProgressBar label={title} share={head.count === 0 ? 1 : done / head.count} />
        <ImportCounts counts={counts} />
        {isFull ? (
          <p className="edit-problem" role="alert">
            {text('data.importFull')}
          </p>
        ) : null}
        {phase === 'offline' ? <p className="edit-problem">{text('data.importOffline')}</p> : null}
        {counts.unknown > 0 ? <p className="quiet">{text('data.importUnknown')}</p> : null}
        {troubles.length === 0 ? null : <Troubles columns={head.columns} troubles={troubles} />}
      </div>
    </Dialog>
  );
}

/** The rows that were not imported, with the reasons. */
function Troubles({
  columns,
  troubles,
}: {
  columns: readonly string[];
  troubles: ReturnType<ImportJob['get']>['troubles'];
}): ReactNode {
  const text = useText();
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
      tabIndex={0}
      className="row-results"
      aria-label={text('data.resultList')}
    >
      {troubles.map(trouble => (
        <li key={trouble.number} className="row-result">
          <strong>{text('data.importRow', { number: trouble.number })}</strong>
          <Pill tone={STATE_TONES[trouble.state]}>{text(STATES[trouble.state])}</Pill>
          <RowValues columns={columns} cells={trouble.cells} />
          {trouble.message !== '' ? (
            <p className="edit-problem" dir="auto">
              {trouble.message}
            </p>
          ) : null}
          {trouble.message === '' && trouble.state === 'unknown' ? (
            <p className="edit-problem">{text('data.sendUnknown')}</p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** The numbers of rows by state: '153 sent, 2 refused and 1,345 waiting'. */
export function ImportCounts({ counts }: { counts: Readonly<Record<ImportState, number>> }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const waiting = counts.waiting + counts.sending;
  return (
    <p role="status">
      {countedList(formats, [
        [counts.sent, text('data.importedSent', { sent: counts.sent })],
        [counts.refused, text('data.importedRefused', { refused: counts.refused })],
        [counts.unknown, text('data.importedUnknown', { unknown: counts.unknown })],
        [counts.wrong, text('data.importedWrong', { wrong: counts.wrong })],
        [waiting, text('data.importedWaiting', { waiting })],
      ])}
    </p>
  );
}

const MOST_VALUE = 100;

/** The non-empty values of a row with the names of their columns. Secrets such as passwords are not shown. */
function RowValues({ columns, cells }: { columns: readonly string[]; cells: readonly string[] }): ReactNode {
  const named = columns
    .map((column, at) => ({ at, column, cell: (cells[at] ?? '').trim() }))
    .filter(({ column, cell }) => cell !== '' && !isSecretName(column));
  return (
    <p className="quiet">
      {named.map(({ at, column, cell }, place) => (
        <span key={at}>
          {place === 0 ? '' : ' · '}
          <bdi>{column}</bdi>: <bdi>{cell.length > MOST_VALUE ? `${cell.slice(0, MOST_VALUE)}…` : cell}</bdi>
        </span>
      ))}
    </p>
  );
}

/**
 * CSV of all rows as they were read, with the outcome of each. The API wrote the messages. An import of this file takes the apostrophes before
 * formulas away again.
 */
async function reportOf(head: ImportHead, store: ImportStore): Promise<string> {
  const lines = [csvLine([...head.columns, 'result', 'message'], true)];
  for (let number = 0; number * PIECE_ROWS < head.count; number++) {
    const piece = await store.piece(number);
    for (const [at, row] of piece?.rows.entries() ?? [])
      lines.push(csvLine([...row, piece?.states[at] ?? '', piece?.messages.get(at) ?? ''], true));
  }
  return lines.join('');
}
