/**
 * `fetch` for `oriel run`. Operations are sent to the endpoint only, so a redirect is followed within its origin and refused to any other.
 * Responses are bounded. Errors name the reason, which Node hides in their `cause`.
 */
import { boundedResponse } from '../lib/network/boundedResponse';

/** Longest response, in decompressed bytes. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_REDIRECTS = 5;

export const runFetch: typeof fetch = async (input, init) => {
  let address = new URL(String(input));
  for (let count = 0; ; count += 1) {
    const response = await reached(address, { ...init, redirect: 'manual' });
    const target = init?.redirect === 'manual' ? null : redirectOf(response, address);
    if (target === null) return boundedResponse(response, MOST_BYTES);
    await response.body?.cancel();
    const isKept = response.status >= 307 || init?.method === 'GET';
    if (target.origin !== address.origin || !isKept || count >= MOST_REDIRECTS)
      throw new TypeError(
        `The endpoint redirects to ${target.origin}${target.pathname}, which is not followed: operations are sent to --endpoint only`,
      );
    address = target;
  }
};

/** The target of a redirect; null if the response is none. */
function redirectOf({ status, headers }: Response, address: URL): URL | null {
  const location = headers.get('location') ?? '';
  return [301, 302, 303, 307, 308].includes(status) && URL.canParse(location, address) ? new URL(location, address) : null;
}

async function reached(address: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    const { cause } = error as { cause?: { message?: string; code?: string } };
    // The error for a host with several addresses has a code but no message.
    const reason = cause?.message || cause?.code;
    throw reason ? new TypeError(`The endpoint cannot be reached: ${reason}`, { cause }) : error;
  }
}
