/**
 * Adds the token to the first message of a websocket. Servers read the token from the payload of `connection_init` (GraphQL over
 * WebSocket), but only the browser can send that message, and the browser has no token here. Therefore the browser's first message is
 * rewritten with the token. All later bytes pass unchanged. A browser sends such a short text in one frame (RFC 6455, section 5.2),
 * uncompressed if there are no extensions.
 */
import { randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';

const FIN = 0x80;
const TEXT = 1;
/** From this opcode on, a frame is a ping, a pong or a close. */
const FIRST_CONTROL = 8;
/** A longer first message passes unchanged. */
const LONGEST = 64 * 1024;

/**
 * Creates a stream that forwards what a browser sends.
 * @param token null removes the Authorization that the browser sends
 */
export function initPayload(token: string | null): Transform {
  let kept: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (kept === null) return done(null, chunk);
      kept = Buffer.concat([kept, chunk]);
      for (let frame = readFrame(kept); frame !== 'more'; frame = readFrame(kept)) {
        const isControl = frame !== 'foreign' && frame.opcode >= FIRST_CONTROL;
        if (frame === 'foreign' || !isControl) {
          const text = frame === 'foreign' || !frame.isWholeText ? null : withToken(frame.payload.toString('utf8'), token);
          this.push(frame === 'foreign' || text === null ? kept : Buffer.concat([writeFrame(text), kept.subarray(frame.length)]));
          kept = null;
          break;
        }
        this.push(kept.subarray(0, frame.length));
        kept = kept.subarray(frame.length);
      }
      done();
    },
    flush(done) {
      done(null, kept);
    },
  });
}

interface Frame {
  opcode: number;
  isWholeText: boolean;
  payload: Buffer;
  /** Length of the whole frame, in bytes. */
  length: number;
}

/** The first frame; `more` if it is incomplete; `foreign` if it is a kind that is not parsed here. */
function readFrame(bytes: Buffer): Frame | 'more' | 'foreign' {
  if (bytes.length < 2) return 'more';
  const first = bytes.readUInt8(0);
  const second = bytes.readUInt8(1);
  const short = second & 0x7f;
  // Frames from a browser are always masked.
  if (short === 127 || (second & 0x80) === 0) return 'foreign';
  const begin = short === 126 ? 4 : 2;
  if (bytes.length < begin + 4) return 'more';
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  const length = begin + 4 + size;
  if (size > LONGEST) return 'foreign';
  if (bytes.length < length) return 'more';
  const payload = masked(bytes.subarray(begin + 4, length), bytes.subarray(begin, begin + 4));
  // A whole text: final fragment, no extension bits, text opcode.
  return { opcode: first & 0x0f, isWholeText: first === (FIN | TEXT), payload, length };
}

function writeFrame(text: string): Buffer {
  const content = Buffer.from(text);
  const mask = randomBytes(4);
  const size = content.length < 126 ? 0 : content.length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + size);
  head.writeUInt8(FIN | TEXT, 0);
  head.writeUInt8(0x80 | (size === 0 ? content.length : size === 2 ? 126 : 127), 1);
  if (size === 2) head.writeUInt16BE(content.length, 2);
  if (size === 8) head.writeBigUInt64BE(BigInt(content.length), 2);
  return Buffer.concat([head, mask, masked(content, mask)]);
}

function masked(content: Buffer, mask: Buffer): Buffer {
  const out = Buffer.from(content);
  for (let at = 0; at < out.length; at++) out[at] = (out[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return out;
}

/** The message with the token in both places where servers look for it; null for any message but `connection_init`. */
function withToken(text: string, token: string | null): string | null {
  try {
    const message: unknown = JSON.parse(text);
    const { type, payload } = own(message);
    if (type !== 'connection_init') return null;
    const named = own(payload);
    const headers = without(own(named.headers));
    const authorization = token === null ? {} : { Authorization: `Bearer ${token}` };
    return JSON.stringify({
      ...own(message),
      payload: { ...without(named), ...authorization, headers: { ...headers, ...authorization } },
    });
  } catch {
    // Not JSON, or nested too deep to be written again.
    return null;
  }
}

/** The own properties of an object, without a prototype; empty for any other value. */
function own(value: unknown): Record<string, unknown> {
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  return Object.assign(Object.create(null) as Record<string, unknown>, Object.fromEntries(entries));
}

const without = (entries: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => name.toLowerCase() !== 'authorization'));
