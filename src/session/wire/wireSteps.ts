/** Converts the tap's events to steps of the wire log. Their texts are created when they are read, with secrets masked. */
import type { TapEvent } from '../../transport/observe/tap';
import type { OperationMask } from '../../transport/secrets/documentSecrets';
import { isAboutCredentials } from '../../transport/secrets/isAboutCredentials';
import { externalBody, KeptText, type WireBodies } from './wireLogBodies';
import type { StepOf, WireEntry, WireStep } from './wireLogEntry';
import { type GrowingSecrets, maskCredentials, maskFailure, maskLiterals, maskValues } from './wireLogMask';

/** Request size in bytes above which variables are not kept separately: they are also in the body, which has a limit. */
const LARGE_VARIABLES = 100_000;

/** Options of `WireSteps`. */
export interface WireStepsOptions {
  bodies: WireBodies;
  /** Secrets that are masked in all texts; the set may grow. */
  secrets: GrowingSecrets;
  /** Returns the token in use, '' for none. */
  token(): string;
}

/** Creates the steps of one log. */
export class WireSteps {
  /** Entries of mutations that handle credentials, such as a sign-in. */
  readonly #secretive = new WeakSet<WireEntry>();
  /** Masks for the secret inputs of an operation, and for values that are secret according to its document. */
  readonly #masks = new WeakMap<WireEntry, OperationMask>();
  readonly #bodies: WireBodies;
  readonly #secrets: GrowingSecrets;
  readonly #token: () => string;

  constructor({ bodies, secrets, token }: WireStepsOptions) {
    this.#bodies = bodies;
    this.#secrets = secrets;
    this.#token = token;
  }

  /** Adds the token in use to the secrets. */
  learnToken(): void {
    const used = this.#token();
    if (used !== '') this.#secrets.add(used);
  }

  /** Collects from an event what is secret in its entry. */
  learn(event: TapEvent, entry: WireEntry): void {
    if ('hide' in event && event.hide) this.#masks.set(entry, event.hide);
    if (event.type === 'started' && entry.kind === 'mutation' && isAboutCredentials(event.query())) this.#secretive.add(entry);
    if (event.type === 'request' && event.bytes > LARGE_VARIABLES) forgetVariables(entry);
  }

  /** Converts an event to the next step of its entry. Events of the websocket itself have no entry. */
  keep(event: TapEvent, entry?: WireEntry): WireStep {
    // There can be thousands of frames per second, so the event is not copied.
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
        // For multipart requests only the text parts are kept, not the files.
        const text = step.body();
        return { ...step, body: this.#bodies.keep(() => text, text.length, hide) };
      }
      case 'event': {
        const { body, ...rest } = step;
        return body ? { ...rest, body: this.#bodies.keep(body, step.bytes, got) } : rest;
      }
      case 'response': {
        const { body, laterBody, ...rest } = step;
        if (laterBody) return { ...rest, body: externalBody(laterBody, step.bytes, this.#secrets, got) };
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

  /** Masks newly known secrets in failures, which are stored as objects and not as texts that are masked when they are read. */
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

/** Drops the variables of an entry: the body of its request contains them too, and has a limit. */
function forgetVariables(entry: WireEntry): void {
  for (const step of entry.steps) if (step.type === 'started') (step.variables as KeptText).release();
}
