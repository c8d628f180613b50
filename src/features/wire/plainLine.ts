/** What happened to an entry, in full sentences for readers who do not know the technical terms. */
import type { Formats } from '../../i18n/formats';
import type { Text } from '../../i18n/language';
import type { StepOf, WireEntry } from '../../session/wire/wireLogEntry';
import type { WireSummary } from '../../session/wire/wireLogSummary';
import type { Failure } from '../../transport/observe/failure';
import { isNoResponseMessage } from '../../transport/observe/isNoResponseMessage';

/** The texts and formats of a language. */
export interface Words {
  text: Text;
  formats: Formats;
}

/** Returns one to three sentences about an entry. */
export function plainSentences(words: Words, entry: WireEntry, summary: WireSummary): string[] {
  const sentences =
    entry.kind === 'socket'
      ? aboutConnection(words, entry, summary)
      : entry.kind === 'subscription'
        ? aboutFeed(words, entry, summary)
        : aboutRequest(words, entry, summary);
  return entry.partial ? [...sentences, words.text('wire.linePartial')] : sentences;
}

/** Returns the same sentences as one line. */
export function plainLine(words: Words, entry: WireEntry, summary: WireSummary): string {
  return plainSentences(words, entry, summary).join(' ');
}

function aboutRequest(words: Words, entry: WireEntry, summary: WireSummary): string[] {
  const { text } = words;
  const { outcome, stages, failure } = summary;
  if (outcome === 'cached') return [text(stages.ssr === 'ok' ? 'wire.lineRendered' : 'wire.lineCached')];
  if (outcome === 'cancelled') {
    if (failure) return [text('wire.lineStoppedByPerson')];
    if (entry.leftScreen) return [text('wire.lineCancelledByLeaving')];
    // Runs of the Query screen outlive the screen, so only the user can end one early.
    return [text(entry.screen === 'query' ? 'wire.lineStoppedByPerson' : 'wire.lineCancelled')];
  }
  const shortForm = aboutShortForm(words, summary);
  if (outcome === 'running' || outcome === 'waiting') return [...underWay(words, summary), ...shortForm];
  // The failure comes last, because it can end with the server's own message.
  if (failure) return [...shortForm, aboutFailure(words, failure, summary.outcome === 'partial')];
  if (summary.upload) return [...aboutUpload(words, summary.upload), ...shortForm];
  return [aboutResponse(words, summary), ...shortForm];
}

function underWay({ text, formats }: Words, { upload, attempts }: WireSummary): string[] {
  const receiving = attempts.at(-1)?.receiving;
  if (receiving) return [receivingLine({ text, formats }, receiving)];
  if (!upload) return [text('wire.lineWaiting')];
  if (upload.working) return [text('wire.lineWorking')];
  const { files, sentBytes, bytes } = upload;
  return [text('wire.lineSending', { files, sent: formats.bytes(sentBytes), size: formats.bytes(bytes) })];
}

/** Returns how much of a response has been received. */
export function receivingLine({ text, formats }: Words, { bytes, total }: StepOf<'receiving'>): string {
  const size = formats.bytes(total ?? bytes);
  return text('wire.lineReceiving', { received: formats.bytes(bytes), known: total !== null, size });
}

function aboutShortForm({ text }: Words, { persisted }: WireSummary): string[] {
  if (persisted === 'miss') return [text('wire.lineMiss')];
  return persisted === 'stopped' ? [text('wire.lineStopped')] : [];
}

function aboutResponse({ text, formats }: Words, summary: WireSummary): string {
  const time = formats.duration(summary.ms ?? 0);
  const size = formats.bytes(summary.bytesDown);
  const parts = summary.attempts.at(-1)?.parts.length ?? 0;
  if (parts > 0) return text('wire.lineStreamed', { count: parts, time, size });
  return text(summary.persisted === 'hit' ? 'wire.lineByHash' : 'wire.lineReceived', { time, size });
}

function aboutUpload({ text, formats }: Words, upload: NonNullable<WireSummary['upload']>): string[] {
  const { files, bytes, sendMs, rate, serverMs } = upload;
  const size = formats.bytes(bytes);
  const sent =
    sendMs === null || rate === null
      ? text('wire.lineUploadedSize', { files, size })
      : text('wire.lineUploaded', { files, size, time: formats.duration(sendMs), rate: formats.bytes(Math.round(rate)) });
  return serverMs === null ? [sent] : [sent, text('wire.lineServerWorked', { time: formats.duration(serverMs) })];
}

/** Describes the failure in one sentence. `inPart` is true if the response also has data. */
function aboutFailure({ text }: Words, failure: Failure, inPart: boolean): string {
  switch (failure.tag) {
    case 'network':
      return failure.broke ? text('errors.brokeHelp', failure.broke) : text('wire.lineNetwork');
    case 'http':
      if (failure.status === 0) return text('errors.redirectHelp');
      // A JSON response that is not a GraphQL response: the server refused nothing.
      return text(failure.status < 300 ? 'wire.lineParse' : 'wire.lineHttp', { status: failure.status });
    case 'parse':
      return text('wire.lineParse', { status: failure.status });
    case 'graphql':
      return text(inPart ? 'wire.lineInPart' : 'wire.lineErrors', { message: shortened(failure.message) });
    case 'auth':
      return text(failure.signedOut ? 'wire.lineSignedOut' : 'wire.lineForbidden');
    case 'socket':
      return text('wire.lineSocketFailed', { code: failure.code });
    case 'refused':
      return text('wire.lineRefused');
    case 'timeout':
      return text('errors.timeoutHelp');
    case 'cancelled':
      return text('wire.lineStoppedByPerson');
  }
}

function aboutFeed(words: Words, entry: WireEntry, summary: WireSummary): string[] {
  const { text, formats } = words;
  const { outcome, wait, failure, retries, reconnects } = summary;
  const count = entry.traffic.events;
  const again = [
    ...(retries > 0 ? [text('wire.lineRetried', { count: retries })] : []),
    ...(reconnects > 0 ? [text('wire.lineReconnected', { count: reconnects })] : []),
  ];
  switch (outcome) {
    case 'running':
      return [text('wire.lineOpeningFeed')];
    case 'live':
      return [text('wire.lineListening', { count }), ...again];
    case 'waiting':
      if (wait?.for !== 'retry') return [text('wire.lineConnectionLost')];
      return [text('wire.lineRetrying', { time: formats.duration(wait.ms), attempt: wait.attempt, of: wait.of ?? wait.attempt })];
    case 'failed':
      if (failure && retries > 0)
        return [
          text('wire.lineGaveUp', {
            count: retries + 1,
            message: shortened(isNoResponseMessage(failure.message) ? text('wire.lineNetwork') : failure.message),
          }),
        ];
      return failure ? [aboutFailure(words, failure, false)] : [];
    case 'cancelled':
      return [text(entry.leftScreen ? 'wire.lineFeedStoppedByLeaving' : 'wire.lineFeedStopped', { count }), ...again];
    default:
      return [text('wire.lineFeedEnded', { count }), ...again];
  }
}

function aboutConnection({ text, formats }: Words, entry: WireEntry, summary: WireSummary): string[] {
  const { outcome, close, wait, wasLive } = summary;
  const time = formats.duration(summary.ms ?? 0);
  const again = wait ? [text('wire.lineTriedAgain', { time: formats.duration(wait.ms) })] : [];
  if (outcome === 'running') return [text('wire.lineConnecting')];
  if (outcome === 'live' || !close)
    return [text('wire.lineConnected', { in: entry.traffic.framesIn, out: entry.traffic.framesOut })];
  const { code } = close;
  if (close.byUs && code === 1000) return [text('wire.lineClosedUnused', { time })];
  if (close.byUs) return [text('wire.lineClosedByUs', { time, code }), ...again];
  return [wasLive || entry.partial ? text('wire.lineLost', { time, code }) : text('wire.lineNotOpened', { code }), ...again];
}

/** The message can be as long as a page. */
function shortened(message: string): string {
  const line = message.trim().split('\n', 1)[0] ?? '';
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
