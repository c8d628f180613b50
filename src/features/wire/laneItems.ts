/**
 * The steps of an entry as a person sees them: some are moments, some take time, and many frames of a feed in a row are one thing. The lane
 * diagram and the list of steps show the same items, in order.
 */
import { WIRE_LIMITS, type WireEntry, type WireStep } from '../../session/wireLog';
import { type StepOf, stageOf, type WireAttempt, type WireStage, type WireSummary } from '../../session/wireLogSummary';
import type { Tone } from '../../ui/StatusDot';
import type { Words } from './plainLine';
import { stepWords } from './stepWords';

/** One thing that happened. Times in milliseconds since the epoch; `from` equals `to` for a moment. */
export interface LaneItem {
  /** The same as long as the entry grows. */
  id: string;
  stage: WireStage;
  from: number;
  to: number;
  /** It is still going on; `to` is now. */
  open: boolean;
  tone: Tone;
  title: string;
  help: string | null;
}

/** Frames in a row that are shown one by one; more become one item. */
const FRAMES_SHOWN = 3;

/** Shorter waits and receptions are not worth a bar of their own, in ms. */
const SHORT_MS = 2;

/** The items of an entry; `now` in milliseconds since the epoch. */
export function laneItems(words: Words, entry: WireEntry, summary: WireSummary, now: number): LaneItem[] {
  const items: LaneItem[] = [];
  const attempts = new Map(summary.attempts.map(attempt => [attempt.request as WireStep, attempt]));
  let at = 0;
  while (at < entry.steps.length) {
    const step = entry.steps[at] as WireStep;
    const run = step.type === 'frame' ? framesInRow(entry.steps, at) : 1;
    const point = momentOf(words, entry, step, at);
    const attempt = attempts.get(step);
    if (step.type === 'frame' && run > FRAMES_SHOWN)
      items.push(runOf(words, entry.steps.slice(at, at + run) as StepOf<'frame'>[], at));
    else if (attempt) items.push(point, ...barsOf(words, attempt, at, now));
    else if (step.type === 'retryWait' || step.type === 'reconnectWait') items.push(waitOf(point, step, entry, at, now));
    else if (step.type === 'socketOpening') items.push(connectingOf(point, entry, at, now));
    else if (step.type !== 'uploading' && step.type !== 'processing') items.push(point);
    at += step.type === 'frame' && run > FRAMES_SHOWN ? run : 1;
  }
  return items;
}

function momentOf(words: Words, entry: WireEntry, step: WireStep, at: number): LaneItem {
  const base = { id: String(idOf(entry, at)), stage: stageOf(step), from: step.at, to: step.at, open: false };
  return { ...base, tone: toneOf(step), ...stepWords(words, step, entry) };
}

/** A number of the step that does not change when steps in the middle are let go. */
function idOf(entry: WireEntry, at: number): number {
  return at < WIRE_LIMITS.firstSteps ? at : at + entry.letGo;
}

function toneOf(step: WireStep): Tone {
  switch (step.type) {
    case 'cached':
    case 'ssr':
    case 'ended':
      return 'ok';
    case 'persistedMiss':
    case 'persistedStop':
    case 'retryWait':
    case 'reconnectWait':
    case 'cancelled':
      return 'warning';
    case 'failed':
      return 'danger';
    case 'response':
      return step.status >= 300 ? 'danger' : 'ok';
    case 'parsed':
      return step.errors > 0 ? 'danger' : 'neutral';
    case 'socketClosed':
      return step.byUs ? 'neutral' : 'danger';
    case 'socketAcknowledged':
      return 'ok';
    case 'frame':
      return step.frame === 'error' ? 'danger' : 'neutral';
    default:
      return 'neutral';
  }
}

/** What a request spent its time with: sending, where that is known; waiting for the server; receiving. */
function barsOf({ text, formats }: Words, attempt: WireAttempt, at: number, now: number): LaneItem[] {
  const { request, response, sentAt, endedAt, multipart } = attempt;
  const bars: LaneItem[] = [];
  const until = endedAt ?? now;
  const firstByte = response ? request.at + response.firstByteMs : until;
  const bar = (part: string, from: number, to: number, title: string, open: boolean): void => {
    if (to - from < SHORT_MS && !open) return;
    bars.push({ id: `${at} ${part}`, stage: 'http', from, to, open, tone: open ? 'busy' : 'neutral', title, help: null });
  };
  const duration = (from: number, to: number): string => formats.duration(to - from);
  let waitsFrom = request.at;
  if (multipart && (sentAt !== null || attempt.progress.length > 0)) {
    const to = sentAt ?? until;
    const sent = sentAt === null ? (attempt.progress.at(-1)?.sent ?? 0) : multipart.bytes;
    const size = formats.bytes(multipart.bytes);
    const rate = to > request.at ? formats.bytes(Math.round((sent * 1000) / (to - request.at))) : null;
    bar(
      'send',
      request.at,
      to,
      rate ? text('wire.stepProgress', { size, rate }) : text('wire.stepSending', { size }),
      sentAt === null && endedAt === null,
    );
    if (sentAt === null) return bars;
    waitsFrom = sentAt;
  }
  const isOpen = response === null && endedAt === null;
  const time = duration(waitsFrom, firstByte);
  bar('wait', waitsFrom, firstByte, text(sentAt === null ? 'wire.stepWaiting' : 'wire.stepServer', { time }), isOpen);
  if (response) bar('receive', firstByte, until, text('wire.stepReceiving', { time: duration(firstByte, until) }), false);
  return bars;
}

/** A wait lasts as long as it was to, or until something else happened. */
function waitOf(
  point: LaneItem,
  step: StepOf<'retryWait' | 'reconnectWait'>,
  entry: WireEntry,
  at: number,
  now: number,
): LaneItem {
  const next = entry.steps.slice(at + 1).find(other => other.type !== 'reconnectWait' && other.type !== 'socketClosed');
  const until = Math.min(step.at + step.ms, next?.at ?? Number.POSITIVE_INFINITY);
  const open = !next && entry.endedAt === null && until > now;
  return { ...point, to: open ? now : until, open };
}

/** Connecting lasts until the connection is open, or closed. */
function connectingOf(point: LaneItem, entry: WireEntry, at: number, now: number): LaneItem {
  const next = entry.steps
    .slice(at + 1)
    .find(({ type }) => type === 'socketOpened' || type === 'socketAcknowledged' || type === 'socketClosed');
  const open = !next && entry.endedAt === null;
  return { ...point, to: next?.at ?? (open ? now : point.to), open, tone: open ? 'busy' : 'neutral' };
}

/** How many frames of one type and direction stand in a row from `at` on. */
function framesInRow(steps: readonly WireStep[], at: number): number {
  const first = steps[at];
  if (first?.type !== 'frame') return 1;
  let end = at + 1;
  for (; end < steps.length; end++) {
    const step = steps[end];
    if (step?.type !== 'frame' || step.frame !== first.frame || step.direction !== first.direction) break;
  }
  return end - at;
}

function runOf({ text, formats }: Words, frames: readonly StepOf<'frame'>[], at: number): LaneItem {
  const [first] = frames as [StepOf<'frame'>];
  const size = formats.bytes(frames.reduce((sum, { bytes }) => sum + bytes, 0));
  const { frame, direction } = first;
  const values = { count: frames.length, frame, size };
  return {
    id: `${at} run`,
    stage: 'subscription',
    from: first.at,
    to: frames.at(-1)?.at ?? first.at,
    open: false,
    tone: direction === 'in' && frame === 'next' ? 'ok' : 'neutral',
    title: text(direction === 'in' ? 'wire.stepFramesIn' : 'wire.stepFramesOut', values),
    help: null,
  };
}
