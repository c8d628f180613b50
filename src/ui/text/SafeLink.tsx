/**
 * Links with URLs from a server. Only http, https and mailto become links; everything else is shown as text. Links open in a new tab, without
 * `opener` and `Referer`.
 */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { useTabStop } from '../table/useTabStop';
import { Icon } from './Icon';
import './SafeLink.css';

const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** The absolute URL if it is safe to follow, otherwise null. `base` resolves relative URLs; without it they are not links. */
export function safeAddress(address: string, base?: string): string | null {
  try {
    const url = new URL(address, base);
    return SAFE.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** A link, or plain text if the URL is not safe. */
export function SafeLink({ address, base, children }: { address: string; base?: string; children?: ReactNode }): ReactNode {
  const text = useText();
  const tabIndex = useTabStop();
  const safe = safeAddress(address, base);
  if (safe === null) return <span className="safe-link-text">{children ?? address}</span>;
  return (
    <a
      className="safe-link"
      tabIndex={tabIndex}
      href={safe}
      target="_blank"
      rel="noopener noreferrer nofollow"
      dir="ltr"
      title={address.slice(0, 1000)}
    >
      <span className="truncate">{children ?? address.replace(/^https?:\/\//, '')}</span>
      <Icon name="external" size={12} />
      <span className="visually-hidden">({text('ui.opensInNewTab')})</span>
    </a>
  );
}
