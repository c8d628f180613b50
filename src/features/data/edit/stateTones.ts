/** Meanings of what became of a change or a row; what is still to be sent has none. */
import type { Tone } from '../../../ui/text/StatusDot';

export const STATE_TONES: Readonly<Record<string, Tone | undefined>> = {
  sending: 'busy',
  sent: 'ok',
  refused: 'danger',
  wrong: 'danger',
  unknown: 'warning',
  conflict: 'warning',
};
