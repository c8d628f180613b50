/** Buttons above a list of a record: connect an existing record, and disconnect the selected ones. */
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { dataEdit } from '../../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../../i18n/english/form';
import { useText } from '../../../../i18n/LanguageProvider';
import { DraftForm } from '../../../../parts/form/DraftForm';
import { type Drafts, toVariables } from '../../../../schema/forms/formValues';
import { createRecordChoices } from '../../../../session/history/recordChoices';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { Popover } from '../../../../ui/frame/menu/Popover';
import { Button } from '../../../../ui/inputs/Button';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { returnFocus } from '../../edit/returnFocus';
import { useNamedRecord } from '../../edit/useNamedRecord';
import { isDeniedByRecord } from '../refusedOffers';
import { useRefused } from '../useRefused';
import { type LinkEnd, type LinkedList, type ListLinking, useListLink } from './useListLink';
import '../../edit/edit.css';
import '../change.css';

/** Props of `ListLinks`. */
export interface ListLinksProps extends LinkedList {
  /** The selected rows of the list. */
  selected: readonly LinkedList['row'][];
  /** Called when the list may have changed. */
  onChanged: () => void;
}

function ListLinks({ selected, onChanged, ...linked }: ListLinksProps): ReactNode {
  const { session, model, link, row } = linked;
  const text = useText();
  const announce = useAnnounce();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const linking = useListLink(linked);
  const reason = useRefused(session, model).get(link.change.action.id);
  const offer = reason === undefined ? {} : { disabled: true, title: text('data.offerRefused', { reason }) };
  if (link.side === 'owner' && isDeniedByRecord(row, 'update')) return null;
  const close = (): void => {
    setOpen(false);
    returnFocus(button.current);
  };
  const disconnect = async (): Promise<void> => {
    const end = await linking.disconnect(selected);
    if (end.state === 'failed') announce.note({ text: end.message, tone: 'danger' });
    else announce.note({ text: text(end.state === 'staged' ? 'data.linkStaged' : 'data.linkRemoved') });
    onChanged();
  };
  return (
    <>
      <Button ref={button} icon="link" {...offer} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        {text('data.linkExisting')}
      </Button>
      {selected.length === 0 ? null : (
        <Button {...offer} busy={linking.busy && !isOpen} onClick={() => void disconnect()}>
          {text('data.linkRemove', { count: selected.length })}
        </Button>
      )}
      {isOpen ? (
        <Popover open anchor={button} className="cell-editor" label={text('data.linkExisting')} onClose={close}>
          <ConnectForm
            {...linked}
            linking={linking}
            onClose={close}
            onDone={end => {
              close();
              announce.note({ text: text(end.state === 'staged' ? 'data.linkStaged' : 'data.linkAdded') });
              onChanged();
            }}
          />
        </Popover>
      ) : null}
    </>
  );
}

/** Chooses the record. One that belongs to another record is moved only after a second press. */
function ConnectForm({
  model,
  link,
  rowType,
  linking,
  onClose,
  onDone,
}: LinkedList & { linking: ListLinking; onClose: () => void; onDone: (end: LinkEnd) => void }): ReactNode {
  const text = useText();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [attempted, setAttempted] = useState(false);
  const [end, setEnd] = useState<LinkEnd | null>(null);
  const fields = useMemo(() => [link.choice], [link]);
  const choices = useMemo(() => createRecordChoices(model, rowType), [model, rowType]);
  const { variables, problems } = useMemo(() => toVariables(fields, drafts), [fields, drafts]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const [draft] = Object.values(drafts);
  const named = useNamedRecord({ field: link.choice, column: link.place.column }, choices, draft);
  // A text that is not looked up yet can be a name.
  const isUnread = named.isFor(draft);
  const shown = useMemo(
    () => (isUnread ? [] : [...problems, ...named.problemsOf(draft)]),
    [isUnread, problems, named.problemsOf, draft],
  );
  const busy = linking.busy || named.busy;
  const connect = async (key: unknown): Promise<void> => {
    const next = await linking.connect(String(key), end?.state === 'elsewhere' ? end.from : null);
    setEnd(next);
    if (next.state === 'done' || next.state === 'staged') onDone(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const [key] = Object.values(variables);
    if (named.isFor(draft)) named.find(draft, found => (found ? void connect(found.value) : setAttempted(true)));
    else if (problems.length > 0) setAttempted(true);
    else void connect(key);
  };
  const message =
    end?.state === 'failed'
      ? end.message
      : end?.state === 'there'
        ? text('data.linkThere')
        : end?.state === 'elsewhere'
          ? text('data.linkElsewhere', { record: end.title, other: end.other })
          : null;
  return (
    <form
      ref={form}
      className="cell-editor-inside"
      noValidate
      onSubmit={submit}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <DraftForm
        label={text('data.linkExisting')}
        fields={fields}
        drafts={drafts}
        problems={shown}
        attempted={attempted}
        disabled={linking.busy}
        choices={choices}
        readsNames
        onChange={next => {
          setDrafts(next);
          setEnd(null);
        }}
      />
      {message === null ? null : (
        <p className="edit-problem" role="alert" dir="auto">
          {message}
        </p>
      )}
      <div className="cell-editor-buttons">
        <Button kind="quiet" disabled={linking.busy} onClick={onClose}>
          {text('ui.cancel')}
        </Button>
        <Button type="submit" kind="primary" busy={busy}>
          {text(end?.state === 'elsewhere' ? 'data.linkMove' : 'data.linkConnect')}
        </Button>
      </div>
    </form>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, ListLinks);
