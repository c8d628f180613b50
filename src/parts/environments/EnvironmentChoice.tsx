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
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { EnvironmentFields, type EnvironmentsTrouble, troubleWords } from './EnvironmentFields';

export function EnvironmentChoice({ session }: { session: Session }): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const state = environmentsOf(session);
  const { chosen, list } = useReadable(state);
  const [isEditing, setEditing] = useState(false);
  useEffect(() => state.refresh(), [state]);
  const edit = (): void => {
    state.refresh();
    setEditing(true);
  };
  const choose = (name: string | null): void => {
    const trouble = state.choose(name);
    if (trouble) announce.note({ text: troubleWords(text, trouble), tone: 'danger' });
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
          </Button>
        )}
      </Menu>
      {isEditing ? <EnvironmentsDialog initial={state.get()} onSave={state.save} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

function EnvironmentsDialog({
  initial,
  onSave,
  onClose,
}: {
  initial: Pick<Environments, 'chosen' | 'list'>;
  onSave: (next: Pick<Environments, 'chosen' | 'list'>) => EnvironmentProblem | null;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const [draft, setDraft] = useState<Pick<Environments, 'chosen' | 'list'>>(initial);
  const [trouble, setTrouble] = useState<EnvironmentsTrouble | null>(null);
  const save = (): void => {
    const wrong = environmentProblem(draft.list) ?? onSave(draft);
    setTrouble(wrong);
    if (!wrong) onClose();
  };
  return (
    <Dialog
      open
      keepOpen
      title={text('environments.title')}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
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
