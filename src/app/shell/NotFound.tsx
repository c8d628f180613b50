/** The screen for an unknown address. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { EmptyState } from '../../ui/frame/EmptyState';

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
