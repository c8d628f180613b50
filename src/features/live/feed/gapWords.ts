/** What a gap between events says. */
import type { Formats } from '../../../i18n/formats';
import type { Text } from '../../../i18n/language';
import type { Gap } from '../eventRing';

/** One line: how long it was, when, and why, and what the server said of it; for one that lasts, since when. */
export function gapWords(gap: Gap, text: Text, formats: Formats): string {
  const words = sentence(gap, text, formats);
  // Marks of direction inside what the server said must not turn the line round.
  return gap.message === undefined ? words : `${words} \u2068${gap.message.replace(/\s+/g, ' ')}\u2069`;
}

function sentence(gap: Gap, text: Text, formats: Formats): string {
  const from = formats.time(gap.from, { seconds: true });
  if (gap.to === null) {
    switch (gap.reason) {
      case 'connection':
        return text('live.gapOpenConnection', { from });
      case 'failed':
        return text('live.gapOpenFailed', { from });
      case 'ended':
        return text('live.gapOpenEnded', { from });
      case 'stopped':
        return text('live.gapOpenStopped', { from });
    }
  }
  const values = { from, to: formats.time(gap.to, { seconds: true }), length: formats.duration(gap.to - gap.from) };
  switch (gap.reason) {
    case 'connection':
      return text('live.gapConnection', values);
    case 'failed':
      return text('live.gapFailed', values);
    case 'ended':
      return text('live.gapEnded', values);
    case 'stopped':
      return text('live.gapStopped', values);
  }
}
