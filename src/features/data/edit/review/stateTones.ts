/** Tones for the states of a change or row; states before sending have none. */
import type { Tone } from '../../../../ui/text/StatusDot';

export const STATE_TONES: Readonly<Record<string, Tone | undefined>> = {
  sending: 'busy',
  sent: 'ok',
  refused: 'danger',
  wrong: 'danger',
  unknown: 'warning',
  conflict: 'warning',
};
