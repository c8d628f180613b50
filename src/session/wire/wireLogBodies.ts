/**
 * The texts of the wire log. They are created when they are read, with all secrets masked that are known by then. When all bodies together
 * exceed their limit, the oldest are dropped.
 */
import type { LaterText, LazyText } from '../../transport/observe/tap';
import type { WireText } from './wireLogEntry';
import { WIRE_LIMITS } from './wireLogLimits';
import type { KnownSecrets } from './wireLogMask';

/** A text in the log, created when it is read. */
export class KeptText implements WireText {
  /** Number of entries that refer to it. */
  holders = 0;
  readonly bytes: number;
  #make: LazyText | undefined;
  readonly #secrets: KnownSecrets;
  readonly #hide: ((text: string) => string) | undefined;
  constructor(make: LazyText, bytes: number, secrets: KnownSecrets, hide?: (text: string) => string) {
    this.bytes = bytes;
    this.#make = make;
    this.#secrets = secrets;
    this.#hide = hide;
  }
  read(): string | null {
    const text = this.#make?.();
    return text === undefined ? null : this.masked(text);
  }
  release(): void {
    this.#make = undefined;
  }
  /** Masks the secrets in a text. */
  masked(text: string): string {
    return this.#secrets.remove(this.#hide ? this.#hide(text) : text);
  }
}

/** More characters than any token has. */
const CUT_OFF = 8000;

/** A body that is stored outside of the log. */
export function externalBody(
  later: LaterText,
  bytes: number,
  secrets: KnownSecrets,
  hide: ((text: string) => string) | undefined,
): KeptText & Required<Pick<WireText, 'later'>> {
  const body = new KeptText(() => '', bytes, secrets, hide);
  body.release();
  return Object.assign(body, {
    later: async (length: number) => {
      // A secret cut in two would not be recognized. So more is read than requested, masked, and then truncated again.
      const text = await later(length + CUT_OFF);
      if (text === null) return null;
      return length < bytes ? body.masked(text).slice(0, -CUT_OFF) : body.masked(text);
    },
  });
}

/** The bodies in the log. */
export interface WireBodies {
  /** Adds a body of `bytes` bytes; if it is too large, only its size is kept. `hide` masks additional secrets in it. */
  keep(make: LazyText, bytes: number, hide?: (text: string) => string): KeptText;
  /** Called when an entry no longer refers to a body. The body is dropped with its last reference. */
  release(body: KeptText): void;
  /** Sets the limit for new bodies to 256 MB instead of 8 MB. */
  keepLarge(on: boolean): void;
}

/** Creates an empty set of bodies. `secrets` are masked in all of them; the set may grow later. */
export function createWireBodies(secrets: KnownSecrets): WireBodies {
  /** Oldest first. */
  const bodies = new Set<KeptText>();
  let bytesKept = 0;
  let keepsLarge = false;

  const drop = (body: KeptText): void => {
    body.release();
    if (bodies.delete(body)) bytesKept -= body.bytes;
  };
  /** Drops the oldest bodies until the others fit the limit. */
  const fitIn = (): void => {
    const budget = keepsLarge ? WIRE_LIMITS.largeBodies : WIRE_LIMITS.bodies;
    for (const oldest of bodies) {
      if (bytesKept <= budget) break;
      drop(oldest);
    }
  };

  return {
    keep(make, bytes, hide) {
      const body = new KeptText(make, bytes, secrets, hide);
      if (bytes > (keepsLarge ? WIRE_LIMITS.largeBody : WIRE_LIMITS.body)) body.release();
      else {
        bodies.add(body);
        bytesKept += bytes;
        fitIn();
      }
      return body;
    },
    release(body) {
      if (--body.holders === 0) drop(body);
    },
    keepLarge(on) {
      keepsLarge = on;
      fitIn();
    },
  };
}
