/**
 * Bounds the responses of the API on the server. A page asks for about a hundred rows, and few schemas have more than a thousand types: a
 * response far above that would block the server while it is parsed, rendered and written into the page. Such a request is left to the
 * browser, which blocks only itself.
 */
import { checkedResponse } from '../lib/network/boundedResponse';

/** What all responses together may contain. */
export interface ResponseLimits {
  /** Decompressed bytes. */
  bytes: number;
  /** Values, counted by the commas and brackets of the JSON. */
  values: number;
}

/** The bytes that begin a value in JSON: a comma, a bracket, a brace. */
const BEGINS: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b]);

/**
 * Creates a bound.
 * @param onExcess called when it is exceeded; its result is the error of the body that exceeds it
 * @returns wraps a response, whose body then counts
 */
export function createResponseBound(limits: ResponseLimits, onExcess: () => Error): (response: Response) => Response {
  let bytes = 0;
  let values = 0;
  return response =>
    checkedResponse(response, piece => {
      bytes += piece.byteLength;
      if (bytes <= limits.bytes) for (const byte of piece) if (BEGINS.has(byte)) values += 1;
      return bytes > limits.bytes || values > limits.values ? onExcess() : null;
    });
}
