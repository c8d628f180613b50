/**
 * The HTTP requests of a wire log entry: request and response of each attempt, and the progress of its upload. Computed from the steps when
 * the entry is shown.
 */
import type { StepOf, WireEntry, WireStep, WireText } from './wireLogEntry';

/** One HTTP request and its response. */
export interface WireAttempt {
  request: StepOf<'request'>;
  /** Whether the token was attached; null if the transport did not report it. */
  token: boolean | null;
  /** Form of an operation with a persisted hash or a trusted document id; null for all others. */
  form: 'id' | 'hash' | 'text+hash' | 'text' | null;
  multipart: StepOf<'multipart'> | null;
  /** Progress of an upload, oldest first. */
  progress: StepOf<'uploading'>[];
  /** When the request was completely sent, ms since the epoch; null if unknown. */
  sentAt: number | null;
  /** The response so far; null once `response` is set. */
  receiving: StepOf<'receiving'> | null;
  response: StepOf<'response'> | null;
  parsed: StepOf<'parsed'> | null;
  /** Parts of a streamed response, as far as the log has them. */
  parts: StepOf<'event'>[];
  /** When the last byte arrived or the attempt failed; null while it is in flight. */
  endedAt: number | null;
}

/** The figures of an upload. */
export interface WireUpload {
  files: number;
  parts: number;
  bytes: number;
  sentBytes: number;
  /** Time from the start of the request until all bytes were sent; null while sending, or if unknown. */
  sendMs: number | null;
  /** Bytes per second; null if unknown. */
  rate: number | null;
  /** Time from the last sent byte to the response; null until then. */
  serverMs: number | null;
  working: boolean;
}

/** The attempts in the steps of an entry, oldest first. */
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

/** Number of sent bytes of an attempt. For an unfinished upload, the last reported number. */
export function bytesSent({ request, multipart, progress, sentAt, receiving, response }: WireAttempt): number {
  const isWhole = multipart === null || request.via === 'fetch' || sentAt !== null || receiving !== null || response !== null;
  return isWhole ? request.bytes : Math.min(request.bytes, progress.at(-1)?.sent ?? 0);
}

/** The latest upload among attempts; null if there is none. */
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

/** The response body of an attempt, with streamed parts joined; undefined without a body, or if steps of `entry` were dropped. */
export function responseBodyOf({ letGo }: WireEntry, { response, parts }: WireAttempt): WireText | undefined {
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
