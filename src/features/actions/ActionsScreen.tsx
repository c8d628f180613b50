/** The Actions screen: the list of actions, or the form of one action. */
import type { ReactNode } from 'react';
import { actions } from '../../i18n/english/actions';
import { dataEdit } from '../../i18n/english/data/dataEdit';
import { form } from '../../i18n/english/form';
import { useText } from '../../i18n/LanguageProvider';
import { FailureState } from '../../parts/FailureState';
import { SchemaWaiting } from '../../parts/SchemaWaiting';
import { actionById } from '../../schema/mutations/actions';
import type { Session } from '../../session/connections/session';
import { schemaFailureProps } from '../../session/schema/schemaFailureProps';
import { EmptyState } from '../../ui/frame/EmptyState';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { ActionList } from './ActionList';
import { ActionScreen } from './ActionScreen';

/** Props of the Actions screen. `action` comes from the address, decoded. */
export interface ActionsScreenProps {
  session: Session;
  action?: string;
}

export function ActionsScreen({ session, action }: ActionsScreenProps): ReactNode {
  const text = useText();
  const state = useReadable(session.schema);
  if (state.status === 'loading') return <SchemaWaiting session={session} lines={8} />;
  if (state.status === 'failed') return <FailureState {...schemaFailureProps(session, state.failure)} />;
  const { schema } = state;
  if (action === undefined) return <ActionList model={schema} />;
  const found = actionById(schema, action);
  if (!found) return <EmptyState icon="action" title={text('actions.unknownAction')} help={text('actions.unknownActionHelp')} />;
  return <ActionScreen key={found.id} session={session} model={schema} action={found} />;
}

/** The lazily loaded module's export, with its messages and icons. */
export default withMessagesAndIcons({ actions, data: dataEdit, form }, ActionsScreen);
