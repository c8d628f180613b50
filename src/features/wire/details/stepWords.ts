/** Describes the steps of the pipeline in words: what happened, and what it means. */
import type { MessageKey } from '../../../i18n/english';
import type { StepOf, WireEntry, WireStep } from '../../../session/wire/wireLogEntry';
import type { WireStage } from '../../../session/wire/wireLogSummary';
import type { Failure } from '../../../transport/observe/failure';
import { receivingLine, type Words } from '../plainLine';

/** A lane of the diagram: a stage of the pipeline; for a connection, its lifecycle and its frames by direction. */
export type Lane = WireStage | 'connection' | 'out' | 'in';

/** The description of a step. */
export interface StepWords {
  title: string;
  /** What the step means; null if the title is enough. */
  help: string | null;
}

/** Returns the name of a stage. The HTTP stage of an upload has its own name. */
export function stageName({ text }: Pick<Words, 'text'>, stage: Lane, isUpload = false): string {
  return text(stage === 'http' && isUpload ? 'wire.stageUpload' : STAGE_NAMES[stage]);
}

/** Returns a description of a stage, with its name in the code. */
export function stageHelp({ text }: Pick<Words, 'text'>, stage: Lane, isUpload = false): string {
  return text(stage === 'http' && isUpload ? 'wire.stageUploadHelp' : STAGE_HELP[stage]);
}

const STAGE_NAMES = {
  cache: 'wire.stageCache',
  ssr: 'wire.stageSsr',
  auth: 'wire.stageAuth',
  persisted: 'wire.stagePersisted',
  retry: 'wire.stageRetry',
  http: 'wire.stageHttp',
  subscription: 'wire.stageSubscription',
  result: 'wire.stageResult',
  connection: 'wire.laneConnection',
  out: 'wire.frameOut',
  in: 'wire.frameIn',
} as const satisfies Record<Lane, MessageKey>;

const STAGE_HELP = {
  cache: 'wire.stageCacheHelp',
  ssr: 'wire.stageSsrHelp',
  auth: 'wire.stageAuthHelp',
  persisted: 'wire.stagePersistedHelp',
  retry: 'wire.stageRetryHelp',
  http: 'wire.stageHttpHelp',
  subscription: 'wire.stageSubscriptionHelp',
  result: 'wire.stageResultHelp',
  connection: 'wire.laneConnectionHelp',
  out: 'wire.laneOutHelp',
  in: 'wire.laneInHelp',
} as const satisfies Record<Lane, MessageKey>;

/** Describes a step in words. */
export function stepWords(words: Words, step: WireStep, entry: WireEntry): StepWords {
  const { text, formats } = words;
  const say = (title: string, help: string | null = null): StepWords => ({ title, help });
  switch (step.type) {
    case 'started':
      return started(words, step, entry);
    case 'cached':
      return say(text('wire.stepCached'), text('wire.helpCached'));
    case 'ssr':
      return say(text('wire.stepRendered'), text('wire.helpRendered'));
    case 'token':
      return step.attached
        ? say(text('wire.stepToken'), text('wire.helpToken'))
        : say(text('wire.stepNoToken'), text('wire.helpNoToken'));
    case 'documentId':
      return say(
        text('wire.stepDocumentId', { id: step.id.length > 20 ? `${step.id.slice(0, 8)}…` : step.id }),
        text('wire.helpDocumentId'),
      );
    case 'hashSent':
      return say(text('wire.stepHash', { hash: `${step.hash.slice(0, 8)}…` }), text('wire.helpHash'));
    case 'persistedMiss':
      return say(
        step.status === null ? text('wire.stepMiss') : text('wire.stepMissStatus', { status: step.status }),
        text('wire.helpMiss'),
      );
    case 'persistedStop':
      return say(text('wire.stepStop'), `${stopReason(words, step)} ${text('wire.helpStopAfter')}`);
    case 'resend':
      return step.form === 'text'
        ? say(text('wire.stepResendText'), text('wire.helpResendText'))
        : say(text('wire.stepResendHash'), text('wire.helpResendHash'));
    case 'retryWait': {
      const { ms, attempt, of } = step;
      return say(text('wire.stepRetry', { time: formats.duration(ms), attempt, of }), text('wire.helpRetry'));
    }
    case 'multipart':
      return say(
        text('wire.stepMultipart', { parts: step.parts.length, size: formats.bytes(step.bytes) }),
        text('wire.helpMultipart'),
      );
    case 'request':
      return say(text('wire.stepRequest', { method: step.method, path: pathOf(step.url), size: formats.bytes(step.bytes) }));
    case 'uploading': {
      const percent = formats.percent(step.total > 0 ? step.sent / step.total : 0);
      return say(text('wire.stepUploading', { sent: formats.bytes(step.sent), size: formats.bytes(step.total), percent }));
    }
    case 'processing':
      return say(text('wire.stepProcessing'));
    case 'receiving':
      return say(receivingLine(words, step));
    case 'response':
      return say(response(words, step));
    case 'parsed':
      return say(
        text('wire.stepParsed', { data: step.hasData, errors: step.errors }),
        text('wire.helpParsed', { time: formats.duration(step.ms) }),
      );
    case 'event':
      return say(text('wire.stepPart', { size: formats.bytes(step.bytes), errors: step.errors }));
    case 'failed':
      return say(text('wire.stepFailed', { tag: step.failure.tag }), failureHelp(words, step.failure));
    case 'ended':
      return hasFailed(entry)
        ? say(text('wire.stepEndedFailed'), text('wire.helpEnded'))
        : say(text('wire.stepEnded'), text('wire.helpEnded'));
    case 'cancelled':
      return say(text(entry.leftScreen ? 'wire.stepCancelledByLeaving' : 'wire.stepCancelled'), text('wire.helpCancelled'));
    case 'socketOpening':
      return say(text('wire.stepOpening', { attempt: step.attempt }));
    case 'socketOpened':
      return say(text('wire.stepOpened'));
    case 'socketAcknowledged':
      return say(text('wire.stepAcknowledged', { time: formats.duration(step.ms) }), text('wire.helpAcknowledged'));
    case 'frame':
      return say(
        text(step.direction === 'in' ? 'wire.stepFrameIn' : 'wire.stepFrameOut', {
          frame: step.frame,
          size: formats.bytes(step.bytes),
        }),
      );
    case 'socketClosed': {
      const { code, reason, byUs } = step;
      if (byUs) return say(text('wire.stepClosedByUs', { code }));
      return say(reason === '' ? text('wire.stepClosed', { code }) : text('wire.stepClosedReason', { code, reason }));
    }
    case 'reconnectWait':
      return say(
        text('wire.stepReconnect', { time: formats.duration(step.ms), attempt: step.attempt }),
        text('wire.helpReconnect'),
      );
  }
}

/** True if the entry ended with a failure. A response with GraphQL errors does not count as one. */
function hasFailed({ steps }: WireEntry): boolean {
  const failed = steps.findLast(step => step.type === 'failed');
  return failed !== undefined && failed.failure.tag !== 'graphql';
}

function started({ text }: Words, { requestPolicy }: StepOf<'started'>, { kind }: WireEntry): StepWords {
  if (kind !== 'query') return { title: text('wire.stepNotCached'), help: text('wire.helpNotCached') };
  if (requestPolicy === 'network-only' || requestPolicy === 'cache-and-network')
    return { title: text('wire.stepCachePassed'), help: text('wire.helpCachePassed', { policy: requestPolicy }) };
  return { title: text('wire.stepNotInCache'), help: text('wire.helpNotInCache') };
}

/** Returns the reason why persisted queries were switched off. */
export function stopReason({ text }: Words, { cause, status }: StepOf<'persistedStop'>): string {
  switch (cause) {
    case 'notSupported':
      return text('wire.helpStopNotSupported');
    case 'status':
      return text('wire.helpStopStatus', { status: status ?? 0 });
    case 'noQuery':
      return text('wire.helpStopNoQuery');
    case 'mismatch':
      return text('wire.helpStopMismatch');
  }
}

function response({ text, formats }: Words, step: StepOf<'response'>): string {
  const { status, bytes, ms } = step;
  if (status === 0) return text('errors.redirectHelp');
  const contentType = step.contentType.split(';', 1)[0]?.trim() ?? '';
  if (!step.body && bytes === 0) return text('wire.stepStream', { status, contentType });
  const time = formats.duration(ms);
  if (bytes === 0) return text('wire.stepResponseEmpty', { status, time });
  return text('wire.stepResponse', { status, contentType, size: formats.bytes(bytes), time });
}

/** Returns an explanation of how a failure was classified. */
export function failureHelp({ text }: Words, failure: Failure): string {
  switch (failure.tag) {
    case 'network':
      return failure.broke ? text('errors.brokeHelp', failure.broke) : text('wire.helpFailedNetwork');
    case 'http':
      return failure.status === 0 ? text('errors.redirectHelp') : text('wire.helpFailedHttp', { status: failure.status });
    case 'parse':
      return text('wire.helpFailedParse', { status: failure.status });
    case 'graphql':
      return text('wire.helpFailedGraphql');
    case 'auth':
      return text('wire.helpFailedAuth');
    case 'socket':
      return text('wire.helpFailedSocket', { code: failure.code });
    case 'refused':
      return text('wire.helpFailedRefused');
    case 'timeout':
      return text('errors.timeoutHelp');
    case 'cancelled':
      return text('wire.helpFailedCancelled');
  }
}

/** Returns the path of an address, without its query string. */
export function pathOf(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
}
