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
  /** The begin of the frame under way, without `rest`. It is not searched: to search a growing text takes quadratic time. */
  let begun = '';
  /** The end of what has arrived, in which a delimiter may begin. A body may start with one, without a line end before it. */
  let rest = LINE_END;
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
      rest += piece;
      const parts: string[] = [];
      for (let at = rest.indexOf(end); at >= 0 && !isClosed; at = rest.indexOf(end)) {
        parts.push(...take(begun + rest.slice(0, at)));
        begun = '';
        rest = rest.slice(at + end.length);
      }
      if (!isPreamble && begun === '' && rest.startsWith('--')) isClosed = true;
      if (isClosed) rest = '';
      const sure = Math.max(0, rest.length - end.length);
      begun += rest.slice(0, sure);
      rest = rest.slice(sure);
      return parts;
    },
    flush() {
      const parts = isPreamble || isClosed ? [] : take(begun + rest);
      begun = '';
      rest = '';
      return parts;
    },
  };
}
