/**
 * The server's log: one JSON object per line, on standard error. Standard output only has the messages at the start. Callers never log
 * headers, query strings or bodies, which could contain secrets; the redaction below is a second safeguard.
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
  'pilotCode',
  'databaseUrl',
];

/** @param destination default: standard error */
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

/** Serializes an error: its stack, and the code and message of each cause. */
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
