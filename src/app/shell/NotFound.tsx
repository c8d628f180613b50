/** An address that leads nowhere. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { EmptyState } from '../../ui/frame/EmptyState';

/** Says so. */
export function NotFound(): ReactNode {
  const text = useText();
  return (
    <EmptyState
      page
      icon="search"
      title={text('shell.notFound')}
      help={text('shell.notFoundHelp')}
      actions={
        <a className="button button-secondary" href="/">
          {text('shell.data')}
        </a>
      }
    />
  );
}
