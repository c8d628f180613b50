/**
 * The texts of the wire log. They are made when they are read, with the secrets known by then taken out. Bodies are counted: where all of them
 * together are more than may be kept, the oldest go.
 */
import type { LaterText, LazyText } from '../../transport/observe/tap';
import type { WireText } from './wireLogEntry';
import { WIRE_LIMITS } from './wireLogLimits';
import type { KnownSecrets } from './wireLogMask';

/** A text in the log, made when it is read. */
export class KeptText implements WireText {
  /** How many entries show it. */
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
  letGo(): void {
    this.#make = undefined;
  }
  /** Takes the secrets out of a text. */
  masked(text: string): string {
    return this.#secrets.remove(this.#hide ? this.#hide(text) : text);
  }
}

/** Longer than tokens are, in characters. */
const CUT_OFF = 8000;

/** A body that the log does not hold itself. */
export function heldElsewhere(
  later: LaterText,
  bytes: number,
  secrets: KnownSecrets,
  hide: ((text: string) => string) | undefined,
): KeptText & Required<Pick<WireText, 'later'>> {
  const body = new KeptText(() => '', bytes, secrets, hide);
  body.letGo();
  return Object.assign(body, {
    later: async (length: number) => {
      // A secret that is cut in two would not be known for one: it lies within what is cut off again.
      const text = await later(length + CUT_OFF);
      if (text === null) return null;
      return length < bytes ? body.masked(text).slice(0, -CUT_OFF) : body.masked(text);
    },
  });
}

/** The bodies the log keeps. */
export interface WireBodies {
  /** A body of `bytes` bytes; one that is too large is only its size. `hide` takes out of it what only its kind knows to be secret. */
  keep(make: LazyText, bytes: number, hide?: (text: string) => string): KeptText;
  /** One entry fewer shows it; without any it goes. */
  release(body: KeptText): void;
  /** Keeps bodies of up to 256 MB from now on, instead of those up to 8 MB. */
  keepLarge(on: boolean): void;
}

/** None yet. `secrets`: what is taken out of all of them; it may grow. */
export function createWireBodies(secrets: KnownSecrets): WireBodies {
  /** Oldest first. */
  const bodies = new Set<KeptText>();
  let bytesKept = 0;
  let keepsLarge = false;

  const letGo = (body: KeptText): void => {
    body.letGo();
    if (bodies.delete(body)) bytesKept -= body.bytes;
  };
  /** Lets the oldest go until the others fit. */
  const fitIn = (): void => {
    const budget = keepsLarge ? WIRE_LIMITS.largeBodies : WIRE_LIMITS.bodies;
    for (const oldest of bodies) {
      if (bytesKept <= budget) break;
      letGo(oldest);
    }
  };

  return {
    keep(make, bytes, hide) {
      const body = new KeptText(make, bytes, secrets, hide);
      if (bytes > (keepsLarge ? WIRE_LIMITS.largeBody : WIRE_LIMITS.body)) body.letGo();
      else {
        bodies.add(body);
        bytesKept += bytes;
        fitIn();
      }
      return body;
    },
    release(body) {
      if (--body.holders === 0) letGo(body);
    },
    keepLarge(on) {
      keepsLarge = on;
      fitIn();
    },
  };
}
