/** The changes sent from this browser. They can be filtered, exported, and undone by sending the previous values. */
import { type ReactNode, useState } from 'react';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import { ShowMore } from '../../../../parts/ShowMore';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Session } from '../../../../session/connections/session';
import { Dialog } from '../../../../ui/frame/Dialog';
import { Button } from '../../../../ui/inputs/Button';
import { SearchInput } from '../../../../ui/inputs/SearchInput';
import { saveFile } from '../../../../ui/saveFile';
import { Pill } from '../../../../ui/text/Pill';
import { useReadable } from '../../../../ui/useReadable';
import { EditedAfter, EditedBefore, plainText } from '../fields/EditedValue';
import { editedColumn } from '../fields/editableField';
import { useMinorUnits } from '../fields/minorAmounts';
import { isUndoKnown } from '../UndoDialog';
import type { ChangeEntry } from './changeEntry';
import type { ChangeLog } from './changeLog';
import { STATE_TONES } from './stateTones';

/** Props of `ChangeLogPanel`. */
export interface ChangeLogPanelProps {
  session: Session;
  model: SchemaModel;
  log: ChangeLog;
  /** The collection whose changes can be undone here. */
  collection: string;
  /** Whether records of a type can be created and deleted: a deletion is undone by a creation, and vice versa. */
  ways: { readonly create: boolean; readonly delete: boolean };
  /** All entries have the same kind. */
  onUndo: (entries: readonly ChangeEntry[]) => void;
  onClose: () => void;
}

const RESULTS = { sent: 'data.stateSent', refused: 'data.stateRefused', unknown: 'data.stateUnknown' } as const;

const KINDS = [undefined, 'create', 'delete'] as const;
const KIND_LABELS = { create: 'data.changeCreated', delete: 'data.changeDeleted' } as const;

/** Renders the panel. */
export function ChangeLogPanel({ session, model, log, collection, ways, onUndo, onClose }: ChangeLogPanelProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const entries = useReadable(log);
  // The changes of all collections are listed.
  useMinorUnits(session, model, ...new Set(entries.map(entry => entry.typeName)));
  const [wanted, setWanted] = useState('');
  const shown = entries.filter(entry => matches(entry, wanted));
  const canUndo = ({ kind, result, undone, edits, collection: of }: ChangeEntry): boolean =>
    of === collection &&
    result === 'sent' &&
    !undone &&
    (kind === 'create' ? ways.delete : edits.length > 0 && (kind === undefined || ways.create));
  const undoable = shown.filter(entry => canUndo(entry) && entry.isUndo !== true && isUndoKnown(model, entry));
  const save = (): void => {
    const changes = shown.map(entry => ({ connection: session.connection.name, ...entry, at: new Date(entry.at).toISOString() }));
    saveFile('changes.json', 'application/json', [JSON.stringify(changes, null, 2)]);
  };
  return (
    <Dialog
      open
      size="large"
      title={text('data.changeLogTitle')}
      onClose={onClose}
      footer={
        <>
          {KINDS.map(kind => {
            const entries = undoable.filter(entry => entry.kind === kind);
            return entries.length < 2 ? null : (
              <Button key={kind ?? ''} onClick={() => onUndo(entries)}>
                {text('data.changeUndo')}
                {kind === undefined ? '' : ` · ${text(KIND_LABELS[kind])}`} ({formats.number(entries.length)})
              </Button>
            );
          })}
          <Button disabled={shown.length === 0} onClick={save}>
            {text('data.changeLogExport')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {text('ui.close')}
          </Button>
        </>
      }
    >
      <SearchInput label={text('data.changeLogFilter')} value={wanted} onChange={setWanted} />
      {entries.length === 0 ? <p>{text('data.changeLogEmpty')}</p> : null}
      <ShowMore items={shown} first={100}>
        {visible => (
          <ul className="edit-rows">
            {visible.map(entry => (
              <li key={entry.id} className="edit-row">
                <div className="edit-row-head">
                  <strong dir="auto">{entry.title}</strong>
                  <span className="quiet">{formats.dateTime(new Date(entry.at).toISOString())}</span>
                  {entry.account ? (
                    <span className="quiet" dir="auto">
                      {entry.account}
                    </span>
                  ) : null}
                  {entry.kind === undefined ? null : <Pill>{text(isKept(entry) ? 'data.delete' : KIND_LABELS[entry.kind])}</Pill>}
                  <Pill tone={entry.undone ? undefined : STATE_TONES[entry.result]}>
                    {text(entry.undone ? 'data.changeUndone' : RESULTS[entry.result])}
                  </Pill>
                  {canUndo(entry) ? (
                    <Button
                      kind="quiet"
                      aria-label={text('data.changeUndoOf', { record: entry.title })}
                      onClick={() => onUndo([entry])}
                    >
                      {text('data.changeUndo')}
                    </Button>
                  ) : null}
                </div>
                {entry.message ? (
                  <p className="edit-problem" dir="auto">
                    {entry.message}
                  </p>
                ) : null}
                {entry.undoing ? <p className="edit-problem">{text('data.sendUnknown')}</p> : null}
                {entry.edits.map(edit => {
                  const column = editedColumn(model, entry.typeName, edit.field);
                  return (
                    <p key={edit.field}>
                      {edit.label}: <EditedBefore model={model} column={column} edit={edit} of={entry} />
                      {isKept(entry) ? null : (
                        <>
                          {' '}
                          <span aria-hidden="true" className="edit-arrow">
                            →
                          </span>{' '}
                          <EditedAfter model={model} column={column} edit={edit} of={entry} />
                        </>
                      )}
                    </p>
                  );
                })}
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </Dialog>
  );
}

/** True for a deletion that is not known to have succeeded: as far as is known, the record still has its values. */
const isKept = ({ kind, result }: ChangeEntry): boolean => kind === 'delete' && result !== 'sent';

function matches(entry: ChangeEntry, wanted: string): boolean {
  const words = wanted.trim().toLowerCase();
  const all = [
    entry.title,
    entry.typeName,
    entry.result,
    entry.account ?? '',
    ...entry.edits.flatMap(edit => [edit.label, plainText(edit.after)]),
  ];
  return words === '' || all.some(part => part.toLowerCase().includes(words));
}
