/**
 * Shields the connection from exceptions of subscribers. graphql-ws treats an exception in a handler as a malformed frame and closes the
 * socket with 4004, which would end all other subscriptions. The exception is reported as uncaught instead.
 */
import { reportException } from '../../lib/reportException';
import type { SubscribeSink } from './socket';

/** Returns a sink with the same behaviour whose methods never throw. */
export function guardSink(sink: SubscribeSink): SubscribeSink {
  const guarded = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      reportException(error);
    }
  };
  return {
    next: payload => guarded(() => sink.next(payload)),
    connection: change => guarded(() => sink.connection?.(change)),
    error: cause => guarded(() => sink.error(cause)),
    complete: () => guarded(() => sink.complete()),
  };
}
