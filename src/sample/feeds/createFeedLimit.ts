/**
 * How many feeds one client may hold open, counted by network address over websockets and event streams together. A feed also ends here
 * when the connection it goes to has gone, even if no other part has ended it.
 */
import { GraphQLError } from 'graphql';

/** Where a feed goes to. */
export interface FeedReader {
  /** Network address; empty when it is not known. */
  address: string;
  /** Aborted when the connection is gone. */
  gone: AbortSignal;
}

export interface FeedLimit {
  /**
   * Counts a feed until it ends.
   * @throws GraphQLError with code TOO_MANY_SUBSCRIPTIONS when the client has too many.
   */
  admit<T>(
    reader: FeedReader,
    open: () => AsyncIterableIterator<T> | Promise<AsyncIterableIterator<T>>,
  ): Promise<AsyncIterableIterator<T>>;
}

/** @param most feeds of one client. */
export function createFeedLimit(most: number): FeedLimit {
  const counts = new Map<string, number>();
  return {
    async admit(reader, open) {
      const from = networkOf(reader.address);
      const count = counts.get(from) ?? 0;
      if (count >= most) {
        throw new GraphQLError(`One client can hold ${most} feeds open at most. End others first.`, {
          extensions: { code: 'TOO_MANY_SUBSCRIPTIONS', most },
        });
      }
      counts.set(from, count + 1);
      let counted = true;
      const release = (): void => {
        if (!counted) return;
        counted = false;
        const left = (counts.get(from) ?? 1) - 1;
        if (left > 0) counts.set(from, left);
        else counts.delete(from);
      };
      try {
        return ending(await open(), reader.gone, release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** The same feed, which calls `ended` once however it ends, and ends when `gone` aborts. */
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

/** One household holds a whole /64 of IPv6 addresses; they count as one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain;
}
