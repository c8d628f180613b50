/** What the transport says about itself while it works: the states behind the status line. All times are milliseconds since the epoch. */

/** State of the websocket. `live`: open and acknowledged. */
export type SocketStatus =
  | { state: 'idle' }
  | { state: 'connecting'; attempt: number }
  | { state: 'live' }
  /** Waiting; `attempt` counts from 1 since the last acknowledgement, `nextAt` is when the wait ends. */
  | { state: 'reconnecting'; attempt: number; nextAt: number }
  /** Closed for a reason that is not retried by the socket itself. */
  | { state: 'failed'; reason: string; code: number };

/** Why persisting ended: the server does not support it, answered a hash with 400 or 500, asked for the query's text, or reported a mismatch. */
export type StopCause = 'notSupported' | 'status' | 'noQuery' | 'mismatch';

/** State of persisted queries. `hits`: answered by hash alone; `misses`: had to be sent again in full. */
export type PersistedStatus =
  | { state: 'off' }
  | { state: 'on'; hits: number; misses: number }
  /** `reason` is for developers; screens choose words by `cause`, and `status` where one caused it. */
  | { state: 'stopped'; reason: string; cause: StopCause; status: number | null };

/** One upload under way, from the first byte until its answer. `id` is the tap's operation id. */
export interface UploadProgress {
  id: number;
  name: string | null;
  phase: 'sending' | 'processing';
  sentBytes: number;
  totalBytes: number;
}

/** The last HTTP request that was answered or failed. */
export interface LastRequest {
  name: string | null;
  method: string;
  /** Path of the endpoint, without query string. */
  path: string;
  /** null: no answer came. */
  status: number | null;
  ms: number;
}
