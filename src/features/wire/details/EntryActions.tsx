/** Actions on one entry. */
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { href } from '../../../session/navigation/navigation';
import { queryHandOverOf } from '../../../session/navigation/queryHandOver';
import type { WireEntry } from '../../../session/wire/wireLogEntry';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Menu } from '../../../ui/frame/menu/Menu';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { editableOf, hidesHeader, isRepeatable, loggedOperation } from '../loggedOperation';
import { saveHar } from '../wireFiles';

export interface EntryActionsProps {
  entry: WireEntry;
  session: Session;
  onReplay: (question: { query: string; variables: Record<string, unknown> }) => void;
  /** undefined if there is no other row to compare with. */
  onCompare: (() => void) | undefined;
}

/** Repeat (queries only), edit in Query, and a menu. */
export function EntryActions({ entry, session, onReplay, onCompare }: EntryActionsProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const { revision } = entry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries are mutated in place; the revision changes with them
  const question = useMemo(() => loggedOperation(entry), [entry, revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const editable = useMemo(() => editableOf(entry, session.connection.headers), [entry, revision, session]);
  const replay = question.state === 'ready' && hidesHeader(entry, session.connection.headers) ? 'masked' : question.state;
  return (
    <>
      {isRepeatable(entry) ? (
        <Button
          icon="refresh"
          disabled={replay !== 'ready'}
          title={text(replay === 'masked' ? 'wire.replayMasked' : replay === 'gone' ? 'wire.replayGone' : 'wire.replayHelp')}
          onClick={() => question.state === 'ready' && onReplay(question)}
        >
          {text('wire.replay')}
        </Button>
      ) : null}
      {editable ? (
        <IconButton
          icon="edit"
          label={text('wire.editInQuery')}
          onClick={() => {
            queryHandOverOf(session).put(editable.asked);
            if (editable.hides) announce.note({ text: text('wire.editHidden') });
            session.navigation.go(href(['query']));
          }}
        />
      ) : null}
      <Menu
        align="end"
        items={[
          ...(onCompare ? [{ label: text('wire.compare'), icon: 'columns' as const, onSelect: onCompare }] : []),
          {
            label: text('wire.saveRow'),
            icon: 'download',
            onSelect: () => {
              saveHar([entry], window.location.origin + window.location.pathname, session.clock.now());
              announce.note({ text: text('wire.exported', { count: 1 }) });
            },
          },
        ]}
      >
        {trigger => <IconButton icon="more" label={text('wire.more')} {...trigger} />}
      </Menu>
    </>
  );
}
