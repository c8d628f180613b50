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

/** Returns at most `most` spans; none if the text is not such a message. Never throws. */
export function readFtv1(text: string, most: number): ServerSpan[] {
  const spans: ServerSpan[] = [];
  if (text.length > LONGEST) return spans;
  try {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    eachField(bytes, (field, value) => {
      if (field === TRACE_ROOT && value instanceof Uint8Array) readNode(value, 0, spans, most);
    });
  } catch {
    // The spans that were read up to here are shown.
  }
  return spans;
}

function readNode(bytes: Uint8Array, depth: number, spans: ServerSpan[], most: number): void {
  if (depth > DEEPEST || spans.length >= most) return;
  const span: ServerSpan = { label: '', detail: '', depth: Math.max(0, depth - 1), start: null, ms: null, failed: false };
  const children: Uint8Array[] = [];
  let [type, parent, start, end] = ['', '', 0, 0];
  eachField(bytes, (field, value) => {
    if (typeof value === 'number') {
      if (field === START) start = value;
      else if (field === END) end = value;
      else if (field === INDEX) span.label = String(value);
    } else if (field === RESPONSE_NAME) span.label = utf8(value);
    else if (field === TYPE) type = utf8(value);
    else if (field === PARENT_TYPE) parent = utf8(value);
    else if (field === ERROR) span.failed = true;
    else if (field === CHILD) children.push(value);
  });
  // The root and list items have no times.
  if (end > 0) {
    span.start = start / 1e6;
    span.ms = Math.max(0, end - start) / 1e6;
  }
  span.detail = parent === '' ? '' : `${parent}.${span.label}: ${type}`;
  if (depth > 0) spans.push(span);
  for (const child of children) readNode(child, depth + 1, spans, most);
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
