/**
 * The sample back end: a harbour's GraphQL service, small but real. It answers /graphql over HTTP and websocket, /files/<id> with uploaded
 * documents and /photos/<imo>.svg with pictures; it opens no port of its own. Data lives in PGlite, in a folder or in memory, or in a
 * PostgreSQL that several instances can share.
 */
import { assembleHarbour, type Harbour } from './assembleHarbour';
import { openDatabase } from './database/openDatabase';

/** How a harbour is started. */
export interface HarbourOptions {
  /** Folder the data is kept in, made when missing; ':memory:' keeps nothing. Not used with `databaseUrl`. */
  dataDir: string | ':memory:';
  /** Address of a PostgreSQL (postgres://…) to use instead, shared by all instances that are given it. */
  databaseUrl?: string;
  /** What has to be given to sign in. Default: a random one, new at every start; with `databaseUrl` one for all that share the database. */
  accessCode?: string;
  /** How long a token is good for, in seconds, 1 to 31536000. Default 3600. */
  tokenLifetimeSeconds?: number;
  /** The moment around which the times of a new harbour lie, milliseconds since 1970. A kept one keeps its times. Default: now. */
  seededAt?: number;
  /** Called with problems, one line at a time and without secrets. Default: nothing is logged. */
  log?: (line: string) => void;
}

export type { Harbour };

const DEFAULT_TOKEN_SECONDS = 3600;
const LONGEST_TOKEN_SECONDS = 31_536_000;

/**
 * Starts a harbour: opens the data, brings it to the newest layout, fills it when it is empty.
 * @throws RangeError for an option out of range; Error when the data cannot be opened.
 */
export async function createHarbour(options: HarbourOptions): Promise<Harbour> {
  const log = options.log ?? (() => {});
  const lifetime = options.tokenLifetimeSeconds ?? DEFAULT_TOKEN_SECONDS;
  if (!Number.isInteger(lifetime) || lifetime < 1 || lifetime > LONGEST_TOKEN_SECONDS) {
    throw new RangeError(`tokenLifetimeSeconds must be a whole number from 1 to ${LONGEST_TOKEN_SECONDS}, not ${lifetime}`);
  }
  if (options.accessCode?.trim() === '') throw new RangeError('accessCode must not be empty');

  const database = await openDatabase(options.dataDir, options.databaseUrl, log, options.seededAt ?? Date.now());
  try {
    return await assembleHarbour(database, options.accessCode?.trim(), lifetime, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}
