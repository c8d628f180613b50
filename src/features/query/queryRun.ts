/** One run of an operation: what was sent, what has come of it so far, and how it takes in what comes. */
import { CombinedError, type OperationResult } from '@urql/core';
import { maskFailure } from '../../session/wire/wireLogMask';
import { type Failure, failureOf } from '../../transport/observe/failure';
import type { TapEvent } from '../../transport/observe/tap';
import type { Rewrite } from '../../transport/observe/trace';
import type { OperationMask } from '../../transport/secrets/documentSecrets';
import { MASK } from '../../transport/secrets/mask';
import { NO_SECRETS } from '../../transport/secrets/secretValues';
import type { TextPlace } from './editor/document/documentTools';
import { type AskedShape, stripped } from './explorer/askedShape';
import { LargeData } from './result/large/largeData';
import type { QueryHeader } from './tabs/queryTabs';

/** What is sent. */
export interface RunRequest {
  kind: 'query' | 'mutation' | 'subscription';
  name: string | null;
  /** One operation with its fragments. */
  text: string;
  variables: Readonly<Record<string, unknown>>;
  headers: readonly QueryHeader[];
  /** What urql reads in place of the text, where it cannot read that. */
  plain?: string;
  /** Changes the body that is sent. */
  rewrite?: Rewrite;
  /** Puts what is made up into the data of an answer, in steps, and the coordinates of its fields. */
  mock?: { fields: readonly string[]; fill: (data: unknown) => Generator<void, unknown> };
  /** True where the variables hold a secret, which must not be in an address. Default false. */
  byPost?: boolean;
  /** The text of the tab where its head holds assertions. */
  document?: string;
  /** What is asked for: what the transport asks for besides is taken out of the data. */
  shape: AskedShape;
  /** Where in the person's text an error belongs; `sent` is the text as it went out. */
  placeOf: (
    error: { path?: readonly (string | number)[] | undefined; locations?: readonly TextPlace[] | undefined },
    sent: string,
  ) => TextPlace | null;
  /** Address of the Docs page about what stands in the data under these names, lists passed over; null: nothing is known of it. */
  docsOf: (path: readonly string[]) => string | null;
}

/** One error of an answer. */
export interface RunError {
  message: string;
  path: readonly (string | number)[] | null;
  place: TextPlace | null;
  extensions: Readonly<Record<string, unknown>>;
}

/** One event of a subscription. */
export interface RunEvent {
  at: number;
  data: unknown;
  errors: readonly RunError[];
}

/** What the tap reported of the answer. Sizes in bytes, times in ms. */
export interface RunAnswer {
  status: number;
  contentType: string;
  bytes: number;
  firstByteMs: number;
  ms: number;
  headers: Readonly<Record<string, string>>;
}

/** A run at one moment. */
export interface QueryRun {
  /** `stopped`: by the person. */
  state: 'running' | 'done' | 'stopped';
  request: RunRequest;
  /** Takes secrets out of what came. What is kept here is without them, but for `texts`. */
  hide: OperationMask;
  startedAt: number;
  endedAt: number | null;
  /** undefined where it is large: then it is in `large`. */
  data: unknown;
  /** The data of a large answer, which a worker holds. */
  large: LargeData | null;
  /** Of a large answer that did not come to its end, or is no JSON: its text, as far as it came. */
  cut: LargeData | null;
  /**
   * The body as it came, in the pieces that it came in; of a large one it is in `large` or `cut`. Changes in place: it grows, and is empty once
   * the pieces are more than `MOST_TEXT` (runAnswers.ts).
   */
  texts: readonly string[];
  /** Bytes that have come so far of an answer that comes whole. */
  received: number;
  errors: readonly RunError[];
  extensions: unknown;
  /** What went wrong apart from `errors`: no answer, no JSON, a refusal. */
  failure: Failure | null;
  /** Of a large answer that is no JSON: where it stops being it. */
  broken: { at: number; endsEarly: boolean } | null;
  /** More parts are on their way. */
  hasNext: boolean;
  /** Parts that came so far. */
  parts: number;
  /** Events of a subscription, the newest first, at most `MOST_EVENTS`. */
  events: readonly RunEvent[];
  eventCount: number;
  /** Of a subscription: whether its connection is open. */
  isConnected: boolean;
  sentHeaders: Readonly<Record<string, string>> | null;
  answer: RunAnswer | null;
  /** How it was sent where not as text: by the id of a trusted document, or by hash. */
  sentAs: { form: 'id' | 'hash'; id: string } | null;
  /** Whether the server is asked again by itself where it asks to wait: a query, until the person stops it. */
  asksAgain: boolean;
  /** The wire log's name of it; null until it is sent. */
  wireId: number | null;
}

/** Events kept of one subscription. */
export const MOST_EVENTS = 500;

/** The run after a step of its request that the tap reported. */
export function withStep(run: QueryRun, event: TapEvent): QueryRun {
  if (event.type === 'documentId') return { ...run, sentAs: { form: 'id', id: event.id } };
  if (event.type === 'hashSent') return { ...run, sentAs: { form: 'hash', id: event.hash } };
  if (event.type === 'resend') return { ...run, sentAs: null };
  if (event.type === 'request') return { ...run, sentHeaders: event.headers };
  if (event.type === 'response') {
    const { status, contentType, bytes, firstByteMs, ms, headers } = event;
    return { ...run, answer: { status, contentType, bytes, firstByteMs, ms, headers } };
  }
  if (event.type === 'event' && run.answer) {
    return { ...run, answer: { ...run.answer, bytes: run.answer.bytes + event.bytes, ms: event.at - run.startedAt } };
  }
  return run;
}

/** The run after a result, which may be one of several. `sent`: the text as it went out; `now`: milliseconds since the epoch. */
export function withResult(run: QueryRun, result: OperationResult, { sent, now }: { sent: string; now: number }): QueryRun {
  const { request, hide } = run;
  // The end of a subscription: a result without data and errors.
  if (request.kind === 'subscription' && !result.hasNext && !result.error && result.data == null) return run;
  const errors = (result.error?.graphQLErrors ?? []).map(error => ({
    message: hide.got(error.message),
    path: error.path ?? null,
    place: request.placeOf({ path: error.path, locations: locationsOf(error) }, sent),
    extensions: masked(error.extensions ?? {}, hide) as Record<string, unknown>,
  }));
  const large = (result.data as unknown) instanceof LargeData ? (result.data as unknown as LargeData) : null;
  const plain = large ? undefined : stripped(result.data, request.shape);
  // What grows part by part is masked when it is shown.
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
    // Where it broke off no part came.
    parts: failure?.tag === 'network' && failure.broke ? run.parts : run.parts + 1,
  };
  if (request.kind !== 'subscription') return next;
  const event: RunEvent = { at: now, data, errors };
  const isEvent = result.data !== undefined || errors.length > 0;
  if (!isEvent) return next;
  return { ...next, events: [event, ...run.events].slice(0, MOST_EVENTS), eventCount: run.eventCount + 1 };
}

/** The value without secrets. */
export function masked(value: unknown, hide: OperationMask): unknown {
  if (value === undefined || value === null) return value;
  const json = JSON.stringify(value);
  const shown = hide.got(json);
  return shown === json ? value : parsed(shown);
}

/** What was masked into something that is no JSON is the sign of a secret alone. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return MASK;
  }
}

/** Where an error says it belongs. urql's errors carry what the server said as `originalError`, places included. */
function locationsOf(error: { locations?: unknown; originalError?: unknown }): readonly TextPlace[] | undefined {
  const said = error.locations ?? (error.originalError as { locations?: unknown } | null | undefined)?.locations;
  if (!Array.isArray(said)) return undefined;
  return said.filter((place): place is TextPlace => typeof place?.line === 'number' && typeof place.column === 'number');
}
