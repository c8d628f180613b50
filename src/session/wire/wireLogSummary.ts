/**
 * Summarizes an entry of the wire log: its outcome, the request and response of each attempt, and the pipeline stages that took part.
 * Computed from the steps when the entry is shown; recording does not need it.
 */
import type { Failure } from '../../transport/observe/failure';
import { bytesSent, readAttempts, readUpload, type WireAttempt, type WireUpload } from './wireLogAttempts';
import type { StepOf, WireEntry, WireStep } from './wireLogEntry';

/** The stages of the pipeline, in order, and the result. */
export const WIRE_STAGES = ['cache', 'ssr', 'auth', 'persisted', 'retry', 'http', 'subscription', 'result'] as const;

/** A stage of `WIRE_STAGES`. */
export type WireStage = (typeof WIRE_STAGES)[number];

/** The state of a stage for an entry; `none`: the stage did nothing, or the operation did not reach it. */
export type StageState = 'none' | 'passed' | 'ok' | 'busy' | 'warning' | 'danger';

/**
 * The outcome of an entry. `waiting`: before a retry or a reconnect; `live`: an active subscription or an open websocket; `partial`: data with
 * errors; `closed`: a websocket that was closed.
 */
export type WireOutcome = 'running' | 'waiting' | 'live' | 'ok' | 'partial' | 'cached' | 'failed' | 'cancelled' | 'closed';

/** The latest wait of an entry. `until`: milliseconds since the epoch. */
export interface WireWait {
  for: 'retry' | 'reconnect';
  ms: number;
  attempt: number;
  /** Maximum number of attempts; null for no limit. */
  of: number | null;
  until: number;
}

/** The summary of one entry. */
export interface WireSummary {
  /** Operation name, or else the first selected field, or else ''; the URL of a websocket. */
  title: string;
  outcome: WireOutcome;
  failure: Failure | null;
  /** Status of the last response; null if there was none. */
  status: number | null;
  /** Duration in ms; null while it is in progress. */
  ms: number | null;
  bytesUp: number;
  bytesDown: number;
  attempts: WireAttempt[];
  /** Result of the persisted query; `hit`: the server knew the hash. */
  persisted: 'hit' | 'miss' | 'stopped' | null;
  /** The step that turned persisted queries off, with its cause. */
  stop: StepOf<'persistedStop'> | null;
  upload: WireUpload | null;
  /** The last wait, whether it is over or not. */
  wait: WireWait | null;
  retries: number;
  /** How often the connection was lost and came back. Failed attempts to reconnect do not count. */
  reconnects: number;
  /** The last close of the websocket, if any. */
  close: StepOf<'socketClosed'> | null;
  /** True after the server acknowledged the connection. */
  wasLive: boolean;
  stages: Record<WireStage, StageState>;
}

/** The stage of a step. */
export function stageOf(step: WireStep): WireStage {
  switch (step.type) {
    case 'started':
    case 'cached':
      return 'cache';
    case 'ssr':
      return 'ssr';
    case 'token':
      return 'auth';
    case 'documentId':
    case 'hashSent':
    case 'persistedMiss':
    case 'persistedStop':
    case 'resend':
      return 'persisted';
    case 'retryWait':
      return 'retry';
    case 'multipart':
    case 'request':
    case 'uploading':
    case 'processing':
    case 'receiving':
    case 'response':
    case 'parsed':
    case 'event':
      return 'http';
    case 'socketOpening':
    case 'socketOpened':
    case 'socketAcknowledged':
    case 'frame':
    case 'socketClosed':
    case 'reconnectWait':
      return 'subscription';
    case 'failed':
    case 'ended':
    case 'cancelled':
      return 'result';
  }
}

/** Summarizes an entry. */
export function summarise(entry: WireEntry): WireSummary {
  const summary: WireSummary = {
    title: entry.name ?? '',
    outcome: 'running',
    failure: null,
    status: null,
    ms: entry.endedAt === null ? null : entry.endedAt - entry.startedAt,
    bytesUp: entry.traffic.bytesOut,
    bytesDown: entry.traffic.bytesIn,
    attempts: readAttempts(entry.steps),
    persisted: null,
    stop: null,
    upload: null,
    wait: null,
    retries: 0,
    reconnects: 0,
    close: null,
    wasLive: false,
    stages: {
      cache: 'none',
      ssr: 'none',
      auth: 'none',
      persisted: 'none',
      retry: 'none',
      http: 'none',
      subscription: 'none',
      result: 'none',
    },
  };
  for (const attempt of summary.attempts) {
    const { receiving, response, parts } = attempt;
    summary.bytesUp += bytesSent(attempt);
    const head = response ?? receiving;
    summary.bytesDown += head?.bytes ?? 0;
    for (const part of parts) summary.bytesDown += part.bytes;
    // Browsers report status 0 for a redirect that was not followed.
    if (head) summary.status = head.status || null;
  }
  const state = readSteps(entry, summary);
  summary.upload = readUpload(summary.attempts);
  summary.outcome = outcomeOf(entry, summary, state);
  summary.stages = stagesOf(entry, summary);
  return summary;
}

/** Returns a cached `summarise`: an entry is summarized again only after it has changed. */
export function createSummaries(): (entry: WireEntry) => WireSummary {
  const cache = new WeakMap<WireEntry, { revision: number; summary: WireSummary }>();
  return entry => {
    const cached = cache.get(entry);
    if (cached?.revision === entry.revision) return cached.summary;
    const summary = summarise(entry);
    cache.set(entry, { revision: entry.revision, summary });
    return summary;
  };
}

/** State from the steps that the outcome depends on, besides the summary. */
interface Reading {
  isLive: boolean;
  isConnected: boolean;
  /** The connection was lost and is not back. A page that is left loses its streams just before it ends. */
  wasLost: boolean;
  isWaiting: boolean;
  ended: boolean;
  cancelled: boolean;
  cached: boolean;
  hasData: boolean;
}

function readSteps(entry: WireEntry, summary: WireSummary): Reading {
  const state: Reading = {
    isLive: false,
    isConnected: false,
    wasLost: false,
    isWaiting: false,
    ended: false,
    cancelled: false,
    cached: false,
    hasData: false,
  };
  let hashed = false;
  for (const step of entry.steps) {
    switch (step.type) {
      case 'started':
      case 'cached':
      case 'ssr':
        if (summary.title === '') summary.title = firstField(step.query.read() ?? '');
        if (step.type !== 'started') state.cached = true;
        break;
      case 'hashSent':
        hashed = true;
        break;
      case 'persistedMiss':
        summary.persisted ??= 'miss';
        break;
      case 'persistedStop':
        summary.persisted = 'stopped';
        summary.stop = step;
        break;
      case 'parsed':
        state.hasData = step.hasData;
        break;
      case 'retryWait':
        summary.retries++;
        summary.wait = { for: 'retry', ms: step.ms, attempt: step.attempt, of: step.of, until: step.at + step.ms };
        state.isWaiting = true;
        state.isLive = false;
        break;
      case 'reconnectWait':
        // There is also a wait after each failed attempt, but only an established connection can be lost.
        state.wasLost ||= state.isConnected;
        state.isConnected = false;
        summary.wait = { for: 'reconnect', ms: step.ms, attempt: step.attempt, of: null, until: step.at + step.ms };
        state.isWaiting = true;
        break;
      case 'socketOpening':
        state.isWaiting = false;
        break;
      case 'socketAcknowledged':
        summary.wasLive = true;
        connected(state, summary);
        if (entry.kind === 'socket') state.isLive = true;
        break;
      case 'socketClosed':
        summary.close = step;
        state.isLive = false;
        break;
      case 'response':
        if (entry.kind !== 'subscription' || step.status >= 300) break;
        state.isLive = true;
        connected(state, summary);
        state.isWaiting = false;
        break;
      case 'frame':
        if (entry.kind === 'socket' && step.frame === 'connection_ack') summary.wasLive = true;
        if (entry.kind === 'socket') {
          // Recording may have started after the connection was opened.
          if (entry.partial) state.isLive = true;
        } else if (step.frame === 'subscribe' || step.frame === 'next') {
          state.isLive = true;
          connected(state, summary);
          state.isWaiting = false;
        }
        break;
      case 'failed':
        summary.failure = step.failure;
        break;
      case 'ended':
        state.ended = true;
        break;
      case 'cancelled':
        state.cancelled = true;
        break;
    }
  }
  if (hashed && summary.persisted === null && summary.attempts.at(-1)?.response && !summary.failure) summary.persisted = 'hit';
  return state;
}

/** The connection is established, for the first time or again. */
function connected(state: Reading, summary: WireSummary): void {
  if (state.wasLost) summary.reconnects++;
  state.wasLost = false;
  state.isConnected = true;
}

function outcomeOf(entry: WireEntry, summary: WireSummary, state: Reading): WireOutcome {
  if (state.cached) return 'cached';
  if (summary.failure?.tag === 'cancelled' || state.cancelled) return 'cancelled';
  if (entry.kind === 'socket') {
    if (entry.endedAt === null) return state.isLive ? 'live' : 'running';
    return summary.close && !summary.close.byUs ? 'failed' : 'closed';
  }
  if (summary.failure && (state.ended || entry.kind !== 'subscription')) {
    return summary.failure.tag === 'graphql' && state.hasData ? 'partial' : 'failed';
  }
  if (state.ended) return 'ok';
  if (state.isWaiting) return 'waiting';
  return state.isLive ? 'live' : 'running';
}

function stagesOf(entry: WireEntry, summary: WireSummary): WireSummary['stages'] {
  const stages = { ...summary.stages };
  for (const step of entry.steps) {
    const stage = stageOf(step);
    if (stages[stage] === 'none') stages[stage] = 'passed';
  }
  const { outcome, persisted, attempts, failure } = summary;
  if (outcome === 'cached') stages[stages.ssr === 'passed' ? 'ssr' : 'cache'] = 'ok';
  if (persisted) stages.persisted = persisted === 'hit' ? 'ok' : 'warning';
  if (stages.retry === 'passed') stages.retry = 'warning';
  const last = attempts.at(-1);
  if (last) stages.http = httpState(last, failure);
  if (stages.subscription === 'passed') stages.subscription = subscriptionState(summary);
  stages.result = RESULT_STATE[outcome];
  return stages;
}

const RESULT_STATE: Record<WireOutcome, StageState> = {
  running: 'none',
  waiting: 'none',
  live: 'none',
  ok: 'ok',
  partial: 'warning',
  cached: 'none',
  failed: 'danger',
  cancelled: 'warning',
  closed: 'passed',
};

/** Failures of the request that occur after the response status. */
const FAILED_AFTER: ReadonlySet<string> = new Set(['parse', 'http', 'network'] satisfies Failure['tag'][]);

function httpState(last: WireAttempt, failure: Failure | null): StageState {
  if (last.endedAt === null) return 'busy';
  if (!last.response) return failure?.tag === 'cancelled' || !failure ? 'warning' : 'danger';
  return last.response.status >= 300 || last.response.status === 0 || FAILED_AFTER.has(failure?.tag ?? '') ? 'danger' : 'ok';
}

function subscriptionState({ outcome, reconnects, wait, close }: WireSummary): StageState {
  if (outcome === 'failed') return 'danger';
  if (outcome === 'running' || outcome === 'live') return 'busy';
  const wasLost = reconnects > 0 || wait?.for === 'reconnect';
  return outcome === 'waiting' || wasLost || (close && !close.byUs) ? 'warning' : 'ok';
}

/** The first field of a document's operation; '' if none is found. A rough scan for a display name, not a parser. */
export function firstField(query: string): string {
  const text = query
    .slice(0, 20_000)
    .replace(/#[^\n]*/g, '')
    .replace(/"(?:[^"\\]|\\.)*"?/g, '""');
  const open = /^[^{]*\{/.exec(text.replace(/\([^()]*\)/g, ''));
  const rest = open ? text.replace(/\([^()]*\)/g, '').slice(open[0].length) : '';
  return /^\s*(?:[_A-Za-z]\w*\s*:\s*)?([_A-Za-z]\w*)/.exec(rest)?.[1] ?? '';
}
