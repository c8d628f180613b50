/** What can be done with one entry. */
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { href } from '../../../session/navigation/navigation';
import type { WireEntry } from '../../../session/wire/wireLogEntry';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Menu } from '../../../ui/frame/Menu';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { hidesHeader, isRepeatable, questionOf } from '../questionOf';
import { saveHar } from '../wireFiles';

/** Props of `EntryActions`. */
export interface EntryActionsProps {
  entry: WireEntry;
  session: Session;
  onReplay: (question: { query: string; variables: Record<string, unknown> }) => void;
}

/** Ask again (queries only), and a menu. */
export function EntryActions({ entry, session, onReplay }: EntryActionsProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const { revision } = entry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries grow in place, and the revision says so
  const question = useMemo(() => questionOf(entry), [entry, revision]);
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
      <Menu
        align="end"
        items={[
          ...(question.state === 'ready'
            ? [
                {
                  label: text('wire.openInQuery'),
                  icon: 'query' as const,
                  href: href(['query'], {
                    query: question.query,
                    variables: Object.keys(question.variables).length > 0 ? JSON.stringify(question.variables, null, 2) : null,
                  }),
                },
              ]
            : []),
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
