/**
 * The steps of an entry as items of the diagram. An item is a moment or has a duration; a run of frames is one item. The lane diagram and
 * the list of steps show the same items in the same order.
 */

import type { WireAttempt } from '../../../session/wire/wireLogAttempts';
import type { StepOf, WireEntry, WireStep } from '../../../session/wire/wireLogEntry';
import { WIRE_LIMITS } from '../../../session/wire/wireLogLimits';
import { stageOf, type WireSummary } from '../../../session/wire/wireLogSummary';
import type { Tone } from '../../../ui/text/StatusDot';
import { type Lane, stepWords } from '../details/stepWords';
import type { Words } from '../plainLine';

/** One item. Times are in milliseconds since the epoch; for a moment, `from` equals `to`. */
export interface LaneItem {
  /** Stays the same while the entry grows. */
  id: string;
  lane: Lane;
  from: number;
  to: number;
  /** True while it goes on; then `to` is the current time. */
  open: boolean;
  tone: Tone;
  title: string;
  /** A few characters, shown where the title does not fit. */
  short: string | null;
  help: string | null;
}

/** Longest run of frames that is shown frame by frame; a longer run becomes one item. */
const FRAMES_SHOWN = 3;

/** Anything shorter than this, in ms, has no bar of its own. */
const SHORT_MS = 2;
/** Receiving has a bar of its own from this duration on, in ms, or if it took as long as the wait for the response. */
const LONG_RECEIVING_MS = 20;

/** Returns the items of an entry. `now` is in milliseconds since the epoch. */
export function laneItems(words: Words, entry: WireEntry, summary: WireSummary, now: number): LaneItem[] {
  const items: LaneItem[] = [];
  const attempts = new Map<WireStep, WireAttempt>(summary.attempts.map(attempt => [attempt.request, attempt]));
  const answers = new Map(summary.attempts.map(attempt => [attempt.response as WireStep | null, attempt]));
  const inRuns = new Set<WireStep>();
  entry.steps.forEach((step, at) => {
    if (inRuns.has(step)) return;
    const run = step.type === 'frame' ? framesInRow(entry, at) : [];
    if (step.type === 'frame' && run.length > FRAMES_SHOWN) {
      for (const frame of run) inRuns.add(frame);
      items.push(runOf(words, entry, run, at));
      return;
    }
    const point = momentOf(words, entry, step, at);
    const attempt = attempts.get(step);
    if (attempt) items.push(...barsOf(words, point, attempt, now));
    else if (step.type === 'receiving') items.push(arrivingOf(point, step, summary.attempts.at(-1), now));
    else if (step.type === 'response') items.push(responseOf(words, point, answers.get(step)));
    else if (step.type === 'retryWait' || step.type === 'reconnectWait') items.push(waitOf(words, point, step, entry, at, now));
    else if (step.type === 'socketOpening') items.push(connectingOf(point, entry, at, now));
    else if (!ABSORBED.has(step.type)) items.push(point);
  });
  return items.sort((a, b) => a.from - b.from);
}

/** These steps are shown as part of another item. */
const ABSORBED: ReadonlySet<WireStep['type']> = new Set(['uploading', 'processing', 'parsed']);

function momentOf(words: Words, entry: WireEntry, step: WireStep, at: number): LaneItem {
  return {
    id: String(idOf(entry, at)),
    lane: laneOf(entry, step),
    from: step.at,
    to: step.at,
    open: false,
    tone: toneOf(entry, step, at),
    short: null,
    ...stepWords(words, step, entry),
  };
}

/** A number for a step that does not change when steps in the middle are dropped. */
function idOf(entry: WireEntry, at: number): number {
  return at < WIRE_LIMITS.firstSteps ? at : at + entry.letGo;
}

function laneOf(entry: WireEntry, step: WireStep): Lane {
  if (entry.kind !== 'socket') return stageOf(step);
  return step.type === 'frame' ? step.direction : 'connection';
}

function toneOf(entry: WireEntry, step: WireStep, at: number): Tone {
  switch (step.type) {
    case 'cached':
    case 'ssr':
    case 'socketAcknowledged':
      return 'ok';
    case 'ended':
      return entry.steps.some(({ type }) => type === 'failed') ? 'neutral' : 'ok';
    case 'persistedMiss':
    case 'persistedStop':
    case 'retryWait':
    case 'reconnectWait':
    case 'cancelled':
      return 'warning';
    case 'failed':
      return 'danger';
    case 'response':
      return step.status >= 300 || step.status === 0 ? 'danger' : 'ok';
    case 'event':
      return step.errors > 0 ? 'danger' : 'ok';
    case 'socketClosed':
      return step.byUs ? 'neutral' : 'danger';
    case 'frame':
      return step.frame === 'error' || isRefusal(entry, step, at) ? 'danger' : 'neutral';
    default:
      return 'neutral';
  }
}

/** True for a `next` frame that made the subscription fail: the transport unsubscribed at once and waits for a retry, or gave up. */
function isRefusal(entry: WireEntry, step: StepOf<'frame'>, at: number): boolean {
  if (step.frame !== 'next' || step.direction !== 'in' || entry.kind !== 'subscription') return false;
  const next = entry.steps.slice(at + 1).find(other => other.type !== 'frame' || other.direction === 'in');
  return next?.type === 'retryWait' || next?.type === 'failed';
}

/** Returns the bars of a request: sending (if measured), waiting for the server, receiving. The first bar stands for the request. */
function barsOf({ text, formats }: Words, point: LaneItem, attempt: WireAttempt, now: number): LaneItem[] {
  const { request, receiving, response, sentAt, endedAt, multipart } = attempt;
  const until = endedAt ?? now;
  const head = response ?? receiving;
  const firstByte = head ? request.at + head.firstByteMs : until;
  const isOpen = endedAt === null;
  const bars: LaneItem[] = [];
  const bar = (part: string, from: number, to: number, title: string, open = false): void => {
    const time = formats.duration(to - from);
    bars.push({
      ...point,
      id: `${point.id} ${part}`,
      from,
      to,
      open,
      tone: open ? 'busy' : 'neutral',
      title,
      short: time,
      help: null,
    });
  };
  const measured = multipart !== null && (sentAt !== null || attempt.progress.length > 0);
  if (measured) {
    const to = sentAt ?? until;
    const sent = sentAt === null ? (attempt.progress.at(-1)?.sent ?? 0) : multipart.bytes;
    const size = formats.bytes(multipart.bytes);
    const rate = to > request.at ? formats.bytes(Math.round((sent * 1000) / (to - request.at))) : null;
    bar(
      'send',
      request.at,
      to,
      rate ? text('wire.stepProgress', { size, rate }) : text('wire.stepSending', { size }),
      isOpen && sentAt === null,
    );
    bars[0] = { ...(bars[0] as LaneItem), id: point.id, help: point.title };
    if (sentAt === null) return bars;
  }
  const waitsFrom = sentAt ?? request.at;
  const isWaiting = isOpen && head === null;
  const time = formats.duration(firstByte - waitsFrom);
  if (measured) {
    if (isWaiting || firstByte - waitsFrom >= SHORT_MS)
      bar('wait', waitsFrom, firstByte, text('wire.stepServer', { time }), isWaiting);
  } else if (isWaiting || firstByte - waitsFrom >= SHORT_MS) {
    bar('wait', waitsFrom, firstByte, point.title, isWaiting);
    bars[0] = { ...(bars[0] as LaneItem), id: point.id, help: text('wire.stepWaiting', { time }) };
  } else bars.push(point);
  const receivingMs = until - firstByte;
  if (response && (receivingMs >= LONG_RECEIVING_MS || (receivingMs >= SHORT_MS && receivingMs >= firstByte - waitsFrom)))
    bar('receive', firstByte, until, text('wire.stepReceiving', { time: formats.duration(receivingMs) }));
  return bars;
}

/** A response that is being received, from its headers on. If it was interrupted, it lasts until the end of the attempt. */
function arrivingOf(
  point: LaneItem,
  { status, firstByteMs }: StepOf<'receiving'>,
  attempt: WireAttempt | undefined,
  now: number,
): LaneItem {
  const { request, endedAt = null } = attempt ?? {};
  const from = request ? request.at + firstByteMs : point.from;
  const open = endedAt === null;
  return { ...point, from, to: Math.max(from, endedAt ?? now), open, tone: open ? 'busy' : 'neutral', short: String(status) };
}

/** The response, with the result of parsing it. */
function responseOf({ text, formats }: Words, point: LaneItem, attempt: WireAttempt | undefined): LaneItem {
  const { response, parsed } = attempt ?? {};
  const short = response?.status ? String(response.status) : null;
  if (!parsed) return { ...point, short };
  const { hasData, errors, ms } = parsed;
  const tone = errors > 0 && point.tone === 'ok' ? (hasData ? 'warning' : 'danger') : point.tone;
  const help = [
    text('wire.stepParsed', { data: hasData, errors }),
    ...(ms >= SHORT_MS ? [text('wire.helpParsed', { time: formats.duration(ms) })] : []),
  ];
  return { ...point, short, tone, help: help.join(' · ') };
}

/** A wait lasts for its planned time, or until the next step. */
function waitOf(
  { formats }: Words,
  point: LaneItem,
  step: StepOf<'retryWait' | 'reconnectWait'>,
  entry: WireEntry,
  at: number,
  now: number,
): LaneItem {
  const next = entry.steps.slice(at + 1).find(other => other.type !== 'reconnectWait' && other.type !== 'socketClosed');
  const until = Math.min(step.at + step.ms, next?.at ?? Number.POSITIVE_INFINITY);
  const open = !next && entry.endedAt === null && until > now;
  return { ...point, to: open ? now : until, open, short: formats.duration(step.ms) };
}

/** Connecting lasts until the connection is open or closed. */
function connectingOf(point: LaneItem, entry: WireEntry, at: number, now: number): LaneItem {
  const over: ReadonlySet<WireStep['type']> = new Set(['socketOpened', 'socketAcknowledged', 'socketClosed']);
  const next = entry.steps.slice(at + 1).find(({ type }) => over.has(type));
  const open = !next && entry.endedAt === null;
  return { ...point, to: next?.at ?? (open ? now : point.to), open, tone: open ? 'busy' : 'neutral' };
}

/**
 * Returns the run of frames of one type and direction that starts at index `at`. A connection has a lane for each direction, so frames in
 * the other direction do not end the run.
 */
function framesInRow(entry: WireEntry, at: number): StepOf<'frame'>[] {
  const first = entry.steps[at] as StepOf<'frame'>;
  const row: StepOf<'frame'>[] = [];
  for (const step of entry.steps.slice(at)) {
    if (step.type !== 'frame') break;
    if (step.direction !== first.direction && entry.kind === 'socket') continue;
    if (step.frame !== first.frame || step.direction !== first.direction) break;
    row.push(step);
  }
  return row;
}

function runOf({ text, formats }: Words, entry: WireEntry, frames: readonly StepOf<'frame'>[], at: number): LaneItem {
  const [first] = frames as [StepOf<'frame'>];
  const size = formats.bytes(frames.reduce((sum, { bytes }) => sum + bytes, 0));
  const { frame, direction } = first;
  const values = { count: frames.length, frame, size };
  return {
    id: String(idOf(entry, at)),
    lane: laneOf(entry, first),
    from: first.at,
    to: frames.at(-1)?.at ?? first.at,
    open: false,
    tone: direction === 'in' && frame === 'next' ? 'ok' : 'neutral',
    title: text(direction === 'in' ? 'wire.stepFramesIn' : 'wire.stepFramesOut', values),
    short: formats.number(frames.length),
    help: null,
  };
}
