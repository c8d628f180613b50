/**
 * Links from other screens to Wire: for every error, and for each part of the status line. They name a row, so they are valid during the
 * session; Wire shows a message if the row has been dropped.
 */
import { href } from '../navigation/navigation';

/** Values of `?entry=` that select the newest row of a kind. */
export type LatestWireEntry = 'last-request' | 'last-persisted' | 'last-socket' | 'last-upload' | 'last-schema' | 'last-failed';

/** Prefix of the values of `?entry=` that select an operation by its number. */
export const OPERATION = 'operation-';

/** Links into Wire. */
export const wireLinks = {
  /** The whole log. */
  all: (): string => href(['wire']),
  /** A row by the tap's operation id (`UploadProgress.id`, a number that is valid in this page), or by `WireEntry.id`. */
  entry: (id: string | number): string => href(['wire'], { entry: typeof id === 'number' ? `${OPERATION}${id}` : id }),
  /** The latest HTTP request. */
  lastRequest: (): string => href(['wire'], { entry: 'last-request' satisfies LatestWireEntry }),
  /** The latest operation with a persisted query miss or stop, or else the latest query sent by hash. */
  persisted: (): string => href(['wire'], { entry: 'last-persisted' satisfies LatestWireEntry }),
  /** The latest websocket connection. */
  socket: (): string => href(['wire'], { entry: 'last-socket' satisfies LatestWireEntry }),
  /** The latest failure, for an error whose operation is unknown. */
  failed: (): string => href(['wire'], { entry: 'last-failed' satisfies LatestWireEntry }),
  /** The latest upload. */
  upload: (): string => href(['wire'], { entry: 'last-upload' satisfies LatestWireEntry }),
} as const;
