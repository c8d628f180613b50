/**
 * Limits the number of open feeds of a client, counted by network address over websockets and event streams together. A feed also ends here
 * when its connection has closed, even if nothing else ends it.
 */
import { GraphQLError } from 'graphql';
import { createClientLimit } from '../../lib/network/clientLimit';

/** The client of a feed. */
export interface FeedReader {
  /** Network address; empty if unknown. */
  address: string;
  /** Aborted when the connection has closed. */
  gone: AbortSignal;
}

export interface FeedLimit {
  /**
   * Opens a feed and counts it until it ends.
   * @throws GraphQLError with code TOO_MANY_SUBSCRIPTIONS if the client has too many feeds
   */
  admit<T>(
    reader: FeedReader,
    open: () => AsyncIterableIterator<T> | Promise<AsyncIterableIterator<T>>,
  ): Promise<AsyncIterableIterator<T>>;
}

/** @param most maximum number of feeds of one client */
export function createFeedLimit(most: number): FeedLimit {
  const limit = createClientLimit(most);
  return {
    async admit(reader, open) {
      const release = limit.hold(reader.address);
      if (release === null) {
        throw new GraphQLError(`A client can have at most ${most} open subscriptions. End another one first.`, {
          extensions: { code: 'TOO_MANY_SUBSCRIPTIONS', most },
        });
      }
      try {
        return ending(await open(), reader.gone, release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** Returns the same feed, which calls `ended` once when it ends for any reason, and which ends when `gone` aborts. */
function ending<T>(feed: AsyncIterableIterator<T>, gone: AbortSignal, ended: () => void): AsyncIterableIterator<T> {
  const end = (): void => {
    gone.removeEventListener('abort', leave);
    ended();
  };
  const leave = (): void => {
    end();
    feed.return?.();
  };
  if (gone.aborted) leave();
  else gone.addEventListener('abort', leave);
  return {
    async next() {
      const result = await feed.next();
      if (result.done) end();
      return result;
    },
    async return(value) {
      end();
      return (await feed.return?.(value)) ?? { done: true, value: undefined };
    },
    async throw(error) {
      end();
      if (feed.throw) return feed.throw(error);
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
