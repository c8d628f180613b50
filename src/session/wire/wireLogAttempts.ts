/**
 * The HTTP requests of an entry of the wire log: what each attempt sent and got, and how far its upload came. Read from the steps when
 * somebody looks.
 */
import type { StepOf, WireEntry, WireStep, WireText } from './wireLogEntry';

/** One HTTP request and its answer. */
export interface WireAttempt {
  request: StepOf<'request'>;
  /** null: the transport did not say. */
  token: boolean | null;
  /** How an operation was sent that may go by hash or by the id of a trusted document; null where neither has to do with it. */
  form: 'id' | 'hash' | 'text+hash' | 'text' | null;
  multipart: StepOf<'multipart'> | null;
  /** Progress of an upload, oldest first. */
  progress: StepOf<'uploading'>[];
  /** When everything was sent and the server left to work; null where that is not known. */
  sentAt: number | null;
  /** The answer while it is on its way, or as far as it came; null where `response` says more. */
  receiving: StepOf<'receiving'> | null;
  response: StepOf<'response'> | null;
  parsed: StepOf<'parsed'> | null;
  /** Parts of a streamed answer, as far as they are kept. */
  parts: StepOf<'event'>[];
  /** When the last byte of the answer was there, or the attempt failed; null while it is under way. */
  endedAt: number | null;
}

/** An upload in figures. */
export interface WireUpload {
  files: number;
  parts: number;
  bytes: number;
  sentBytes: number;
  /** Time from the request until all was sent; null while sending, or where it is not known. */
  sendMs: number | null;
  /** Bytes a second; null where it is not known. */
  rate: number | null;
  /** From all sent to the answer; null until then. */
  serverMs: number | null;
  working: boolean;
}

/** The attempts that steps tell of, oldest first. */
export function readAttempts(steps: readonly WireStep[]): WireAttempt[] {
  const attempts: WireAttempt[] = [];
  let token: boolean | null = null;
  let form: WireAttempt['form'] = null;
  let multipart: WireAttempt['multipart'] = null;
  for (const step of steps) {
    const current = attempts.at(-1);
    switch (step.type) {
      case 'token':
        token = step.attached;
        break;
      case 'documentId':
        form = 'id';
        break;
      case 'hashSent':
        form = 'hash';
        break;
      case 'resend':
        form = step.form;
        break;
      case 'multipart':
        multipart = step;
        break;
      case 'request':
        attempts.push({
          request: step,
          token,
          form,
          multipart,
          progress: [],
          sentAt: null,
          receiving: null,
          response: null,
          parsed: null,
          parts: [],
          endedAt: null,
        });
        multipart = null;
        break;
      case 'uploading':
        current?.progress.push(step);
        break;
      case 'processing':
        if (current) current.sentAt = step.at;
        break;
      case 'receiving':
        if (current) current.receiving = step;
        break;
      case 'response':
        if (current) {
          current.receiving = null;
          current.response = step;
          current.endedAt = step.at;
        }
        break;
      case 'parsed':
        if (current) current.parsed = step;
        break;
      case 'event':
        if (current) {
          current.parts.push(step);
          current.endedAt = step.at;
        }
        break;
      case 'failed':
      case 'cancelled':
      case 'ended':
        if (current) current.endedAt ??= step.at;
        break;
    }
  }
  return attempts;
}

/** Bytes of an attempt that have left. Of an upload that did not come to its end, those that were reported. */
export function bytesSent({ request, multipart, progress, sentAt, receiving, response }: WireAttempt): number {
  const isWhole = multipart === null || request.via === 'fetch' || sentAt !== null || receiving !== null || response !== null;
  return isWhole ? request.bytes : Math.min(request.bytes, progress.at(-1)?.sent ?? 0);
}

/** The latest upload among attempts; null where nothing was uploaded. */
export function readUpload(attempts: readonly WireAttempt[]): WireUpload | null {
  const attempt = attempts.findLast(({ multipart }) => multipart !== null);
  const { multipart, request, response } = attempt ?? {};
  if (!attempt || !multipart || !request) return null;
  const last = attempt.progress.at(-1);
  const sendMs = attempt.sentAt === null ? null : attempt.sentAt - request.at;
  const sentBytes = bytesSent(attempt);
  const sendingMs = sendMs ?? (last && !response ? last.at - request.at : null);
  return {
    files: multipart.parts.filter(part => part.fileName !== undefined).length,
    parts: multipart.parts.length,
    bytes: multipart.bytes,
    sentBytes,
    sendMs,
    rate: sendingMs !== null && sendingMs > 0 ? (sentBytes * 1000) / sendingMs : null,
    serverMs: response && attempt.sentAt !== null ? Math.max(0, request.at + response.firstByteMs - attempt.sentAt) : null,
    working: attempt.sentAt !== null && attempt.endedAt === null,
  };
}

/** The answer of an attempt as it came, one in pieces put together; undefined where there is none, or steps of `entry` were let go. */
export function answerBody({ letGo }: WireEntry, { response, parts }: WireAttempt): WireText | undefined {
  if (response?.body || parts.length === 0) return response?.body;
  const bodies = parts.map(({ body }) => body).filter(body => body !== undefined);
  if (bodies.length < parts.length || letGo > 0) return undefined;
  return {
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    read() {
      const texts = bodies.map(body => body.read());
      return texts.includes(null) ? null : texts.join('');
    },
  };
}
