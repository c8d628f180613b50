/** One line of a server trace, in whatever format the server sent it. */

/** One unit of work of a server. */
export interface ServerSpan {
  label: string;
  /** Details: a type, an address, the operation that was forwarded. */
  detail: string;
  depth: number;
  /** Start in ms after the start of the trace; null if unknown. */
  start: number | null;
  ms: number | null;
  failed: boolean;
}
