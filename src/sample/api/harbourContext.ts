/** The context of resolvers. */
import { GraphQLError } from 'graphql';
import type { AccessGate } from '../auth/createAccessGate';
import type { Session, Tokens, Viewer } from '../auth/createTokens';
import type { Lane } from '../createLane';
import type { Database } from '../database/database';
import type { FeedLimit } from '../feeds/createFeedLimit';
import type { Turns } from '../feeds/createTurns';
import type { VisitFeed } from '../feeds/createVisitFeed';
import type { ShipRow } from '../seed/makeShips';
import type { Loaders } from './rows/createLoaders';

/** Services that all operations of a harbour share. */
export interface HarbourServices {
  database: Database;
  gate: AccessGate;
  tokens: Tokens;
  visitFeed: VisitFeed;
  feedLimit: FeedLimit;
  /** Resolves to a function that returns all ships by id, at most about a second old. All feeds share one read. */
  shipsOfFeeds(): Promise<() => ShipRow[]>;
  /** Shared by all paced feeds. */
  turns: Turns;
  /** The lane in which statements that search the text of every row run one by one. */
  textSearches: Lane;
  /** Aborted when the harbour closes; ends the feeds. */
  stopping: AbortSignal;
}

/** The context of one operation. */
export interface HarbourContext extends HarbourServices {
  loaders: Loaders;
  /** Verifies the token of the operation, at most once. */
  session(): Promise<Session>;
  /** Aborted when the client's connection has closed. */
  gone: AbortSignal;
  /**
   * Counts full-text searches of visits.
   * @throws GraphQLError if the operation exceeds the limit
   */
  countTextSearches(count: number): void;
  /** Network address of the client; empty if unknown. */
  remoteAddress: string;
}

const REASONS = {
  none: 'Sign in first. This operation requires a token in the Authorization header.',
  expired: 'The token has expired. Sign in again.',
  invalid: 'The token is not valid. Sign in again.',
} as const;

const unauthenticated = (reason: keyof typeof REASONS): GraphQLError =>
  new GraphQLError(REASONS[reason], {
    extensions: { code: 'UNAUTHENTICATED', reason: `TOKEN_${reason === 'none' ? 'MISSING' : reason.toUpperCase()}` },
  });

/**
 * Returns the signed-in user.
 * @throws GraphQLError with code UNAUTHENTICATED and a `reason` (TOKEN_MISSING, TOKEN_EXPIRED, TOKEN_INVALID) without a valid token
 */
export async function requireViewer(context: HarbourContext): Promise<Viewer> {
  const session = await context.session();
  if (session.state !== 'valid') throw unauthenticated(session.state);
  return session.viewer;
}

/**
 * Checks that the signed-in user is allowed to change everything.
 * @throws GraphQLError as `requireViewer`; with code FORBIDDEN for the pilot station
 */
export async function requireOffice(context: HarbourContext): Promise<void> {
  const { name, role } = await requireViewer(context);
  if (role === 'HARBOUR_OFFICE') return;
  throw new GraphQLError(`Only the harbour office can do this. You are signed in as ${name}.`, {
    extensions: { code: 'FORBIDDEN' },
  });
}

/** The error if too many operations are queued. */
export const tooBusy = (): GraphQLError =>
  new GraphQLError('The server is executing too many large queries. Try again in a few seconds.', {
    extensions: { code: 'SERVER_BUSY', http: { status: 503 } },
  });

/**
 * Returns the signed-in user; null without a token.
 * @throws GraphQLError as `requireViewer` for an expired or invalid token
 */
export async function optionalViewer(context: HarbourContext): Promise<Viewer | null> {
  const session = await context.session();
  return session.state === 'none' ? null : requireViewer(context);
}
