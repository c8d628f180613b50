/**
 * Event streams (text/event-stream, WHATWG HTML 9.2) as parts of multipart/mixed, which urql's fetchExchange reads right. It takes events only
 * with lines that end with LF and the data on one of them, and finds that by a regular expression, whose stack some megabytes overflow; servers may
 * end lines with CRLF or CR and spread an event over several `data` lines, and do. What else events carry (ids, comments) is left out, and so is
 * GraphQL over SSE's `complete`, which has no data.
 */
import type { Quoter } from './largeIntegers';

/** The content type of what a reader gives. */
export const PARTS_TYPE = 'multipart/mixed; boundary="-"';

const BOUNDARY = '\r\n---';

/** Makes a reader of one stream that comes in pieces, cut anywhere. */
export function createEventReader(): Quoter {
  /** A line whose end has not come. */
  let begun = '';
  /** The end of the last piece was CR; an LF that follows belongs to it. */
  let endedInReturn = false;
  let data: string[] = [];
  let type = '';
  let isFirst = true;

  const take = (line: string): string => {
    if (line !== '') {
      const [name = ''] = line.split(':', 1);
      const value = line.slice(name.length + 1).replace(/^ /, '');
      if (name === 'data') data.push(value);
      else if (name === 'event') type = value;
      return '';
    }
    // Lines of JSON: a space between them is as good as their end.
    const text = data.join(' ').trim();
    const isWanted = text !== '' && type !== 'complete';
    data = [];
    type = '';
    if (!isWanted) return '';
    const lead = isFirst ? BOUNDARY : '';
    isFirst = false;
    return `${lead}\r\n\r\n${text}${BOUNDARY}`;
  };

  return {
    push(piece) {
      if (piece === '') return '';
      const lines = (begun + (endedInReturn && piece.startsWith('\n') ? piece.slice(1) : piece)).split(/\r\n|\r|\n/);
      endedInReturn = piece.endsWith('\r');
      begun = lines.pop() ?? '';
      return lines.map(take).join('');
    },
    flush() {
      const last = begun === '' ? '' : take(begun);
      begun = '';
      return last + take('');
    },
  };
}
