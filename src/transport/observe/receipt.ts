/** Reports the progress of a slow response to the tap, several times a second while bytes arrive. */
import { headerOf } from '../http/headers';
import { maskHeaders } from '../secrets/mask';
import type { TapOperation, TapSource } from './tap';

/**
 * Delay of the first report after the response headers, and interval of the next ones, in ms. A faster response is only reported at its
 * end.
 */
const REPORT_MS = 100;

/** Receives the progress of a body. */
export interface Receipt {
  /** The number of bytes received so far. */
  got(bytes: number): void;
  /** The body has ended, completely or not. */
  end(): void;
}

/** Starts when the headers of a response have arrived. `firstByteMs`: time until then; `token`: masked in the reports. */
export function startReceipt(
  tap: TapSource,
  operation: TapOperation,
  { response, firstByteMs, token }: { response: Response; firstByteMs: number; token: string },
): Receipt {
  let received = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    timer = undefined;
    const { status } = response;
    tap.emit(
      { type: 'receiving', status, firstByteMs, bytes: received, total: contentLength(response), ...maskedHead(response, token) },
      operation,
    );
  };
  timer = setTimeout(report, REPORT_MS);
  return {
    got(bytes) {
      received = bytes;
      timer ??= setTimeout(report, REPORT_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/** The headers of a response, masked for the tap. */
export function maskedHead(response: Response, token: string): { contentType: string; headers: Record<string, string> } {
  // Without a prototype: a custom fetch may return a header named __proto__.
  const headers: Record<string, string> = Object.create(null);
  response.headers?.forEach?.((value, name) => {
    headers[name] = value;
  });
  return { contentType: headerOf(response, 'content-type'), headers: maskHeaders(headers, token) };
}

/** The length of a body in bytes; null if unknown. A compressed body's content-length is that of the compressed bytes, so it is ignored. */
export function contentLength(response: Response): number | null {
  return headerOf(response, 'content-encoding') ? null : Number(headerOf(response, 'content-length')) || null;
}
