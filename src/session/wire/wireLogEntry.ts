/** The types of the wire log: entries, their steps, and the texts in them. wireLog.ts creates them. */
import type { LazyText, TapStep } from '../../transport/observe/tap';

/** A text in a step: a body, a document or variables. */
export interface WireText {
  /** Size of the whole text in bytes; 0 if it was not counted. */
  readonly bytes: number;
  /** The masked text; null if it was too large or has been dropped. Takes time proportional to its size. */
  read(): string | null;
  /**
   * For a body that is stored outside of the log: resolves to the masked text of its first `bytes` bytes; null if it has been dropped there.
   * For such a body `read` returns null.
   */
  readonly later?: (bytes: number) => Promise<string | null>;
}

type Kept<Step> = { [Name in keyof Step as Exclude<Name, 'laterBody'>]: LazyText extends Step[Name] ? WireText : Step[Name] };

type Each<Step> = Step extends unknown ? Kept<Step> : never;

/** A step in the log: a step of the tap without its operation, which is in the entry. `at`: milliseconds since the epoch. */
export type WireStep = Each<TapStep> & { at: number };

/** A step of one type. */
export type StepOf<Type extends WireStep['type']> = Extract<WireStep, { type: Type }>;

/** Websocket traffic of one entry. Counted separately, so that it stays correct when frames have been dropped. */
export interface WireTraffic {
  framesIn: number;
  framesOut: number;
  bytesIn: number;
  bytesOut: number;
  /** Events of subscriptions (`next` frames) among `framesIn`. */
  events: number;
}

/** One execution of an operation, or one websocket connection. It changes while it is in progress; `revision` counts the changes. */
export interface WireEntry {
  /** Id for URLs: the tap's operation id, or 's' and a number for a websocket. Unique within the session. */
  readonly id: string;
  readonly kind: 'query' | 'mutation' | 'subscription' | 'socket';
  /** urql's operation key; null for a websocket. */
  readonly key: number | null;
  /** Name of the operation, null if anonymous; URL of a websocket. */
  readonly name: string | null;
  /** The screen that sent it, from the operation's context or else from the URL of the page; null if unknown. */
  readonly screen: string | null;
  readonly startedAt: number;
  /** null while it is in progress. */
  endedAt: number | null;
  /** In order. A long entry keeps its first and its latest steps. */
  readonly steps: WireStep[];
  /** Number of dropped steps after the first ones. Saved logs use this name. */
  letGo: number;
  readonly traffic: WireTraffic;
  /** Id of the websocket entry that last carried it, for subscriptions. */
  connection: string | null;
  /** True if it was cancelled because the user went to another screen. */
  leftScreen: boolean;
  /** True if its first steps are missing because recording was paused. */
  readonly partial: boolean;
  /** Id of the connection, if it is not the session's own. */
  readonly elsewhere?: string;
  /** Name of that connection. */
  readonly elsewhereName?: string;
  revision: number;
}
