/** The staged changes of a table and those that were sent: the bar below the rows, and the panels that it opens. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../../../i18n/LanguageProvider';
import type { Collection } from '../../../../schema/collections/collections';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Session } from '../../../../session/connections/session';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { Button } from '../../../../ui/inputs/Button';
import { useReadable } from '../../../../ui/useReadable';
import { creationOf, deletionOf } from '../../change/rows/rowActions';
import { countChanges, type StagedRow } from '../sending/stagedRow';
import type { TableEdits } from '../sending/tableEdits';
import { useSending } from '../sending/useSending';
import { UndoDialog } from '../UndoDialog';
import { ChangeLogPanel } from './ChangeLogPanel';
import type { ChangeEntry } from './changeEntry';
import { ReviewPanel } from './ReviewPanel';

/** Props of `StagedChanges`. */
export interface StagedChangesProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
  edits: TableEdits;
  /** The rows with staged changes. */
  rows: readonly StagedRow[];
  /** The rows of the table must be requested again. */
  onOld: () => void;
}

/** Renders the bar, if there are changes, and the open panel. */
export function StagedChanges({ session, model, collection, edits, rows, onOld }: StagedChangesProps): ReactNode {
  const announce = useAnnounce();
  const text = useText();
  const { rowType } = collection;
  const { staged, log } = edits;
  const job = useReadable(edits.job);
  const sent = useReadable(log);
  const [panel, setPanel] = useState<'review' | 'log' | null>(null);
  const undoing = useReadable(edits.undoing);
  useEffect(() => () => edits.undoing.set(null), [edits]);
  const logButton = useRef<HTMLButtonElement>(null);
  const { send, undo } = useSending(session, model, collection.id, edits, onOld);
  // The button that opened a dialog may be gone with the last change or the note, so the focus moves to the button of the change log.
  const focusLog = (): number =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) logButton.current?.focus();
    });
  const closeUndo = (): void => {
    edits.undoing.set(null);
    focusLog();
  };
  // `rows` may be older while rows are sent.
  const discardIf = (isMeant: (row: StagedRow) => boolean): void =>
    staged.discard(staged.get().flatMap(row => (isMeant(row) ? [row.id] : [])));
  const closeReview = (): void => {
    setPanel(null);
    discardIf(row => row.state === 'sent');
    focusLog();
  };
  const startUndo = (entries: readonly ChangeEntry[]): void => {
    if (entries[0]?.kind !== undefined) {
      setPanel(null);
      edits.undoing.set(entries);
    } else if (undo(entries)) setPanel('review');
    else announce.note({ text: text('data.changeUndoBusy'), tone: 'danger' });
  };
  const count = countChanges(rows);
  // A change that may have been applied can only be discarded with its own button in the review.
  const isDiscardable = (row: StagedRow): boolean => row.state !== 'unknown';
  return (
    <>
      {count > 0 || sent.some(entry => entry.collection === collection.id) ? (
        <EditBar
          count={count}
          logButton={logButton}
          onReview={() => setPanel('review')}
          onDiscard={rows.some(isDiscardable) ? () => discardIf(isDiscardable) : null}
          onLog={() => setPanel('log')}
        />
      ) : null}
      {panel === 'review' ? (
        <ReviewPanel model={model} staged={staged} job={job} onSend={() => send()} onClose={closeReview} />
      ) : null}
      {panel === 'log' ? (
        <ChangeLogPanel
          session={session}
          model={model}
          log={log}
          collection={collection.id}
          ways={{ create: creationOf(model, rowType) !== null, delete: deletionOf(model, rowType) !== null }}
          onClose={() => setPanel(null)}
          onUndo={startUndo}
        />
      ) : null}
      {undoing === null ? null : (
        <UndoDialog
          session={session}
          model={model}
          collection={collection.id}
          rowType={rowType}
          entries={undoing}
          onUndo={log.mark}
          onClose={closeUndo}
        />
      )}
    </>
  );
}

/** The number of staged changes, and the buttons that open their review and the change log. */
function EditBar({
  count,
  logButton,
  onReview,
  onDiscard,
  onLog,
}: {
  count: number;
  logButton: RefObject<HTMLButtonElement | null>;
  onReview: () => void;
  /** Null: there is nothing to discard. */
  onDiscard: (() => void) | null;
  onLog: () => void;
}): ReactNode {
  const text = useText();
  const bar = useRef<HTMLElement>(null);
  return (
    <section ref={bar} className={count > 0 ? 'edit-bar edit-bar-open' : 'edit-bar'} aria-label={text('data.changeLog')}>
      <span className="edit-bar-words">{count > 0 ? text('data.editChanges', { count }) : null}</span>
      {count > 0 ? (
        <>
          <Button kind="primary" onClick={onReview}>
            {text('data.editReview')}
          </Button>
          {onDiscard === null ? null : (
            <Button
              onClick={() => {
                // The button is about to be removed.
                bar.current?.parentElement?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus();
                onDiscard();
              }}
            >
              {text('data.editDiscardAll')}
            </Button>
          )}
        </>
      ) : null}
      <Button ref={logButton} kind="quiet" onClick={onLog}>
        {text('data.changeLog')}
      </Button>
    </section>
  );
}
