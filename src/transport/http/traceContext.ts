/**
 * W3C Trace Context (https://www.w3.org/TR/trace-context/): the `traceparent` header by which servers put what they log under one id. The sampled
 * flag is set: who switches it on wants to find the trace.
 */

/** A new header value, with an id that no other request has. */
export function newTraceparent(): string {
  return `00-${hex(16)}-${hex(8)}-01`;
}

/** The id of the trace in a header value; undefined where it is none. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.exec(traceparent ?? '')?.[1];
}

function hex(bytes: number): string {
  const values = globalThis.crypto.getRandomValues(new Uint8Array(bytes));
  // Ids of zeros alone are not allowed.
  values[0] ||= 1;
  return [...values].map(value => value.toString(16).padStart(2, '0')).join('');
}
