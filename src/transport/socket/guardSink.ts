/**
 * Keeps what a subscriber throws away from the connection. graphql-ws takes an exception in a handler for a broken frame and closes the
 * socket with 4004, which would end the subscriptions of all others. The exception is reported as one that no code caught.
 */
import type { SubscribeSink } from './socket';

/** The same sink, whose methods never throw. */
export function guardSink(sink: SubscribeSink): SubscribeSink {
  const guarded = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      report(error);
    }
  };
  return {
    next: payload => guarded(() => sink.next(payload)),
    connection: change => guarded(() => sink.connection?.(change)),
    error: cause => guarded(() => sink.error(cause)),
    complete: () => guarded(() => sink.complete()),
  };
}

/** As browsers report an uncaught exception; Node has no `reportError`, and an uncaught exception would end its process. */
function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
