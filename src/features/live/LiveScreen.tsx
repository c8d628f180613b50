/** The Live screen: the list of feeds, or one feed. */
import type { ReactNode } from 'react';
import { pin } from '../../i18n/english/data/pin';
import { form } from '../../i18n/english/form';
import { live } from '../../i18n/english/live';
import { useText } from '../../i18n/LanguageProvider';
import { FailureState } from '../../parts/FailureState';
import { SchemaWaiting } from '../../parts/SchemaWaiting';
import { feedById } from '../../schema/collections/feeds';
import type { Session } from '../../session/connections/session';
import { schemaFailureProps } from '../../session/schema/schemaFailureProps';
import { EmptyState } from '../../ui/frame/EmptyState';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { FeedList } from './FeedList';
import { FeedScreen } from './feed/FeedScreen';

/** Props of the Live screen. `feed` comes from the address, decoded. */
export interface LiveScreenProps {
  session: Session;
  feed?: string;
}

export function LiveScreen({ session, feed }: LiveScreenProps): ReactNode {
  const text = useText();
  const state = useReadable(session.schema);
  if (state.status === 'loading') return <SchemaWaiting session={session} lines={8} />;
  if (state.status === 'failed') return <FailureState {...schemaFailureProps(session, state.failure)} />;
  const { schema } = state;
  if (feed === undefined) return <FeedList session={session} model={schema} />;
  const definition = feedById(schema, feed);
  if (!definition) return <EmptyState icon="live" title={text('live.unknownFeed')} help={text('live.unknownFeedHelp')} />;
  return <FeedScreen key={definition.id} session={session} model={schema} feed={definition} />;
}

/** The lazily loaded module's export, with its messages and icons. */
export default withMessagesAndIcons({ live, form, dashboard: pin }, LiveScreen);
