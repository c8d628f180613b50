/**
 * Parses the events of a stream (text/event-stream, WHATWG HTML 9.2; GraphQL over SSE). Lines may end with LF, CRLF or CR, and an event may
 * span several `data` lines. Ids, comments and the `complete` event of GraphQL over SSE are skipped.
 */
import type { PartReader } from './partReader';

/** Creates the parser of one stream. */
export function createEventReader(): PartReader {
  /** A line without its line end so far. */
  let begun = '';
  /** The last chunk ended with CR; if the next one starts with LF, both are one line end. */
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
    // In JSON, a space between lines is equivalent to a line break.
    const text = data.join(' ').trim();
    const isPart = text !== '' && type !== 'complete';
    data = [];
    type = '';
    return isPart ? [text] : [];
  };

  return {
    push(chunk) {
      if (chunk === '') return [];
      // Only the chunk is searched: a line may arrive in very many.
      const lines = (endedInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk).split(/\r\n|\r|\n/);
      lines[0] = begun + lines[0];
      endedInReturn = chunk.endsWith('\r');
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
