/** The Connections screen. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/session';
import { EmptyState } from '../../ui/EmptyState';

/** Props of the Connections screen; what the address names comes as text, decoded. */
export interface ConnectionsScreenProps {
  session: Session;
}

/** Says that this part is not available. */
export function ConnectionsScreen(_props: ConnectionsScreenProps): ReactNode {
  const text = useText();
  return <EmptyState icon="info" title={text('shell.notAvailable')} help={text('shell.notAvailableHelp')} />;
}
