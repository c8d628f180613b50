/** The state that the transport publishes for the status line. All times are in ms since the epoch. */

/** State of the websocket. `live`: open and acknowledged. */
export type SocketStatus =
  | { state: 'idle' }
  | { state: 'connecting'; attempt: number }
  | { state: 'live' }
  /**
   * Waiting to reconnect; `attempt` counts from 1 since the last acknowledgement, `nextAt` is when the wait ends. `reason` is what the server
   * gave as the reason, such as `HTTP 503` or `1011 Restarting`.
   */
  | { state: 'reconnecting'; attempt: number; nextAt: number; reason?: string }
  /** Closed for a reason that the socket does not retry. */
  | { state: 'failed'; reason: string; code: number };

/**
 * Why persisting stopped: the server does not support it, responded to a hash with 400 or 500, asked for the text, or reported a mismatch.
 */
export type StopCause = 'notSupported' | 'status' | 'noQuery' | 'mismatch';

/** State of persisted queries. `hits`: answered by hash alone; `misses`: sent again in full. */
export type PersistedStatus =
  | { state: 'off' }
  | { state: 'on'; hits: number; misses: number }
  /** `reason` is for developers; screens choose their texts by `cause`, and by `status` if there is one. */
  | { state: 'stopped'; reason: string; cause: StopCause; status: number | null };

/** One upload in flight, from its first byte to the response. `id` is the tap's operation id. */
export interface UploadProgress {
  id: number;
  name: string | null;
  phase: 'sending' | 'processing';
  sentBytes: number;
  totalBytes: number;
  /**
   * True if the server certainly has not received everything. The bytes sent are reported several times a second: when the rest is small, it may
   * have been sent since.
   */
  isPartial: boolean;
}

/** The last HTTP request that was answered or failed. */
export interface LastRequest {
  name: string | null;
  method: string;
  /** Path of the endpoint, without query string. */
  path: string;
  /** Null if no response arrived. */
  status: number | null;
  ms: number;
}
