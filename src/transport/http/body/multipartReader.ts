/**
 * Parses the parts of a multipart/mixed body (RFC 2046 section 5.1.1; GraphQL incremental delivery over HTTP). A part is the text from its
 * blank line to the next delimiter. The headers of parts, the preamble and the epilogue are skipped.
 */
import type { PartReader } from './partReader';

const LINE_END = '\r\n';
const BLANK_LINE = '\r\n\r\n';

/** Creates a parser of a body with this content type, which contains the delimiter. */
export function createMultipartReader(contentType: string): PartReader {
  const delimiter = `--${/boundary="?([^=";]+)"?/i.exec(contentType)?.[1] ?? '-'}`;
  const end = LINE_END + delimiter;
  // A body may start with the first delimiter, without a line end before it.
  let held = LINE_END;
  let isPreamble = true;
  let isClosed = false;

  const take = (frame: string): string[] => {
    if (isPreamble) {
      isPreamble = false;
      return [];
    }
    if (frame.startsWith('--')) isClosed = true;
    const blank = frame.indexOf(BLANK_LINE);
    const text = isClosed || blank < 0 ? '' : frame.slice(blank + BLANK_LINE.length).trim();
    return text === '' ? [] : [text];
  };

  return {
    push(piece) {
      // The delimiter may have started in an earlier piece.
      let from = Math.max(0, held.length - end.length);
      held += piece;
      const parts: string[] = [];
      for (let at = held.indexOf(end, from); at >= 0 && !isClosed; at = held.indexOf(end, from)) {
        parts.push(...take(held.slice(0, at)));
        held = held.slice(at + end.length);
        from = 0;
      }
      if (isClosed || (!isPreamble && held.startsWith('--'))) {
        isClosed = true;
        held = '';
      }
      return parts;
    },
    flush() {
      const parts = isPreamble || isClosed ? [] : take(held);
      held = '';
      return parts;
    },
  };
}
