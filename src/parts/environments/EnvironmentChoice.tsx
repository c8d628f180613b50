/** A menu that shows and changes the environment in use, and the dialog for editing environments. */
import { type ReactNode, useEffect, useState } from 'react';
import { environments } from '../../i18n/english/environments';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/connections/session';
import type { EnvironmentProblem } from '../../session/environments/chooseEnvironment';
import { type Environments, environmentProblem } from '../../session/environments/environments';
import { environmentsOf } from '../../session/environments/environmentsOf';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Dialog } from '../../ui/frame/Dialog';
import { Menu } from '../../ui/frame/menu/Menu';
import { Button } from '../../ui/inputs/Button';
import { Icon } from '../../ui/text/Icon';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { EnvironmentFields, type EnvironmentsTrouble, troubleWords } from './EnvironmentFields';

export function EnvironmentChoice({ session }: { session: Session }): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const state = environmentsOf(session);
  const { chosen, list } = useReadable(state);
  // What the dialog begins with; null: it is closed.
  const [editing, setEditing] = useState<Edited | null>(null);
  useEffect(() => state.refresh(), [state]);
  const edit = (): void => {
    state.refresh();
    setEditing(state.get());
  };
  const choose = (name: string | null): void => {
    const trouble = state.choose(name);
    if (trouble) announce.note({ text: troubleWords(text, trouble), tone: 'danger' });
  };
  const drop = (draft: Edited): void => {
    setEditing(null);
    if (JSON.stringify(draft) === JSON.stringify(pick(state.get()))) return;
    announce.note({
      text: text('environments.dropped'),
      action: { label: text('environments.undo'), onSelect: () => setEditing(draft) },
    });
  };
  return (
    <>
      <Menu
        label={text('environments.title')}
        items={[
          { label: text('environments.none'), checked: chosen === null, onSelect: () => choose(null) },
          ...list.map(({ name }) => ({ label: name, checked: name === chosen, onSelect: () => choose(name) })),
          { line: true },
          { label: text('environments.edit'), icon: 'edit', onSelect: edit },
        ]}
      >
        {trigger => (
          <Button kind="quiet" className="environment-choice" title={text('environments.chosen')} {...trigger}>
            <span className="truncate" dir="auto">
              {chosen ?? text('environments.none')}
            </span>
            <Icon name="chevronDown" />
          </Button>
        )}
      </Menu>
      {editing ? (
        <EnvironmentsDialog initial={pick(editing)} onSave={state.save} onSaved={() => setEditing(null)} onDrop={drop} />
      ) : null}
    </>
  );
}

/** What the dialog edits. */
type Edited = Pick<Environments, 'chosen' | 'list'>;

const pick = ({ chosen, list }: Edited): Edited => ({ chosen, list });

function EnvironmentsDialog({
  initial,
  onSave,
  onSaved,
  onDrop,
}: {
  initial: Edited;
  onSave: (next: Edited) => EnvironmentProblem | null;
  onSaved: () => void;
  /** Closes the dialog without saving. */
  onDrop: (draft: Edited) => void;
}): ReactNode {
  const text = useText();
  const [draft, setDraft] = useState<Edited>(initial);
  const [trouble, setTrouble] = useState<EnvironmentsTrouble | null>(null);
  const save = (): void => {
    const wrong = environmentProblem(draft.list) ?? onSave(draft);
    setTrouble(wrong);
    if (!wrong) onSaved();
  };
  return (
    <Dialog
      open
      keepOpen
      title={text('environments.title')}
      onClose={() => onDrop(draft)}
      onSubmit={save}
      footer={
        <>
          <Button onClick={() => onDrop(draft)}>{text('ui.cancel')}</Button>
          <Button kind="primary" type="submit">
            {text('environments.save')}
          </Button>
        </>
      }
    >
      <EnvironmentFields {...draft} trouble={trouble} hideLabel onChange={setDraft} />
    </Dialog>
  );
}

/** The chunk's export: with its messages and icons. */
export default withMessagesAndIcons({ environments }, EnvironmentChoice);
