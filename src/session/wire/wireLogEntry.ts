/** The shapes of what the wire log keeps: its entries, their steps, the texts in them. Made by wireLog.ts. */
import type { LazyText, TapStep } from '../../transport/observe/tap';

/** A text of a step: a body, a document, its variables. */
export interface WireText {
  /** Bytes of the whole text; 0 where they were not counted. */
  readonly bytes: number;
  /** The text without secrets; null when it was too large to be kept, or let go to make room. Costs time with the size. */
  read(): string | null;
  /**
   * Of a body that is held elsewhere: the text of its first so many bytes without secrets; null once it has been let go there. The log itself
   * holds nothing of it, and `read` gives null.
   */
  readonly later?: (bytes: number) => Promise<string | null>;
}

type Kept<Step> = { [Name in keyof Step as Exclude<Name, 'laterBody'>]: LazyText extends Step[Name] ? WireText : Step[Name] };

type Each<Step> = Step extends unknown ? Kept<Step> : never;

/** A step as it is kept: without its operation, which the entry names. `at`: milliseconds since the epoch. */
export type WireStep = Each<TapStep> & { at: number };

/** A step of one type. */
export type StepOf<Type extends WireStep['type']> = Extract<WireStep, { type: Type }>;

/** What went through the websocket for one entry. Counted, so it stays true when the frames themselves have been let go. */
export interface WireTraffic {
  framesIn: number;
  framesOut: number;
  bytesIn: number;
  bytesOut: number;
  /** Events of subscriptions (`next` frames) among `framesIn`. */
  events: number;
}

/** One execution of an operation, or one connection of the websocket. It grows while it is under way; `revision` counts its changes. */
export interface WireEntry {
  /** Names it in addresses: the tap's operation id, or 's' and a number for a connection. New with every session. */
  readonly id: string;
  readonly kind: 'query' | 'mutation' | 'subscription' | 'socket';
  /** urql's operation key; null for a connection. */
  readonly key: number | null;
  /** Name of the operation, null when anonymous; address of the connection. */
  readonly name: string | null;
  /** The screen that asked, by the operation's context or else by the address of the page; null when neither says. */
  readonly screen: string | null;
  readonly startedAt: number;
  /** null while it is under way. */
  endedAt: number | null;
  /** In order. A long one keeps its beginning and its latest. */
  readonly steps: WireStep[];
  /** Steps that were let go after the beginning. */
  letGo: number;
  readonly traffic: WireTraffic;
  /** The connection that carried it last, for subscriptions. */
  connection: string | null;
  /** It was cancelled because the person went to another screen. */
  leftScreen: boolean;
  /** Its beginning was not recorded: recording was paused then. */
  readonly partial: boolean;
  /** Id of the other connection that was asked; left out: that of the session. */
  readonly elsewhere?: string;
  /** What that connection is called. */
  readonly elsewhereName?: string;
  revision: number;
}
