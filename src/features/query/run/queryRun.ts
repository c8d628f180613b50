/** The state of one run of an operation: its request, its result so far, and the functions that add results to it. */
import { CombinedError, type OperationResult } from '@urql/core';
import { maskFailure } from '../../../session/wire/wireLogMask';
import { type Failure, failureOf } from '../../../transport/observe/failure';
import type { TapEvent } from '../../../transport/observe/tap';
import type { Rewrite } from '../../../transport/pipelineContext';
import type { OperationMask } from '../../../transport/secrets/documentSecrets';
import { MASK } from '../../../transport/secrets/mask';
import { NO_SECRETS } from '../../../transport/secrets/secretValues';
import type { TextPlace } from '../editor/document/documentTools';
import { type RequestedShape, withoutAddedTypenames } from '../explorer/requestedShape';
import { LargeData } from '../result/large/largeData';
import type { QueryHeader } from '../tabs/queryTabs';

/** The request of a run. */
export interface RunRequest {
  kind: 'query' | 'mutation' | 'subscription';
  name: string | null;
  /** One operation with its fragments. */
  text: string;
  variables: Readonly<Record<string, unknown>>;
  headers: readonly QueryHeader[];
  /** The text that urql parses, if it cannot parse `text`. */
  plain?: string;
  /** Changes the body of the HTTP request. */
  rewrite?: Rewrite;
  /** Adds the mocked values to the data of a result, in steps; with the coordinates of the mocked fields. */
  mock?: { fields: readonly string[]; fill: (data: unknown) => Generator<void, unknown> };
  /** True if the variables contain a secret, which must not be in a URL. Default false. */
  byPost?: boolean;
  /** The text of the tab, if its head contains assertions. */
  document?: string;
  /** The requested fields. Fields that only the transport requested are removed from the data. */
  shape: RequestedShape;
  /** Returns the position of an error in the text of the editor. `sent` is the text that was sent. */
  placeOf: (
    error: { path?: readonly (string | number)[] | undefined; locations?: readonly TextPlace[] | undefined },
    sent: string,
  ) => TextPlace | null;
  /** Returns the URL of the Docs page for the field at this path of the data, without list indexes; null if unknown. */
  docsOf: (path: readonly string[]) => string | null;
}

/** A GraphQL error of a result. */
export interface RunError {
  message: string;
  path: readonly (string | number)[] | null;
  place: TextPlace | null;
  extensions: Readonly<Record<string, unknown>>;
}

/** An event of a subscription. */
export interface RunEvent {
  at: number;
  data: unknown;
  errors: readonly RunError[];
  /** The period without a connection before this event, in which events may have been missed. */
  gap?: RunGap | null;
}

/** Times in milliseconds since 1970. */
export interface RunGap {
  from: number;
  to: number;
}

/** The response as reported by the tap. Sizes are in bytes, times in ms. */
export interface RunResponse {
  status: number;
  contentType: string;
  bytes: number;
  firstByteMs: number;
  ms: number;
  headers: Readonly<Record<string, string>>;
}

/** A snapshot of a run. */
export interface QueryRun {
  /** `stopped`: by the user. */
  state: 'running' | 'done' | 'stopped';
  request: RunRequest;
  /** Masks secrets in the result. Everything here is masked, except `texts`. */
  hide: OperationMask;
  startedAt: number;
  endedAt: number | null;
  /** Undefined if the data is large, then it is in `large`. */
  data: unknown;
  /** The data of a large result, which is in a worker. */
  large: LargeData | null;
  /** The text received so far of a large response that is incomplete or not JSON. */
  cut: LargeData | null;
  /**
   * The received body, in chunks; a large one is in `large` or `cut`. Modified in place: it grows, and is emptied when it exceeds
   * `MOST_TEXT` (runResponses.ts).
   */
  texts: readonly string[];
  /** Number of bytes received so far of a response that is not incremental. */
  received: number;
  errors: readonly RunError[];
  extensions: unknown;
  /** The failure other than `errors`: no response, invalid JSON, or a refusal. */
  failure: Failure | null;
  /** The position at which a large response stops being valid JSON. */
  broken: { at: number; endsEarly: boolean } | null;
  /** True if more parts of the result will follow. */
  hasNext: boolean;
  /** Number of parts received so far. */
  parts: number;
  /** The first event of a subscription. */
  first: RunEvent | null;
  /** Events of a subscription, newest first, at most `MOST_EVENTS`. */
  events: readonly RunEvent[];
  eventCount: number;
  /** For a subscription: whether its connection is open. */
  isConnected: boolean;
  /** For a subscription that is sent again: why the server refused it, in its words. Null if it is not, or if the server gave no reason. */
  refusal: string | null;
  sentHeaders: Readonly<Record<string, string>> | null;
  response: RunResponse | null;
  /** How the document was sent if not as text: by the ID of a trusted document, or by hash. */
  sentAs: { form: 'id' | 'hash'; id: string } | null;
  /** True if a query is retried automatically when the server requests a delay, until the user stops it. */
  asksAgain: boolean;
  /** ID of the request in Wire; null until it is sent. */
  wireId: number | null;
}

/** Maximum number of events of a subscription. */
export const MOST_EVENTS = 500;

/** Returns the run after an event of its request that the tap reported. */
export function withStep(run: QueryRun, event: TapEvent): QueryRun {
  if (event.type === 'documentId') return { ...run, sentAs: { form: 'id', id: event.id } };
  if (event.type === 'hashSent') return { ...run, sentAs: { form: 'hash', id: event.hash } };
  if (event.type === 'resend') return { ...run, sentAs: null };
  if (event.type === 'request') return { ...run, sentHeaders: event.headers };
  if (event.type === 'response') {
    const { status, contentType, bytes, firstByteMs, ms, headers } = event;
    return { ...run, response: { status, contentType, bytes, firstByteMs, ms, headers } };
  }
  if (event.type === 'event' && run.response) {
    return { ...run, response: { ...run.response, bytes: run.response.bytes + event.bytes, ms: event.at - run.startedAt } };
  }
  return run;
}

/** Returns the run after a result, which can be one of several. `sent` is the text that was sent; `now` is in milliseconds since 1970. */
export function withResult(
  run: QueryRun,
  result: OperationResult,
  { sent, now, gap = null }: { sent: string; now: number; gap?: RunGap | null },
): QueryRun {
  const { request, hide } = run;
  // A result without data and errors only marks the end of a subscription.
  if (request.kind === 'subscription' && !result.hasNext && !result.error && result.data == null) return run;
  const errors = (result.error?.graphQLErrors ?? []).map(error => ({
    message: hide.got(error.message),
    path: error.path ?? null,
    place: request.placeOf({ path: error.path, locations: locationsOf(error) }, sent),
    extensions: masked(error.extensions ?? {}, hide) as Record<string, unknown>,
  }));
  const large = (result.data as unknown) instanceof LargeData ? (result.data as unknown as LargeData) : null;
  const plain = large ? undefined : withoutAddedTypenames(result.data, request.shape);
  // Incremental data is masked when it is displayed.
  const data = request.kind === 'subscription' ? masked(plain, hide) : plain;
  const isPlain = result.error instanceof CombinedError && !result.error.networkError;
  const failure =
    result.error && !(isPlain && errors.length > 0) ? maskFailure(failureOf(result.error), NO_SECRETS, hide.got) : null;
  const next = {
    ...run,
    data,
    large,
    errors,
    failure,
    extensions: masked(result.extensions, hide),
    hasNext: result.hasNext,
    // No part arrived if the connection was lost.
    parts: failure?.tag === 'network' && failure.broke ? run.parts : run.parts + 1,
  };
  if (request.kind !== 'subscription') return next;
  const event: RunEvent = { at: now, data, errors, gap };
  const isEvent = result.data !== undefined || errors.length > 0;
  if (!isEvent) return next;
  const events = [event, ...run.events].slice(0, MOST_EVENTS);
  return { ...next, first: run.first ?? event, events, eventCount: run.eventCount + 1 };
}

/** Returns the value with secrets masked. */
export function masked(value: unknown, hide: OperationMask): unknown {
  if (value === undefined || value === null) return value;
  const json = JSON.stringify(value);
  const shown = hide.got(json);
  return shown === json ? value : parsed(shown);
}

/** If masking made the JSON invalid, only the placeholder of a secret is returned. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return MASK;
  }
}

/** Returns the locations of an error. The errors of urql have those of the server in `originalError`. */
function locationsOf(error: { locations?: unknown; originalError?: unknown }): readonly TextPlace[] | undefined {
  const locations = error.locations ?? (error.originalError as { locations?: unknown } | null | undefined)?.locations;
  if (!Array.isArray(locations)) return undefined;
  return locations.filter((place): place is TextPlace => typeof place?.line === 'number' && typeof place.column === 'number');
}
