/**
 * Reads type and id of a frame before or after its payload, where servers put them. Parsing whole frames would cost more than everything
 * else here.
 */

/** Type and id of a frame; the type is `invalid` if it is not JSON. */
export interface FrameHead {
  type: string;
  id?: string;
}

/** Size in characters from which an event is shortened before it is parsed (`World.cutFrame`). */
export const LARGE_EVENT = 1_000_000;

/** How many characters at either end of a frame are searched before the whole frame is parsed. */
const HEAD_LENGTH = 200;

const ID_FRAMES = new Set(['subscribe', 'next', 'error', 'complete']);

export function readFrame(data: string): FrameHead {
  const head = data.slice(0, HEAD_LENGTH).split('"payload"', 1)[0] ?? '';
  const found = headIn(head) ?? (data.length > HEAD_LENGTH ? headIn(head + afterPayload(data)) : undefined);
  if (found) return found;
  try {
    const frame = JSON.parse(data) as FrameHead;
    return { type: String(frame.type), ...(typeof frame.id === 'string' ? { id: frame.id } : {}) };
  } catch {
    return { type: 'invalid' };
  }
}

/** Type and id in the text around the payload; undefined if one is missing. Quotes within strings are escaped, so they never match. */
function headIn(text: string): FrameHead | undefined {
  const type = /"type"\s*:\s*"([a-z_]+)"/.exec(text)?.[1];
  const id = /"id"\s*:\s*"([^"\\]*)"/.exec(text)?.[1];
  if (type === undefined || (id === undefined && ID_FRAMES.has(type))) return undefined;
  return { type, ...(id === undefined ? {} : { id }) };
}

/** The text between the end of a payload (an object or list) and the end of its frame. */
function afterPayload(data: string): string {
  const tail = data.slice(-HEAD_LENGTH);
  const end = tail.lastIndexOf('}');
  const inner = Math.max(tail.lastIndexOf('}', end - 1), tail.lastIndexOf(']', end - 1));
  return end <= 0 || inner < 0 || tail.slice(end + 1).trim() !== '' ? '' : tail.slice(inner + 1, end);
}
