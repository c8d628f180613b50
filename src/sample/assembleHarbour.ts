/**
 * Assembles a harbour on an open, migrated and seeded database: /graphql over HTTP and websocket, /files/<id> with uploaded documents, and
 * /photos/<imo>.svg with pictures. It does not open a port.
 */
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createSchema } from './api/createSchema';
import { createSocketServer, type Refuse } from './api/createSocketServer';
import { type ApiLimits, createYogaServer, type TransportContext } from './api/createYogaServer';
import { type HarbourServices, tooBusy } from './api/harbourContext';
import { type AccessCodes, createAccessGate } from './auth/createAccessGate';
import { createTokens } from './auth/createTokens';
import { sharedAccessCodes } from './auth/sharedAccessCodes';
import { createLane } from './createLane';
import type { Database } from './database/database';
import { createFeedLimit } from './feeds/createFeedLimit';
import { createTurns } from './feeds/createTurns';
import { createVisitFeed } from './feeds/createVisitFeed';
import { sendNotFound } from './files/sendNotFound';
import { serveFile } from './files/serveFile';
import { servePhoto } from './files/servePhoto';
import type { ShipRow } from './seed/makeShips';
import { createBlobStore } from './uploads/createBlobStore';

/** A running harbour. */
export interface Harbour extends AccessCodes {
  /** Handles a request for /graphql, /files/… or /photos/…; responds with 404 to any other. The body must not have been read. */
  handleRequest(request: IncomingMessage, response: ServerResponse, address?: string): void;
  /** Takes over a websocket upgrade of /graphql; refuses any other. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address?: string, refuse?: Refuse): void;
  /** Ends the feeds, closes the websockets with code 1001 and closes the database; pending requests fail. Further calls have no effect. */
  dispose(): Promise<void>;
}

const API_PATH = '/graphql';
/** An older blob without a document was left by a process that was killed; a younger one may be an upload of another instance. */
const ORPHAN_MINUTES = 120;

/** Maximum number of feeds of one client, over all its connections. */
const MOST_FEEDS = 200;
/** How long feeds reuse the ships they have read, in ms. */
const SHIPS_FRESH_MS = 1000;
/** Maximum number of queued large queries and of queued text searches; others are refused. */
const MOST_WAITING = 100;

const LIMITS: ApiLimits = {
  bodyBytes: 1024 * 1024,
  tokens: 4000,
  documentLength: 256 * 1024,
  textSearches: 10,
  rootFields: 50,
  depth: 12,
  values: 50_000,
  uploads: { fileBytes: 50 * 1024 * 1024, files: 10, fieldBytes: 1024 * 1024 },
};

/**
 * @param codes accepted by `signIn`; by default random ones, or those of a shared database
 * @param log called with problems, one line each, without secrets
 */
export async function assembleHarbour(
  database: Database,
  codes: Partial<AccessCodes>,
  tokenLifetimeSeconds: number,
  log: (line: string) => void,
): Promise<Harbour> {
  const stopping = new AbortController();
  // Each feed adds a listener.
  setMaxListeners(0, stopping.signal);
  const blobs = createBlobStore(database);
  await blobs.sweep(database.shared ? ORPHAN_MINUTES : 0);
  const services: HarbourServices = {
    database,
    gate: createAccessGate({ ...(database.shared ? await sharedAccessCodes(database) : {}), ...codes }),
    tokens: await createTokens(database, tokenLifetimeSeconds),
    visitFeed: await createVisitFeed(database),
    stopping: stopping.signal,
    feedLimit: createFeedLimit(MOST_FEEDS),
    turns: createTurns(),
    shipsOfFeeds: freshReading(() => database.query<ShipRow>('select * from harbour.ships order by id'), SHIPS_FRESH_MS),
    textSearches: createLane(MOST_WAITING, tooBusy),
  };
  const yoga = createYogaServer(API_PATH, services, blobs, LIMITS, createSchema(), createLane(MOST_WAITING, tooBusy), log);
  const sockets = createSocketServer(yoga, log);

  const route = async (request: IncomingMessage, response: ServerResponse, address: string): Promise<void> => {
    const path = pathOf(request);
    if (path === API_PATH) {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const context: TransportContext = {
        authorization: request.headers.authorization,
        remoteAddress: address,
        gone: gone.signal,
      };
      return void (await yoga(request, response, context as never));
    }
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const [, folder, name, ...more] = path.split('/');
    if (!reading || !name || more.length > 0) return sendNotFound(response);
    const imo = /^(\d{7})\.svg$/.exec(name)?.[1];
    if (folder === 'files') return serveFile(name, request, response, database, blobs);
    if (folder === 'photos' && imo) return servePhoto(imo, request, response, database);
    sendNotFound(response);
  };

  let disposed: Promise<void> | undefined;
  const dispose = async (): Promise<void> => {
    stopping.abort();
    await services.visitFeed.close();
    await sockets.close();
    await yoga.dispose();
    await database.close();
  };

  return {
    accessCode: services.gate.accessCode,
    pilotCode: services.gate.pilotCode,
    handleRequest(request, response, address = request.socket.remoteAddress ?? '') {
      route(request, response, address).catch((error: Error) => {
        // Not a problem if the client has disconnected.
        if (!response.destroyed) log(`request failed: ${error.message.slice(0, 500)}`);
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal server error\n');
      });
    },
    handleUpgrade(request, socket, head, address = request.socket.remoteAddress ?? '', refuse = refuserOf(socket)) {
      if (pathOf(request) === API_PATH) return sockets.handleUpgrade(request, socket, head, address, refuse);
      refuse(404, 'There is no websocket here.');
    },
    dispose() {
      disposed ??= dispose();
      return disposed;
    },
  };
}

/**
 * Shares reads between all users. Resolves to a function that returns the latest result, and reads again if that is older than `freshMs`.
 */
function freshReading<T>(read: () => Promise<T>, freshMs: number): () => Promise<() => T> {
  let latest: T | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<T> | undefined;
  const isFresh = (): boolean => performance.now() - readAt < freshMs;
  const refresh = (): Promise<T> => {
    reading ??= read()
      .then(rows => {
        latest = rows;
        return rows;
      })
      .finally(() => {
        reading = undefined;
        readAt = performance.now();
      });
    return reading;
  };
  return async () => {
    const first = latest !== undefined && isFresh() ? latest : await refresh();
    return () => {
      // A failed read is repeated later. Until then the feeds use the rows they have.
      if (!isFresh()) refresh().catch(() => {});
      return latest ?? first;
    };
  };
}

const refuserOf =
  (socket: Duplex): Refuse =>
  status => {
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
  };

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').replace(/[?#].*$/s, '');
