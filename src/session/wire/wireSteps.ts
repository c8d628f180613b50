/** Makes of the tap's events the steps that the wire log keeps: their texts are made when they are read, and hold no secret. */
import type { TapEvent } from '../../transport/observe/tap';
import type { OperationMask } from '../../transport/secrets/documentSecrets';
import { isAboutCredentials } from '../../transport/secrets/isAboutCredentials';
import { heldElsewhere, KeptText, type WireBodies } from './wireLogBodies';
import type { StepOf, WireEntry, WireStep } from './wireLogEntry';
import { type GrowingSecrets, maskCredentials, maskFailure, maskLiterals, maskValues } from './wireLogMask';

/** Variables of a request beyond this are read from its body, which is bounded. */
const LARGE_VARIABLES = 100_000;

/** What `WireSteps` is made from. */
export interface WireStepsOptions {
  bodies: WireBodies;
  /** What is taken out of all texts; it may grow. */
  secrets: GrowingSecrets;
  /** The token in use, '' when there is none. */
  token(): string;
}

/** The steps of one log. */
export class WireSteps {
  /** Mutations about credentials. */
  readonly #secretive = new WeakSet<WireEntry>();
  /** Takes out what an operation submitted as secret, and what is secret by its document. */
  readonly #masks = new WeakMap<WireEntry, OperationMask>();
  readonly #bodies: WireBodies;
  readonly #secrets: GrowingSecrets;
  readonly #token: () => string;

  constructor({ bodies, secrets, token }: WireStepsOptions) {
    this.#bodies = bodies;
    this.#secrets = secrets;
    this.#token = token;
  }

  /** Learns the token in use. */
  learnToken(): void {
    const used = this.#token();
    if (used !== '') this.#secrets.add(used);
  }

  /** Learns from the event what is secret in its entry. */
  learn(event: TapEvent, entry: WireEntry): void {
    if ('hide' in event && event.hide) this.#masks.set(entry, event.hide);
    if (event.type === 'started' && entry.kind === 'mutation' && isAboutCredentials(event.query())) this.#secretive.add(entry);
    if (event.type === 'request' && event.bytes > LARGE_VARIABLES) forgetVariables(entry);
  }

  /** The step as it is kept, as the next of its entry; of a connection without one. */
  keep(event: TapEvent, entry?: WireEntry): WireStep {
    // Thousands a second: made without copying.
    if (event.type === 'frame') return this.#frame(event, entry);
    const { operation: _, ...step } = event;
    const isSecretive = entry !== undefined && this.#secretive.has(entry);
    const own = entry && this.#masks.get(entry);
    const got = own && isSecretive ? (text: string) => own.got(maskCredentials(text)) : own?.got;
    switch (step.type) {
      case 'started':
      case 'cached':
      case 'ssr': {
        const { hide: _hide, ...rest } = step;
        return {
          ...rest,
          query: new KeptText(step.query, 0, this.#secrets, isSecretive ? maskLiterals : own?.sent),
          variables: new KeptText(step.variables, 0, this.#secrets, isSecretive ? maskValues : own?.sent),
        };
      }
      case 'request': {
        const hide = own && isSecretive ? (text: string) => own.sent(maskCredentials(text)) : own?.sent;
        if (entry?.steps.at(-1)?.type !== 'multipart') return { ...step, body: this.#bodies.keep(step.body, step.bytes, hide) };
        // Of files only their names are kept; this is the text beside them.
        const text = step.body();
        return { ...step, body: this.#bodies.keep(() => text, text.length, hide) };
      }
      case 'event': {
        const { body, ...rest } = step;
        return body ? { ...rest, body: this.#bodies.keep(body, step.bytes, got) } : rest;
      }
      case 'response': {
        const { body, laterBody, ...rest } = step;
        if (laterBody) return { ...rest, body: heldElsewhere(laterBody, step.bytes, this.#secrets, got) };
        return body ? { ...rest, body: this.#bodies.keep(body, step.bytes, got) } : rest;
      }
      case 'failed': {
        this.learnToken();
        return { ...step, failure: maskFailure(step.failure, this.#secrets, own?.got) };
      }
      default:
        return step;
    }
  }

  /** Takes secrets that were learned later out of what is no text yet. */
  hideIn(entry: WireEntry): void {
    entry.steps.forEach((step, at) => {
      if (step.type !== 'failed') return;
      entry.steps[at] = { ...step, failure: maskFailure(step.failure, this.#secrets, this.#masks.get(entry)?.got) };
    });
    entry.revision++;
  }

  #frame(event: Extract<TapEvent, { type: 'frame' }>, entry: WireEntry | undefined): StepOf<'frame'> {
    const { type, at, direction, frame, bytes, id, body } = event;
    const step: StepOf<'frame'> = { type, at, direction, frame, bytes };
    if (id !== undefined) step.id = id;
    if (body) step.body = this.#bodies.keep(body, bytes, entry && this.#masks.get(entry)?.[direction === 'in' ? 'got' : 'sent']);
    return step;
  }
}

/** The body of its request is bounded and holds them, too. */
function forgetVariables(entry: WireEntry): void {
  for (const step of entry.steps) if (step.type === 'started') (step.variables as KeptText).letGo();
}
