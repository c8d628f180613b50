/** Tells the tap of an answer while it arrives: of one that takes its time, some times a second as long as bytes come. */
import { maskHeaders } from '../secrets/mask';
import type { TapOperation, TapSource } from './tap';

/** When the first report follows the head of an answer, and how often more follow, in ms. A faster answer is reported at its end alone. */
const TELL_MS = 100;

/** What reading reports to. */
export interface Receipt {
  /** So many bytes have come. */
  got(bytes: number): void;
  /** The end, whatever it was like. */
  end(): void;
}

/** Begins with the head of an answer. `firstByteMs`: how long it took; `token`: to keep it out. */
export function tellReceiving(
  tap: TapSource,
  operation: TapOperation,
  { response, firstByteMs, token }: { response: Response; firstByteMs: number; token: string },
): Receipt {
  let received = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    timer = undefined;
    const { status } = response;
    tap.emit(
      { type: 'receiving', status, firstByteMs, bytes: received, total: lengthOf(response), ...headOf(response, token) },
      operation,
    );
  };
  timer = setTimeout(tell, TELL_MS);
  return {
    got(bytes) {
      received = bytes;
      timer ??= setTimeout(tell, TELL_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/** A header of an answer, '' when it is not there. A `fetch` that was handed in may answer with less than a Response. */
export function headerOf(response: Response, name: string): string {
  return response.headers?.get?.(name) ?? '';
}

/** Headers of an answer for the tap. */
export function headOf(response: Response, token: string): { contentType: string; headers: Record<string, string> } {
  // A fetch that was handed in may name a header __proto__.
  const headers: Record<string, string> = Object.create(null);
  response.headers?.forEach?.((value, name) => {
    headers[name] = value;
  });
  return { contentType: headerOf(response, 'content-type'), headers: maskHeaders(headers, token) };
}

/** How long a body says that it is; null where it does not, or is compressed: then it says another length. */
export function lengthOf(response: Response): number | null {
  return headerOf(response, 'content-encoding') ? null : Number(headerOf(response, 'content-length')) || null;
}
