/** A coloured dot for a status. Colour is never the only sign: a text beside it or `label` states the status too. */
import type { ReactNode } from 'react';
import './StatusDot.css';

/** The meanings of colours. */
export type Tone = 'neutral' | 'ok' | 'busy' | 'warning' | 'danger';

/** `busy` pulsates, unless the user prefers reduced motion. Set `label` if there is no text beside the dot. */
export function StatusDot({ tone, label }: { tone: Tone; label?: string }): ReactNode {
  return (
    <span
      className={`status-dot tone-${tone}`}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: label })}
    />
  );
}
