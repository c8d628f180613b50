/**
 * The form of a new record. It is sent once. If no response arrives, the form says so, and sends again only when the user submits it again.
 */
import { type ReactNode, useMemo } from 'react';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../i18n/english/form';
import { useText } from '../../../i18n/LanguageProvider';
import { DraftForm } from '../../../parts/form/DraftForm';
import { SendingFiles } from '../../../parts/form/upload/SendingFiles';
import { UploadBar } from '../../../parts/form/upload/UploadBar';
import { typeLabel } from '../../../schema/model/schemaModel';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { Dialog } from '../../../ui/frame/Dialog';
import { Button } from '../../../ui/inputs/Button';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { newAmounts } from './newAmounts';
import { deletionOf } from './rows/rowActions';
import { type NewRecordOptions, useNewRecord } from './useNewRecord';
import '../edit/edit.css';
import './change.css';

function RecordCreator({ onClose, ...options }: NewRecordOptions & { onClose: () => void }): ReactNode {
  const { model, change } = options;
  const text = useText();
  const { box, fields, drafts, setDrafts, values, problems, message, attempted, busy, upload, stop, submit } =
    useNewRecord(options);
  const type = typeLabel(model, change.typeName);
  const choices = useMemo(() => createRecordChoices(model, change.typeName, true), [model, change]);
  return (
    <Dialog
      open
      keepOpen
      size="large"
      title={text('data.createTitle', { type })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          {upload === undefined ? null : <UploadBar upload={upload} onStop={() => stop()} />}
          <Button disabled={busy} onClick={onClose}>
            {text('ui.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {text('data.createSend')}
          </Button>
        </>
      }
    >
      <div ref={box} className="record-editor">
        {message === '' ? null : (
          <p className="edit-problem" role="alert">
            {message}
          </p>
        )}
        {deletionOf(model, change.typeName) === null ? <p className="quiet">{text('data.deleteNoUndo')}</p> : null}
        <SendingFiles upload={upload} values={values} onStop={stop}>
          <DraftForm
            label={text('data.createTitle', { type })}
            fields={fields}
            drafts={drafts}
            problems={problems}
            attempted={attempted}
            disabled={busy}
            onChange={setDrafts}
            choices={choices}
            {...newAmounts(model, change, fields, drafts)}
          />
        </SendingFiles>
      </div>
    </Dialog>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, RecordCreator);
