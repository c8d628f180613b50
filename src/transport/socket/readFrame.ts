/** Reads type and id of a frame from its beginning, where servers put them: parsing whole frames would cost more than all else here. */

/** Type and id of a frame; type `invalid` where it is none. */
export interface FrameHead {
  type: string;
  id?: string;
}

/** How much of a frame is searched before it is parsed as a whole, in characters. */
const HEAD_LENGTH = 200;

const ID_FRAMES = new Set(['subscribe', 'next', 'error', 'complete']);

export function readFrame(data: string): FrameHead {
  const head = data.slice(0, HEAD_LENGTH).split('"payload"', 1)[0] ?? '';
  const type = /"type"\s*:\s*"([a-z_]+)"/.exec(head)?.[1];
  const id = /"id"\s*:\s*"([^"\\]*)"/.exec(head)?.[1];
  if (type !== undefined && (id !== undefined || !ID_FRAMES.has(type))) return { type, ...(id === undefined ? {} : { id }) };
  try {
    const frame = JSON.parse(data) as FrameHead;
    return { type: String(frame.type), ...(typeof frame.id === 'string' ? { id: frame.id } : {}) };
  } catch {
    return { type: 'invalid' };
  }
}
