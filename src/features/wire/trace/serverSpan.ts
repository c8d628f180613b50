/** A line of what a server did, whatever told it. */

/** One thing that a server did. */
export interface ServerSpan {
  label: string;
  /** More about it: a type, an address, the operation that was sent on. */
  detail: string;
  depth: number;
  /** From the beginning of the whole, in ms; null where that is not known. */
  start: number | null;
  ms: number | null;
  failed: boolean;
}
