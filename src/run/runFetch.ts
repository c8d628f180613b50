/**
 * `fetch` for `oriel run`. Responses are bounded. Errors name the reason, which Node hides in their `cause`. Redirects are followed as in the
 * page (contract C5a): the transport asks for none to be followed where a secret header would reach the other address.
 */
import { boundedResponse } from '../lib/network/boundedResponse';

/** Longest response, in decompressed bytes. */
const MOST_BYTES = 32 * 1024 * 1024;

export const runFetch: typeof fetch = async (input, init) => {
  try {
    return boundedResponse(await fetch(input, init), MOST_BYTES);
  } catch (error) {
    const { cause } = error as { cause?: { message?: string; code?: string } };
    // The error for a host with several addresses has a code but no message.
    const reason = cause?.message || cause?.code;
    throw reason ? new TypeError(`The endpoint cannot be reached: ${reason}`, { cause }) : error;
  }
};
