/**
 * The wire log as a file in Oriel's own format, to send to a colleague and open in Wire. Unlike a HAR it contains every step. Its texts come
 * from the log, so they contain no secrets. Files are untrusted: reading checks every part and drops unknown members.
 */

import { parseBounded } from '../../lib/text/boundedJson';
import type { Failure } from '../../transport/observe/failure';
import type { WireEntry, WireStep, WireText } from './wireLogEntry';
import { WIRE_LIMITS } from './wireLogLimits';

/** Value of the file's key `format`. */
const FORMAT = 'oriel-wire';
const VERSION = 1;

/** Maximum size of a file to read, in characters. */
const FILE_LIMIT = 200_000_000;

/** The content of a file. */
export interface WireFile {
  entries: WireEntry[];
  /** When the file was written, milliseconds since the epoch. */
  savedAt: number;
}

/**
 * Why a file cannot be opened: `notJson`, `notWire` (another kind of file), `newer` (written by a later version), `tooLarge`, `damaged` (with
 * the place, such as `entries[3].steps[0].at`).
 */
export type WireFileProblem = 'notJson' | 'notWire' | 'newer' | 'tooLarge' | 'damaged';

/** Thrown by `readWireFile`. */
export class WireFileError extends Error {
  override name = 'WireFileError';
  constructor(
    readonly problem: WireFileProblem,
    /** Path in the file; '' for the whole file. */
    readonly place = '',
  ) {
    super(place === '' ? problem : `${problem} at ${place}`);
  }
}

/** The text of the file. `now` in milliseconds since the epoch. */
export function writeWireFile(entries: readonly WireEntry[], now: number): string {
  return joinWireFile(
    entries.map(entry => writeWireEntry(entry)),
    now,
  );
}

/** The JSON of one entry in a file. `read` returns its texts. Default: the whole texts. */
export function writeWireEntry(
  { revision: _, ...entry }: WireEntry,
  read: (text: WireText) => string | null = text => text.read(),
): string {
  return JSON.stringify(entry, (_key, value: unknown) => (isText(value) ? { bytes: value.bytes, text: read(value) } : value));
}

/** Builds a file from the JSON of entries. `more` is added beside them; `readWireFile` ignores it. */
export function joinWireFile(written: readonly string[], now: number, more: Record<string, unknown> = {}): string {
  const head = JSON.stringify({ ...more, format: FORMAT, version: VERSION, savedAt: now });
  return `${head.slice(0, -1)},"entries":[${written.join(',')}]}`;
}

/** Reads a file. @throws WireFileError */
export function readWireFile(text: string): WireFile {
  if (text.length > FILE_LIMIT) throw new WireFileError('tooLarge');
  let value: unknown;
  try {
    value = parseBounded(text);
  } catch {
    throw new WireFileError('notJson');
  }
  return readWireValue(value);
}

/** Reads a file that is already parsed as JSON. @throws WireFileError */
export function readWireValue(value: unknown): WireFile {
  if (!isRecord(value) || value.format !== FORMAT || !Array.isArray(value.entries)) throw new WireFileError('notWire');
  if (typeof value.version !== 'number' || value.version > VERSION) throw new WireFileError('newer');
  if (value.entries.length > WIRE_LIMITS.entries) throw new WireFileError('tooLarge');
  const seen = new Set<string>();
  let steps = 0;
  const entries = value.entries.map((entry, at) => {
    const read = readEntry(entry, `entries[${at}]`);
    steps += read.steps.length;
    if (steps > WIRE_LIMITS.steps) throw new WireFileError('tooLarge');
    if (seen.has(read.id)) throw new WireFileError('damaged', `entries[${at}].id`);
    seen.add(read.id);
    return read;
  });
  return { entries, savedAt: number(value.savedAt, 'savedAt') };
}

/** Checks a value and returns it with its type. @throws WireFileError */
type Check<T> = (value: unknown, place: string) => T;

function damaged(place: string): never {
  throw new WireFileError('damaged', place);
}

const number: Check<number> = (value, place) => (typeof value === 'number' && Number.isFinite(value) ? value : damaged(place));
/** A time in the range of Date. */
const moment: Check<number> = (value, place) => (Math.abs(number(value, place)) <= 8.64e15 ? (value as number) : damaged(place));
const string: Check<string> = (value, place) => (typeof value === 'string' ? value : damaged(place));
const flag: Check<boolean> = (value, place) => (typeof value === 'boolean' ? value : damaged(place));

const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value, place) =>
    value === null ? null : check(value, place);

const oneOf =
  <const T extends string>(...allowed: readonly T[]): Check<T> =>
  (value, place) =>
    allowed.find(known => known === value) ?? damaged(place);

/** Maximum number of items of a list, such as the errors of a response, except the steps. */
const MOST_ITEMS = 10_000;

const listOf =
  <T>(check: Check<T>, most = MOST_ITEMS): Check<T[]> =>
  (value, place) => {
    if (!Array.isArray(value)) return damaged(place);
    if (value.length > most) throw new WireFileError('tooLarge');
    return value.map((item, at) => check(item, `${place}[${at}]`));
  };

type Fields = Record<string, Check<unknown>>;
type Read<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]> };

/** An object with these fields. A field is optional if its check accepts undefined; a missing one stays missing. */
const objectOf =
  <F extends Fields>(fields: F): Check<Read<F>> =>
  (value, place) => {
    if (!isRecord(value)) return damaged(place);
    const read: Record<string, unknown> = {};
    for (const [name, check] of Object.entries(fields)) {
      const part = check(Object.hasOwn(value, name) ? value[name] : undefined, `${place}.${name}`);
      if (part !== undefined) read[name] = part;
    }
    return read as Read<F>;
  };

const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, place) =>
    value === undefined ? undefined : check(value, place);

const headers: Check<Record<string, string>> = (value, place) => {
  if (!isRecord(value)) return damaged(place);
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, string(text, `${place}.${name}`)]));
};

const text: Check<WireText> = (value, place) => {
  const { bytes, text: kept } = objectOf({ bytes: number, text: orNull(string) })(value, place);
  return { bytes, read: () => kept };
};

const graphqlErrors = listOf((value, place) => {
  const { message, path, code, extensions } = objectOf({
    message: string,
    path: optional(listOf(part => (typeof part === 'number' ? part : String(part)))),
    code: optional(string),
    extensions: optional((inner, at) => (isRecord(inner) ? inner : damaged(at))),
  })(value, place);
  return { message, ...(path ? { path } : {}), ...(code === undefined ? {} : { code }), extensions: extensions ?? {} };
});

const FAILURES: { [Tag in Failure['tag']]: Fields } = {
  network: { broke: optional(objectOf({ status: number })) },
  refused: {},
  timeout: {},
  cancelled: {},
  http: { status: number, errors: graphqlErrors },
  parse: { status: number, bodyText: string },
  graphql: { errors: graphqlErrors },
  auth: { signedOut: flag, status: orNull(number), errors: graphqlErrors },
  socket: { code: number, reason: string },
};

const failure: Check<Failure> = (value, place) => {
  const tag =
    isRecord(value) && typeof value.tag === 'string' && Object.hasOwn(FAILURES, value.tag) ? value.tag : damaged(`${place}.tag`);
  return { tag, ...objectOf({ message: string, ...FAILURES[tag as Failure['tag']] })(value, place) } as Failure;
};

const part = objectOf({ name: string, fileName: optional(string), contentType: optional(string), bytes: number });
const requestTexts = { query: text, variables: text };

const STEPS: { [Type in WireStep['type']]: Fields } = {
  started: { requestPolicy: string, ...requestTexts },
  cached: requestTexts,
  ssr: requestTexts,
  token: { attached: flag },
  documentId: { id: string },
  hashSent: { hash: string },
  persistedMiss: { status: orNull(number) },
  persistedStop: { cause: oneOf('notSupported', 'status', 'noQuery', 'mismatch'), status: orNull(number) },
  resend: { form: oneOf('text+hash', 'text') },
  retryWait: { ms: number, attempt: number, of: number },
  multipart: { parts: listOf(part), bytes: number },
  request: { method: string, url: string, via: oneOf('fetch', 'xhr'), headers, bytes: number, body: text },
  uploading: { sent: number, total: number },
  processing: {},
  receiving: {
    status: number,
    contentType: string,
    bytes: number,
    total: orNull(number),
    firstByteMs: number,
    headers,
  },
  response: {
    status: number,
    statusText: optional(string),
    contentType: string,
    bytes: number,
    firstByteMs: number,
    ms: number,
    headers,
    body: optional(text),
  },
  parsed: { ms: number, hasData: flag, errors: number },
  event: { bytes: number, errors: number, body: optional(text) },
  failed: { failure },
  ended: {},
  cancelled: {},
  socketOpening: { url: string, attempt: number, protocol: optional(string) },
  socketOpened: {},
  socketAcknowledged: { ms: number },
  frame: { direction: oneOf('in', 'out'), frame: string, id: optional(string), bytes: number, body: optional(text) },
  socketClosed: { code: number, reason: string, byUs: flag },
  reconnectWait: { ms: number, attempt: number },
};

const step: Check<WireStep> = (value, place) => {
  const type =
    isRecord(value) && typeof value.type === 'string' && Object.hasOwn(STEPS, value.type) ? value.type : damaged(`${place}.type`);
  return { type, ...objectOf({ at: moment, ...STEPS[type as WireStep['type']] })(value, place) } as WireStep;
};

const entryFields = objectOf({
  id: string,
  kind: oneOf('query', 'mutation', 'subscription', 'socket'),
  key: orNull(number),
  name: orNull(string),
  screen: orNull(string),
  startedAt: moment,
  endedAt: orNull(moment),
  steps: listOf(step, WIRE_LIMITS.steps),
  letGo: number,
  traffic: objectOf({ framesIn: number, framesOut: number, bytesIn: number, bytesOut: number, events: number }),
  connection: orNull(string),
  leftScreen: flag,
  partial: flag,
  elsewhere: optional(string),
  elsewhereName: optional(string),
});

function readEntry(value: unknown, place: string): WireEntry {
  return { ...entryFields(value, place), revision: 0 };
}

const isText = (value: unknown): value is WireText => isRecord(value) && typeof value.read === 'function';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
