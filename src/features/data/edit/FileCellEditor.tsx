/**
 * Chooses and sends the file of one cell, next to the cell. Unlike other edits it is sent at once: a file cannot be stored with the staged
 * edits.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useClient } from 'urql';
import { useText } from '../../../i18n/LanguageProvider';
import { DraftForm } from '../../../parts/form/DraftForm';
import { SendingFiles } from '../../../parts/form/upload/SendingFiles';
import { UploadBar } from '../../../parts/form/upload/UploadBar';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Popover } from '../../../ui/frame/menu/Popover';
import { Button } from '../../../ui/inputs/Button';
import { useRecordFiles } from '../change/editor/useRecordFiles';
import { useSentWords } from '../change/useSentWords';
import { columnOfField, updateOf } from './fields/editableField';
import type { FileCell } from './useEditableCells';

/** Props of `FileCellEditor`. */
export interface FileCellEditorProps extends FileCell {
  session: Session;
  model: SchemaModel;
  cell: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Renders the editor. */
export function FileCellEditor({ session, model, head, column, cell, onClose }: FileCellEditorProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const box = useRef<HTMLFormElement>(null);
  const words = { ...useSentWords(), gone: text('data.editGone') };
  // Not `useMutation`: the record is read again before the file is sent.
  const files = useRecordFiles(session, useClient(), model, updateOf(model, head.typeName), head.keys, words);
  const fields = files.fields.filter(({ name }) => columnOfField(model, head.typeName, name)?.id === column.id);
  useEffect(() => box.current?.querySelector<HTMLElement>('.files-input button')?.focus(), []);
  const label = text('data.editCell', { field: column.label });
  const close = (): void => {
    if (!files.busy) onClose();
  };
  const send = async (): Promise<void> => {
    if ((await files.send(null)) !== 'done') return;
    announce.note({ text: text('data.recordSaved', { record: head.title }) });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <Popover open matchWidth anchor={cell} className="cell-editor" label={label} onClose={close}>
      <form
        ref={box}
        className="cell-editor-inside"
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={event => {
          event.preventDefault();
          void send();
        }}
      >
        <SendingFiles upload={files.upload} values={files.drafts} onStop={files.stop}>
          <DraftForm
            label={label}
            fields={fields}
            drafts={files.drafts}
            problems={files.problems}
            attempted
            disabled={files.busy}
            onChange={(next, [name]) => files.choose(String(name), next)}
          />
        </SendingFiles>
        {files.message === '' ? null : (
          <p className="edit-problem" role="alert" dir="auto">
            {files.message}
          </p>
        )}
        {files.upload === undefined ? null : <UploadBar upload={files.upload} onStop={() => files.stop()} />}
        <div className="cell-editor-buttons">
          <Button kind="quiet" disabled={files.busy} onClick={close}>
            {text('ui.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={files.busy} disabled={files.count === 0}>
            {text('data.editSend', { count: 1 })}
          </Button>
        </div>
      </form>
    </Popover>
  );
}
