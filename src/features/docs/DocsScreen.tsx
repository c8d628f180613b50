/** The Docs screen. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/session';
import { EmptyState } from '../../ui/EmptyState';

/** Props of the Docs screen; what the address names comes as text, decoded. */
export interface DocsScreenProps {
  session: Session;
  path: readonly string[];
}

/** Says that this part is not available. */
export function DocsScreen(_props: DocsScreenProps): ReactNode {
  const text = useText();
  return <EmptyState icon="info" title={text('shell.notAvailable')} help={text('shell.notAvailableHelp')} />;
}
