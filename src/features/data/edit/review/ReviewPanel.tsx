/** Review of the staged edits by record, with the values before and after. Sends them and shows the outcome for each record. */
import { memo, type ReactNode } from 'react';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { Dialog } from '../../../../ui/frame/Dialog';
import { ProgressBar } from '../../../../ui/frame/ProgressBar';
import { Button, IconButton } from '../../../../ui/inputs/Button';
import { Pill } from '../../../../ui/text/Pill';
import { useReadable } from '../../../../ui/useReadable';
import { endedWords } from '../../countedList';
import { EditedAfter, EditedBefore, EditedTheirs } from '../fields/EditedValue';
import { editedColumn } from '../fields/editableField';
import { resolveConflict, type SendJob } from '../sending/sendChanges';
import type { StagedEdits } from '../sending/stagedEdits';
import { countChanges, isUnderWay, type RowState, type StagedEdit, type StagedRow } from '../sending/stagedRow';
import { STATE_TONES } from './stateTones';
import { useFocusFallback } from './useFocusFallback';

/** Props of `ReviewPanel`. */
export interface ReviewPanelProps {
  model: SchemaModel;
  staged: StagedEdits;
  job: SendJob | null;
  onSend: () => void;
  onClose: () => void;
}

const STATES = {
  staged: 'data.stateStaged',
  waiting: 'data.stateWaiting',
  sending: 'data.stateSending',
  sent: 'data.stateSent',
  refused: 'data.stateRefused',
  unknown: 'data.stateUnknown',
  conflict: 'data.stateConflict',
  notSent: 'data.stateStaged',
} as const satisfies Record<RowState, string>;

/** Maximum number of rows shown at once; the others follow when these are done. */
const MOST_SHOWN = 200;

/** Renders the panel. */
export function ReviewPanel({ model, staged, job, onSend, onClose }: ReviewPanelProps): ReactNode {
  const text = useText();
  const rows = useReadable(staged);
  const count = countChanges(rows);
  const isEnded = job !== null && !rows.some(row => row.state === 'waiting' || row.state === 'sending');
  return (
    <Dialog
      open
      size="large"
      keepOpen
      title={text('data.editReviewTitle')}
      onClose={onClose}
      footer={
        job === null ? (
          <SendButtons count={count} onSend={onSend} onClose={onClose} />
        ) : (
          <JobButtons job={job} count={count} onSend={onSend} onClose={onClose} />
        )
      }
    >
      {rows.length === 0 ? <p>{text('data.editNone')}</p> : null}
      {job === null ? null : <Progress title={text('data.editReviewTitle')} rows={rows} />}
      <ul className="edit-rows">
        {(isEnded ? rows.toSorted(byTrouble) : rows).slice(0, MOST_SHOWN).map(row => (
          <ReviewedRow key={row.id} model={model} staged={staged} row={row} />
        ))}
      </ul>
      {rows.length > MOST_SHOWN ? <p className="quiet">+{rows.length - MOST_SHOWN}</p> : null}
    </Dialog>
  );
}

/** Rows that need attention come first once all are sent; they do not move before that. */
const byTrouble = (one: StagedRow, other: StagedRow): number => Number(one.state === 'sent') - Number(other.state === 'sent');

/** How many rows are sent, and what became of them. */
function Progress({ title, rows }: { title: string; rows: readonly StagedRow[] }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const count = (...states: readonly RowState[]): number => rows.filter(row => states.includes(row.state)).length;
  const open = count('staged', 'waiting', 'sending', 'notSent');
  return (
    <div className="edit-progress">
      {open === 0 ? null : <ProgressBar label={title} share={1 - open / rows.length} />}
      <p role="status">
        {endedWords(text, formats, {
          sent: count('sent'),
          refused: count('refused'),
          unknown: count('unknown'),
          open: open + count('conflict'),
        })}
      </p>
    </div>
  );
}

interface Buttons {
  count: number;
  onSend: () => void;
  onClose: () => void;
}

function SendButtons({ count, onSend, onClose }: Buttons): ReactNode {
  const text = useText();
  const close = useFocusFallback();
  return (
    <>
      <Button ref={close} onClick={onClose}>
        {text('ui.close')}
      </Button>
      {count === 0 ? null : (
        <Button kind="primary" onClick={onSend}>
          {text('data.editSend', { count })}
        </Button>
      )}
    </>
  );
}

function JobButtons({ job, ...buttons }: Buttons & { job: SendJob }): ReactNode {
  const text = useText();
  const state = useReadable(job);
  const close = useFocusFallback();
  if (state === 'ended') return <SendButtons {...buttons} />;
  return (
    <>
      <Button ref={close} onClick={buttons.onClose}>
        {text('ui.close')}
      </Button>
      <Button disabled={state === 'stopped'} onClick={state === 'paused' ? job.resume : job.pause}>
        {text(state === 'paused' ? 'data.editResume' : 'data.editPause')}
      </Button>
      <Button kind="danger" disabled={state === 'stopped'} onClick={job.stop}>
        {text('data.editStop')}
      </Button>
    </>
  );
}

/** Props of `ReviewedRow`. */
export interface ReviewedRowProps {
  model: SchemaModel;
  staged: StagedEdits;
  row: StagedRow;
}

/** One record of the review. While rows are sent, only those that change are rendered again. */
export const ReviewedRow = memo(function ReviewedRow({ model, staged, row }: ReviewedRowProps): ReactNode {
  const text = useText();
  const whole = row.problem !== null && row.problem.field === null ? row.problem.message : null;
  return (
    <li className={`edit-row edit-row-${row.state}`}>
      <div className="edit-row-head">
        <strong dir="auto">{row.title}</strong>
        <Pill tone={STATE_TONES[row.state]}>{text(STATES[row.state])}</Pill>
        {isUnderWay(row) || row.state === 'sent' ? null : (
          <IconButton
            icon="close"
            label={text('data.editDiscardRow', { record: row.title })}
            onClick={() => staged.discard([row.id])}
          />
        )}
      </div>
      {whole === null ? null : (
        <p className="edit-problem" dir="auto">
          {whole}
        </p>
      )}
      <table className="edit-fields">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{text('data.editField')}</th>
            <th scope="col">{text('data.editBefore')}</th>
            <th scope="col">{text('data.editAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {row.edits.map(edit => (
            <ReviewedEdit key={edit.field} model={model} staged={staged} row={row} edit={edit} />
          ))}
        </tbody>
      </table>
    </li>
  );
});

function ReviewedEdit({
  model,
  staged,
  row,
  edit,
}: {
  model: SchemaModel;
  staged: StagedEdits;
  row: StagedRow;
  edit: StagedEdit;
}): ReactNode {
  const text = useText();
  const column = editedColumn(model, row.typeName, edit.field);
  const choose = (choice: 'mine' | 'theirs'): void => resolveConflict(staged, row.id, edit.field, choice);
  return (
    <tr>
      <th scope="row">{edit.label}</th>
      <td className="edit-before">
        <EditedBefore model={model} column={column} edit={edit} of={row} />
      </td>
      <td>
        <span aria-hidden="true" className="edit-arrow">
          →
        </span>{' '}
        <EditedAfter model={model} column={column} edit={edit} of={row} />
        {row.problem?.field === edit.field ? (
          <p className="edit-problem" dir="auto">
            {row.problem.message}
          </p>
        ) : null}
        {edit.theirs === undefined ? null : (
          <div className="edit-conflict">
            <span>{text('data.editConflict', { value: '' })}</span>
            <EditedTheirs model={model} column={column} edit={edit} of={row} />
            <Button onClick={() => choose('mine')}>{text('data.editKeepMine')}</Button>
            <Button onClick={() => choose('theirs')}>{text('data.editUseTheirs')}</Button>
          </div>
        )}
      </td>
    </tr>
  );
}
