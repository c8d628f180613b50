/**
 * The sample back end: the GraphQL service of a harbour. It serves /graphql over HTTP and websocket, /files/<id> with uploaded documents,
 * and /photos/<imo>.svg with pictures, but does not open a port. Data is stored in PGlite (in a folder or in memory), or in a PostgreSQL
 * server that several instances can share.
 */
import { assembleHarbour, type Harbour } from './assembleHarbour';
import type { AccessCodes } from './auth/createAccessGate';
import { openDatabase } from './database/openDatabase';

/** Options of `createHarbour`. */
export interface HarbourOptions {
  /** Folder of the data, created if it is missing; ':memory:' stores nothing. Ignored with `databaseUrl`. */
  dataDir: string | ':memory:';
  /** Address of a PostgreSQL server (postgres://…) to use instead. Instances with the same address share the data. */
  databaseUrl?: string;
  /**
   * The code for signing in as the harbour office. Default: a new random one at each start; with `databaseUrl`, one for all instances that
   * share the database.
   */
  accessCode?: string;
  /** The code for signing in as the pilot station, which can only change existing visits. Default: as for `accessCode`. */
  pilotCode?: string;
  /** Lifetime of a token in seconds, 1 to 31536000. Default 3600. */
  tokenLifetimeSeconds?: number;
  /** The time around which the data of a new harbour is generated, in milliseconds since 1970. Stored data is not changed. Default: now. */
  seededAt?: number;
  /** Called with problems, one line each, without secrets. Default: nothing is logged. */
  log?: (line: string) => void;
}

export type { Harbour };

const DEFAULT_TOKEN_SECONDS = 3600;
const LONGEST_TOKEN_SECONDS = 31_536_000;

/**
 * Starts a harbour: opens the database, migrates it, and seeds it if it is empty.
 * @throws RangeError if an option is out of range; Error if the data cannot be opened
 */
export async function createHarbour(options: HarbourOptions): Promise<Harbour> {
  const log = options.log ?? (() => {});
  const lifetime = options.tokenLifetimeSeconds ?? DEFAULT_TOKEN_SECONDS;
  if (!Number.isInteger(lifetime) || lifetime < 1 || lifetime > LONGEST_TOKEN_SECONDS) {
    throw new RangeError(`tokenLifetimeSeconds must be a whole number from 1 to ${LONGEST_TOKEN_SECONDS}, not ${lifetime}`);
  }
  const codes: Partial<AccessCodes> = {};
  for (const name of ['accessCode', 'pilotCode'] as const) {
    const code = options[name]?.trim();
    if (code === '') throw new RangeError(`${name} must not be empty`);
    if (code !== undefined) codes[name] = code;
  }

  const database = await openDatabase(options.dataDir, options.databaseUrl, log, options.seededAt ?? Date.now());
  try {
    return await assembleHarbour(database, codes, lifetime, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}
