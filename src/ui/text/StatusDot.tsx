/** A dot that says how something is; the words beside it say it too. */
import type { ReactNode } from 'react';
import './StatusDot.css';

/** The four meanings, and none. */
export type Tone = 'neutral' | 'ok' | 'busy' | 'warning' | 'danger';

/** The dot; `busy` breathes unless motion is unwanted. `label` is for where no words stand beside it. */
export function StatusDot({ tone, label }: { tone: Tone; label?: string }): ReactNode {
  return (
    <span
      className={`status-dot tone-${tone}`}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: label })}
    />
  );
}
