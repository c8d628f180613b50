/** The text of a gap row. */
import type { Formats } from '../../../i18n/formats';
import type { Text } from '../../../i18n/language';
import type { Gap } from '../eventRing';

/** Returns one line with duration, start, end and reason of a gap and the server's message. For an open gap, it has only the start. */
export function gapWords(gap: Gap, text: Text, formats: Formats): string {
  const words = sentence(gap, text, formats);
  // Isolated (FSI, PDI), so that bidirectional control characters in the message do not reorder the line.
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
