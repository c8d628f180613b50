/**
 * The server's log: one JSON object a line, on standard error, so that standard output holds only the messages of the start.
 * What could be a secret is never handed to it (no headers, no query strings, no bodies); the redaction below is the second lock.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './readSettings';

const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'password',
  'token',
  'accessCode',
  'databaseUrl',
];

/**
 * @param destination where the lines go; default standard error
 */
export function createLog(level: LogLevel, destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: SECRETS.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      serializers: { err: describeError },
    },
    destination,
  );
}

/** What is logged of an error: its stack, and the chain of causes by code and message. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
