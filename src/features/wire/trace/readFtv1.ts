/**
 * Reads `extensions.ftv1`: a trace of a subgraph in the format of Apollo's federated tracing, a protobuf message in Base64 (`Trace` of
 * Apollo's reports.proto). Only the fields that are shown are read. Reading stops at the first invalid byte.
 */
import type { ServerSpan } from './serverSpan';

/** Longer texts are not read. In characters. */
const LONGEST = 4_000_000;
const DEEPEST = 60;

/** Field numbers in `Trace` and `Trace.Node`. */
const TRACE_ROOT = 14;
const RESPONSE_NAME = 1;
const INDEX = 2;
const TYPE = 3;
const START = 8;
const END = 9;
const ERROR = 11;
const CHILD = 12;
const PARENT_TYPE = 13;
/** Present if the field has an alias. */
const FIELD_NAME = 14;

/** Returns at most `most` spans; none if the text is not such a message. Never throws. */
export function readFtv1(text: string, most: number): ServerSpan[] {
  const spans: ServerSpan[] = [];
  if (text.length > LONGEST) return spans;
  try {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    eachField(bytes, (field, value) => {
      if (field === TRACE_ROOT && value instanceof Uint8Array) readNode(value, { path: [], depth: 0 }, spans, most);
    });
  } catch {
    // The spans that were read up to here are shown.
  }
  return spans;
}

/** Where a node is: the path of its parent, and the number of nodes around it. */
interface Place {
  path: readonly string[];
  depth: number;
}

function readNode(bytes: Uint8Array, { path: within, depth }: Place, spans: ServerSpan[], most: number): void {
  if (depth > DEEPEST || spans.length >= most) return;
  const children: Uint8Array[] = [];
  let [name, original, type, parent, start, end, failed, isItem] = ['', '', '', '', 0, 0, false, false];
  eachField(bytes, (field, value) => {
    if (typeof value === 'number') {
      if (field === START) start = value;
      else if (field === END) end = value;
      else if (field === INDEX) [name, isItem] = [String(value), true];
    } else if (field === RESPONSE_NAME) name = utf8(value);
    else if (field === FIELD_NAME) original = utf8(value);
    else if (field === TYPE) type = utf8(value);
    else if (field === PARENT_TYPE) parent = utf8(value);
    else if (field === ERROR) failed = true;
    else if (field === CHILD) children.push(value);
  });
  const path = depth === 0 ? [] : [...within, name];
  // The root and items of lists have no times.
  if (depth > 0 && (!isItem || failed)) {
    spans.push({
      label: path.join('.'),
      detail: parent === '' ? '' : `${parent}.${original || name}: ${type}`,
      depth: depth - 1,
      start: end > 0 ? start / 1e6 : null,
      ms: end > 0 ? Math.max(0, end - start) / 1e6 : null,
      failed,
    });
  }
  for (const child of children) readNode(child, { path, depth: depth + 1 }, spans, most);
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 500));

/** Calls `take` with each field: a number for a varint, bytes for a length-delimited field. Other wire types are skipped. */
function eachField(bytes: Uint8Array, take: (field: number, value: number | Uint8Array) => void): void {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 10; shift++) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('The message ends early');
      value += (byte & 0x7f) * 2 ** (7 * shift);
      if (byte < 0x80) return value;
    }
    throw new RangeError('A number is too long');
  };
  while (at < bytes.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        take(field, varint());
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const length = varint();
        if (length > bytes.length - at) throw new RangeError('A field is longer than the message');
        take(field, bytes.subarray(at, at + length));
        at += length;
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        throw new RangeError('A kind of field that is not used');
    }
  }
}
