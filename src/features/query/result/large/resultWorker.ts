/**
 * The worker that contains one large result (largeResult.ts) and responds to requests from LargeData (largeData.ts). It also truncates
 * large events (frameCutter.ts), compares two results (diffResults.ts), and reads large files of collections (readLargeFiles.ts).
 */
import { BrokenJsonError } from '../../../../transport/http/body/jsonBytes';
import { type OperationMask, operationMask } from '../../../../transport/secrets/documentSecrets';
import { type ComparedResult, diffResults } from '../../compare/diffResults';
import type { RequestedShape } from '../../explorer/requestedShape';
import { type NamedText, PROGRESS } from '../../tabs/queryCollectionFile';
import { cutFrame } from './cutFrame';
import { type LargeResult, openLargeResult, textOf } from './largeResult';
import { maskLarge } from './maskLarge';

/** The request of the result, from which the secrets in the result are known. */
export interface ResultRequest {
  shape: RequestedShape;
  document: string;
  /** As JSON. */
  variables: string;
  /** Credentials that were sent with the request. */
  secrets: readonly string[];
}

/** Messages to the worker. Chunks are transferred, not copied. */
export type WorkerOrder =
  | { type: 'request'; request: ResultRequest }
  | { type: 'size'; bytes: number }
  | { type: 'piece'; piece: Uint8Array }
  | { type: 'end'; id: number }
  | { type: 'ask'; id: number; name: keyof LargeResult; given: readonly unknown[] }
  /** The text of a frame with a large event (cutFrame.ts). It is independent of the result. */
  | { type: 'frame'; id: number; text: string }
  /** Two results to compare (diffResults.ts), neither of which is the one in this worker. */
  | { type: 'compare'; id: number; first: ComparedResult; second: ComparedResult }
  | { type: 'collections'; id: number; files: readonly NamedText[] };

/** Messages from the worker. */
export type WorkerReply =
  | { id: number; value: unknown }
  | { id: number; error: string; broken: { at: number; endsEarly: boolean } | null };

/** The part of the worker's global object that is used. */
interface Port {
  onmessage: ((event: { data: WorkerOrder }) => void) | null;
  postMessage(reply: WorkerReply): void;
}

/** Handles the messages of a worker's global object. */
export function serveResult(port: Port): void {
  let bytes = new Uint8Array(4_194_304);
  let length = 0;
  let shape: RequestedShape = { typename: true, fields: new Map() };
  let hide: OperationMask | null = null;
  let result: LargeResult | null = null;
  /** All received bytes, set at the end of the response. Kept for its text if it is not JSON. */
  let whole: Uint8Array | null = null;

  /** The received bytes of an incomplete response, without secrets. Only used when no more bytes will arrive. */
  let cut: Uint8Array | null = null;

  const append = (piece: Uint8Array): void => {
    if (length + piece.length > bytes.length) {
      const larger = new Uint8Array(Math.max(bytes.length * 2, length + piece.length));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(piece, length);
    length += piece.length;
  };
  const respond = (id: number, make: () => unknown): void => {
    try {
      port.postMessage({ id, value: make() });
    } catch (error) {
      const broken = error instanceof BrokenJsonError ? { at: error.at, endsEarly: error.endsEarly } : null;
      port.postMessage({ id, error: error instanceof Error ? error.message : String(error), broken });
    }
  };
  const respondLater = (id: number, coming: Promise<unknown>): void =>
    void coming.then(
      value => respond(id, () => value),
      (error: unknown) =>
        respond(id, () => {
          throw error;
        }),
    );
  const readCollections = async (files: readonly NamedText[]): Promise<unknown> => {
    const { readCollectionFiles } = await import(/* webpackChunkName: "read-collections" */ '../../tabs/readCollectionFiles');
    let reported = 0;
    return readCollectionFiles(files, share => {
      if (share < reported + 0.01) return;
      reported = share;
      port.postMessage({ id: PROGRESS, value: share });
    });
  };
  port.onmessage = ({ data: order }) => {
    if (order.type === 'request') {
      const { document, variables, secrets } = order.request;
      ({ shape } = order.request);
      hide = operationMask(
        () => document,
        () => variables,
        () => secrets,
      );
    } else if (order.type === 'size') {
      if (length === 0 && order.bytes < 2_000_000_000) bytes = new Uint8Array(order.bytes);
    } else if (order.type === 'frame') respond(order.id, () => cutFrame(order.text));
    else if (order.type === 'compare') respondLater(order.id, diffResults(order.first, order.second));
    else if (order.type === 'collections') respondLater(order.id, readCollections(order.files));
    else if (order.type === 'piece') append(order.piece);
    else if (order.type === 'end') {
      respond(order.id, () => {
        // Releases the unused part of the buffer.
        whole = bytes.length > length * 1.1 ? bytes.slice(0, length) : bytes.subarray(0, length);
        bytes = new Uint8Array();
        if (hide) whole = maskLarge(whole, hide);
        result = openLargeResult(whole, shape);
        return result.outline();
      });
    } else {
      respond(order.id, () => {
        if (!result && order.name === 'text') {
          const [from, to] = order.given as [number, number];
          cut ??= hide && !whole ? maskLarge(bytes.subarray(0, length), hide) : null;
          return textOf(whole ?? cut ?? bytes.subarray(0, length), from, to);
        }
        if (!result) throw new Error('There is no result yet');
        const ask = result[order.name] as (...given: readonly unknown[]) => unknown;
        return ask(...order.given);
      });
    }
  };
}

serveResult(globalThis as unknown as Port);
