/** The Data screen. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/session';
import { EmptyState } from '../../ui/EmptyState';

/** Props of the Data screen; what the address names comes as text, decoded. */
export interface DataScreenProps {
  session: Session;
  collection?: string;
  recordId?: string;
}

/** Says that this part is not available. */
export function DataScreen(_props: DataScreenProps): ReactNode {
  const text = useText();
  return <EmptyState icon="info" title={text('shell.notAvailable')} help={text('shell.notAvailableHelp')} />;
}
