/**
 * W3C Trace Context (https://www.w3.org/TR/trace-context/): the `traceparent` header, with which servers log a request under one trace id.
 * The sampled flag is set, so that the trace of a user who enables tracing is recorded.
 */

/** Returns a new header value with a random trace id. */
export function newTraceparent(): string {
  return `00-${hex(16)}-${hex(8)}-01`;
}

/** The trace id in a header value; undefined if the value is invalid. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.exec(traceparent ?? '')?.[1];
}

function hex(bytes: number): string {
  const values = globalThis.crypto.getRandomValues(new Uint8Array(bytes));
  // The specification forbids ids that are all zeros.
  values[0] ||= 1;
  return [...values].map(value => value.toString(16).padStart(2, '0')).join('');
}
