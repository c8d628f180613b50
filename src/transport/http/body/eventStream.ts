/**
 * Reads the events of a stream (text/event-stream, WHATWG HTML 9.2; GraphQL over SSE). Lines may end with LF, CRLF or CR, and an event may spread
 * over several `data` lines. Ids, comments and GraphQL over SSE's `complete` event carry no part and are skipped.
 */
import type { PartReader } from './partReader';

/** Makes a reader of one stream. */
export function createEventReader(): PartReader {
  /** A line whose end has not come. */
  let begun = '';
  /** The last piece ended with CR; an LF that follows belongs to it. */
  let endedInReturn = false;
  let data: string[] = [];
  let type = '';

  const take = (line: string): string[] => {
    if (line !== '') {
      const [name = ''] = line.split(':', 1);
      const value = line.slice(name.length + 1).replace(/^ /, '');
      if (name === 'data') data.push(value);
      else if (name === 'event') type = value;
      return [];
    }
    // Between lines of JSON a space is as good as a line end.
    const text = data.join(' ').trim();
    const isPart = text !== '' && type !== 'complete';
    data = [];
    type = '';
    return isPart ? [text] : [];
  };

  return {
    push(piece) {
      if (piece === '') return [];
      const lines = (begun + (endedInReturn && piece.startsWith('\n') ? piece.slice(1) : piece)).split(/\r\n|\r|\n/);
      endedInReturn = piece.endsWith('\r');
      begun = lines.pop() ?? '';
      return lines.flatMap(take);
    },
    flush() {
      const last = begun === '' ? [] : take(begun);
      begun = '';
      return [...last, ...take('')];
    },
  };
}
