/**
 * The wire log as a HAR 1.2 file (http://www.softwareishard.com/blog/har-12-spec/), which the network tools of browsers open. Each HTTP
 * request is one entry; a persisted query miss and its resend are two. Each websocket connection is one entry, with its frames in
 * `_webSocketMessages` as Chrome writes them. Operations that sent nothing (cache hits) are left out.
 *
 * Some values are not visible to scripts. As the specification requires, the protocol version is 'unknown', and the sizes of headers and
 * the times before the request was sent are -1. Texts come from the log and are therefore masked.
 */

import { bytesSent, responseBodyOf, type WireAttempt } from '../../session/wire/wireLogAttempts';
import type { WireEntry, WireStep } from '../../session/wire/wireLogEntry';
import { summarise } from '../../session/wire/wireLogSummary';

/** A HAR file with the fields that are written here. */
export interface Har {
  log: {
    version: '1.2';
    creator: { name: string; version: string };
    pages: { startedDateTime: string; id: string; title: string; pageTimings: Record<string, never> }[];
    entries: HarEntry[];
    comment?: string;
  };
}

/** One request, or one websocket connection. */
export interface HarEntry {
  pageref: string;
  startedDateTime: string;
  time: number;
  request: HarRequest;
  response: HarResponse;
  cache: Record<string, never>;
  timings: { blocked: number; dns: number; connect: number; send: number; wait: number; receive: number; ssl: number };
  comment?: string;
  _resourceType: 'fetch' | 'xhr' | 'websocket';
  _webSocketMessages?: { type: 'send' | 'receive'; time: number; opcode: 1; data: string }[];
}

interface Named {
  name: string;
  value: string;
}

interface HarRequest {
  method: string;
  url: string;
  httpVersion: string;
  cookies: never[];
  headers: Named[];
  queryString: Named[];
  postData?: {
    mimeType: string;
    text?: string;
    params?: { name: string; value?: string; fileName?: string; contentType?: string }[];
    comment?: string;
  };
  headersSize: number;
  bodySize: number;
}

interface HarResponse {
  status: number;
  statusText: string;
  httpVersion: string;
  cookies: never[];
  headers: Named[];
  content: { size: number; mimeType: string; text?: string; comment?: string };
  redirectURL: string;
  headersSize: number;
  bodySize: number;
}

/** Options of `wireLogHar`. */
export interface HarOptions {
  /** Address of the page, the base URL of an endpoint such as '/graphql'. */
  pageUrl: string;
}

/** The same as in package.json, which a test checks. */
const CREATOR = { name: 'Oriel', version: '0.1.0' };

const PAGE = 'page_1';
const VERSION = 'unknown';

export function wireLogHar(entries: readonly WireEntry[], { pageUrl }: HarOptions): Har {
  const harEntries = entries.flatMap(entry =>
    entry.kind === 'socket'
      ? connectionEntry(entry, pageUrl)
      : summarise(entry).attempts.map(attempt => requestEntry(entry, attempt, pageUrl)),
  );
  harEntries.sort((a, b) => (a.startedDateTime < b.startedDateTime ? -1 : a.startedDateTime > b.startedDateTime ? 1 : 0));
  const begin = harEntries[0]?.startedDateTime ?? iso(entries[0]?.startedAt ?? 0);
  return {
    log: {
      version: '1.2',
      creator: CREATOR,
      pages: [{ startedDateTime: begin, id: PAGE, title: pageUrl, pageTimings: {} }],
      entries: harEntries,
    },
  };
}

function requestEntry(entry: WireEntry, attempt: WireAttempt, pageUrl: string): HarEntry {
  const { request, sentAt, endedAt, parts } = attempt;
  const response = attempt.response ?? attempt.receiving;
  const answer = responseBodyOf(entry, attempt);
  const until = endedAt ?? response?.at ?? request.at;
  const firstByte = response ? request.at + response.firstByteMs : until;
  const sent = Math.min(sentAt ?? request.at, firstByte);
  const timings = { send: sent - request.at, wait: firstByte - sent, receive: Math.max(0, until - firstByte) };
  const bytesDown = (response?.bytes ?? 0) + parts.reduce((sum, part) => sum + part.bytes, 0);
  return {
    pageref: PAGE,
    startedDateTime: iso(request.at),
    time: timings.send + timings.wait + timings.receive,
    request: {
      method: request.method,
      ...addressOf(request.url, pageUrl),
      httpVersion: VERSION,
      cookies: [],
      headers: named(request.headers),
      // A GET request has its parameters in the URL.
      ...(request.method === 'GET' ? {} : { postData: postDataOf(attempt) }),
      headersSize: -1,
      bodySize: request.method === 'GET' ? 0 : bytesSent(attempt),
    },
    response: {
      status: response?.status ?? 0,
      statusText: attempt.response?.statusText ?? '',
      httpVersion: response ? VERSION : '',
      cookies: [],
      headers: named(response?.headers ?? {}),
      content: {
        size: bytesDown,
        mimeType: response?.contentType || 'x-unknown',
        ...textOr(answer?.read() ?? null, answer !== undefined),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: bytesDown,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ...timings, ssl: -1 },
    comment: [entry.kind, entry.name ?? '', attempt.form ?? ''].filter(Boolean).join(' '),
    _resourceType: request.via,
  };
}

function postDataOf({ request, multipart }: WireAttempt): NonNullable<HarRequest['postData']> {
  const mimeType = headerOf(request.headers, 'content-type') ?? (multipart ? 'multipart/form-data' : 'application/json');
  const text = request.body.read();
  if (!multipart) return { mimeType, ...textOr(text, true) };
  return {
    mimeType,
    params: multipart.parts.map(({ name, fileName, contentType }) => ({
      name,
      ...(name === 'operations' && text !== null ? { value: text } : {}),
      ...(fileName === undefined ? {} : { fileName }),
      ...(contentType ? { contentType } : {}),
    })),
    comment: 'Contents of files are not kept.',
  };
}

function connectionEntry(entry: WireEntry, pageUrl: string): HarEntry {
  const step = <Type extends WireStep['type']>(type: Type) =>
    entry.steps.find((candidate): candidate is Extract<WireStep, { type: Type }> => candidate.type === type);
  const protocol = step('socketOpening')?.protocol;
  const opened = step('socketOpened')?.at ?? step('socketAcknowledged')?.at;
  const latest = entry.steps.at(-1)?.at ?? entry.startedAt;
  const until = entry.endedAt ?? latest;
  const isOpen = opened !== undefined || entry.partial;
  const wait = Math.max(0, (opened ?? until) - entry.startedAt);
  const frames = entry.steps.filter((candidate): candidate is Frame => candidate.type === 'frame');
  const messages = (protocol === LEGACY ? legacyFrames(frames) : frames).map(frame => ({
    type: frame.direction === 'out' ? ('send' as const) : ('receive' as const),
    time: frame.at / 1000,
    opcode: 1 as const,
    data: frame.body?.read() ?? JSON.stringify({ type: frame.frame, ...(frame.id === undefined ? {} : { id: frame.id }) }),
  }));
  return {
    pageref: PAGE,
    startedDateTime: iso(entry.startedAt),
    time: Math.max(wait, until - entry.startedAt),
    request: {
      method: 'GET',
      ...addressOf(entry.name ?? '', pageUrl, true),
      httpVersion: VERSION,
      cookies: [],
      headers: protocol === undefined ? [] : [{ name: 'Sec-WebSocket-Protocol', value: protocol }],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: isOpen ? 101 : 0,
      statusText: isOpen ? 'Switching Protocols' : '',
      httpVersion: isOpen ? VERSION : '',
      cookies: [],
      headers: [],
      content: { size: entry.traffic.bytesIn, mimeType: 'x-unknown' },
      redirectURL: '',
      headersSize: -1,
      bodySize: entry.traffic.bytesIn,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait, receive: Math.max(0, until - entry.startedAt - wait), ssl: -1 },
    ...(entry.letGo > 0 ? { comment: `${entry.letGo} steps in the middle were not kept` } : {}),
    _resourceType: 'websocket',
    _webSocketMessages: messages,
  };
}

type Frame = Extract<WireStep, { type: 'frame' }>;

/** The subprotocol of subscriptions-transport-ws. */
const LEGACY = 'graphql-ws';
/** Types of frames that have other names in the legacy protocol, by direction. */
const LEGACY_TYPES: Record<Frame['direction'], ReadonlyMap<string, string>> = {
  in: new Map([
    ['next', 'data'],
    ['pong', 'ka'],
  ]),
  out: new Map([
    ['subscribe', 'start'],
    ['complete', 'stop'],
  ]),
};

/**
 * Returns the frames of a legacy connection as they were sent. The log has them as legacySocket.ts translates them: with the types of
 * graphql-transport-ws, with pings, which the legacy protocol lacks, and with an answer to each ping until the first keep-alive.
 */
function legacyFrames(frames: readonly Frame[]): Frame[] {
  let hasKeepAlive = false;
  return frames.flatMap((frame, at) => {
    if (frame.direction === 'out' && (frame.frame === 'ping' || frame.frame === 'pong')) return [];
    if (frame.frame === 'pong') {
      const before = frames[at - 1];
      hasKeepAlive ||= before?.direction !== 'out' || before.frame !== 'ping';
      if (!hasKeepAlive) return [];
    }
    const type = LEGACY_TYPES[frame.direction].get(frame.frame);
    if (type === undefined) return [frame];
    const { body } = frame;
    const named = (text: string | null | undefined): string | null =>
      text?.replace(/"type"\s*:\s*"[a-z]+"/, `"type":"${type}"`) ?? null;
    return [{ ...frame, frame: type, ...(body ? { body: { ...body, read: () => named(body.read()) } } : {}) }];
  });
}

/** Returns the text, or a comment that says why it is missing. */
function textOr(text: string | null, expected: boolean): { text?: string; comment?: string } {
  if (text !== null) return { text };
  return expected ? { comment: 'The body was too large to be kept.' } : {};
}

function addressOf(address: string, pageUrl: string, socket = false): { url: string; queryString: Named[] } {
  try {
    const url = new URL(address, pageUrl);
    if (socket) url.protocol = url.protocol.replace('http', 'ws');
    return { url: url.href, queryString: [...url.searchParams].map(([name, value]) => ({ name, value })) };
  } catch {
    return { url: address, queryString: [] };
  }
}

const named = (headers: Record<string, string>): Named[] => Object.entries(headers).map(([name, value]) => ({ name, value }));

function headerOf(headers: Record<string, string>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

const iso = (at: number): string => new Date(at).toISOString();
