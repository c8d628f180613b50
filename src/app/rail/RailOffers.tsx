/** Actions and Live in the rail. */
import { type ReactNode, useMemo } from 'react';
import { shellMore } from '../../i18n/english/shellMore';
import { useText } from '../../i18n/LanguageProvider';
import { findFeeds } from '../../schema/collections/feeds';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { findActions } from '../../schema/mutations/actions';
import type { Session } from '../../session/connections/session';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { RailGroup, railEntries } from './RailGroup';

/** The two groups; one without entries is left out. */
export function RailOffers({ schema, session, path }: { schema: SchemaModel; session: Session; path: string }): ReactNode {
  const text = useText();
  const actions = useMemo(() => railEntries('actions', findActions(schema)), [schema]);
  const feeds = useMemo(() => railEntries('live', findFeeds(schema)), [schema]);
  return (
    <>
      <RailGroup name={text('shell.actions')} icon="action" entries={actions} path={path} session={session} id="actions" />
      <RailGroup name={text('shell.live')} icon="live" entries={feeds} path={path} session={session} id="live" />
    </>
  );
}

/** As it is fetched: with its texts and the icons inside it. */
export default withMessagesAndIcons({ shell: shellMore }, RailOffers);
