/** What every resolver is given. */
import { GraphQLError } from 'graphql';
import type { AccessGate } from '../auth/createAccessGate';
import type { Session, Tokens, Viewer } from '../auth/createTokens';
import type { Lane } from '../createLane';
import type { Database } from '../database/database';
import type { FeedLimit } from '../feeds/createFeedLimit';
import type { Turns } from '../feeds/createTurns';
import type { VisitFeed } from '../feeds/createVisitFeed';
import type { Loaders } from './createLoaders';
import type { Ship } from './ship';

/** What one harbour has once, for all operations. */
export interface HarbourServices {
  database: Database;
  gate: AccessGate;
  tokens: Tokens;
  visitFeed: VisitFeed;
  feedLimit: FeedLimit;
  /** All ships in order of their ids; feeds that begin at the same time share one reading. */
  shipsOfFeeds(): Promise<Ship[]>;
  /** Shared by all paced feeds. */
  turns: Turns;
  /** Where statements that read every row's text go, one at a time. */
  textSearches: Lane;
  /** Aborted when the harbour closes: ends the feeds. */
  stopping: AbortSignal;
}

/** What one operation has. */
export interface HarbourContext extends HarbourServices {
  loaders: Loaders;
  /** Reads the token that came with the operation; asked at most once. */
  session(): Promise<Session>;
  /** Aborted when the connection that asked is gone. */
  gone: AbortSignal;
  /** Counts a search through the text of all visits. @throws GraphQLError when the operation asks for too many. */
  countTextSearches(count: number): void;
  /** Network address the operation came from; empty when it is not known. */
  remoteAddress: string;
}

const REASONS = {
  none: 'Sign in first: this needs a token in the header Authorization.',
  expired: 'The token has expired; sign in again.',
  invalid: 'The token is not valid here; sign in again.',
} as const;

const unauthenticated = (reason: keyof typeof REASONS): GraphQLError =>
  new GraphQLError(REASONS[reason], {
    extensions: { code: 'UNAUTHENTICATED', reason: `TOKEN_${reason === 'none' ? 'MISSING' : reason.toUpperCase()}` },
  });

/**
 * Who is signed in.
 * @throws GraphQLError with code UNAUTHENTICATED and a `reason` (TOKEN_MISSING, TOKEN_EXPIRED, TOKEN_INVALID) without a valid sign-in.
 */
export async function requireViewer(context: HarbourContext): Promise<Viewer> {
  const session = await context.session();
  if (session.state !== 'valid') throw unauthenticated(session.state);
  return session.viewer;
}

/** What is answered when too much waits already. */
export const tooBusy = (): GraphQLError =>
  new GraphQLError('The harbour has too many large questions to answer at the moment; try again in a few seconds.', {
    extensions: { code: 'SERVER_BUSY', http: { status: 503 } },
  });

/** Who is signed in, null when no token came along. @throws GraphQLError as `requireViewer` for a token that is expired or invalid. */
export async function optionalViewer(context: HarbourContext): Promise<Viewer | null> {
  const session = await context.session();
  return session.state === 'none' ? null : requireViewer(context);
}
