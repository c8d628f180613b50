/**
 * The addresses by which the rest of Oriel leads into Wire: one for every error, and for each part of the status line. They name a row,
 * so they hold for as long as the session; Wire says so when the row is gone.
 */
import { href } from '../navigation/navigation';

/** What `?entry=` may say instead of a row: the newest row of that kind. */
export type LatestWireEntry = 'last-request' | 'last-persisted' | 'last-socket' | 'last-upload' | 'last-schema' | 'last-failed';

/** Begins what `?entry=` says of an operation by its number. */
export const OPERATION = 'operation-';

/** Links into Wire. */
export const wireLinks = {
  /** The whole log. */
  all: (): string => href(['wire']),
  /** A row by the tap's operation id (`UploadProgress.id`), which is a number and of this page, or by `WireEntry.id`. */
  entry: (id: string | number): string => href(['wire'], { entry: typeof id === 'number' ? `${OPERATION}${id}` : id }),
  /** The last HTTP request. */
  lastRequest: (): string => href(['wire'], { entry: 'last-request' satisfies LatestWireEntry }),
  /** Where persisted queries last missed or stopped, else the last query sent by hash. */
  persisted: (): string => href(['wire'], { entry: 'last-persisted' satisfies LatestWireEntry }),
  /** The latest connection of the websocket. */
  socket: (): string => href(['wire'], { entry: 'last-socket' satisfies LatestWireEntry }),
  /** What failed last, for an error that does not know where it came from. */
  failed: (): string => href(['wire'], { entry: 'last-failed' satisfies LatestWireEntry }),
  /** The latest upload. */
  upload: (): string => href(['wire'], { entry: 'last-upload' satisfies LatestWireEntry }),
} as const;
