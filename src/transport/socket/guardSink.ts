/**
 * Keeps what a subscriber throws away from the connection. graphql-ws takes an exception in a handler for a broken frame and closes the
 * socket with 4004, which would end the subscriptions of all others. The exception is reported as one that no code caught.
 */
import type { SubscribeSink } from './socket';

/** The same sink, whose methods never throw. */
export function guardSink(sink: SubscribeSink): SubscribeSink {
  return {
    next(payload) {
      try {
        sink.next(payload);
      } catch (error) {
        report(error);
      }
    },
    error(cause) {
      try {
        sink.error(cause);
      } catch (error) {
        report(error);
      }
    },
    complete() {
      try {
        sink.complete();
      } catch (error) {
        report(error);
      }
    },
  };
}

/** As browsers report an uncaught exception; Node has no `reportError`, and an uncaught exception would end its process. */
function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
