/** The Query screen. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/session';
import { EmptyState } from '../../ui/EmptyState';

/** Props of the Query screen; what the address names comes as text, decoded. */
export interface QueryScreenProps {
  session: Session;
}

/** Says that this part is not available. */
export function QueryScreen(_props: QueryScreenProps): ReactNode {
  const text = useText();
  return <EmptyState icon="info" title={text('shell.notAvailable')} help={text('shell.notAvailableHelp')} />;
}
