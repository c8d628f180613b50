/** Starts a harbour inside the test process, on a free port, newly seeded by default. */
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assembleHarbour, type Harbour } from '../../../src/sample/assembleHarbour';
import type { HarbourOptions } from '../../../src/sample/createHarbour';
import type { Database } from '../../../src/sample/database/database';
import { openDatabase } from '../../../src/sample/database/openDatabase';
import { copySeededFolder, SEEDED_AT } from './seededFolder';

/** A harbour that can be reached. */
export interface RunningHarbour {
  harbour: Harbour;
  /** The database, for checks that bypass the API. */
  database: Database;
  server: Server;
  port: number;
  /** http://127.0.0.1:port */
  origin: string;
  /** …/graphql */
  url: string;
  /** ws://…/graphql */
  wsUrl: string;
  accessCode: string;
  /** Lines the harbour has logged. */
  logged: string[];
  /** Posts an operation and returns the parsed response. */
  ask<Data = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
    token?: string,
  ): Promise<GraphQLAnswer<Data>>;
  /** Signs in and returns the token. @param code default: that of the harbour office */
  signIn(code?: string): Promise<string>;
  /** Closes the server with its open connections, and the harbour. */
  close(): Promise<void>;
}

/** The server's response with its status. */
export interface GraphQLAnswer<Data> {
  status: number;
  data: Data;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

/** Starts a harbour; `options`: those of `createHarbour`; without `dataDir`, a temporary folder is used. `port`: 0 for a free one. */
export async function startHarbour(options: Partial<HarbourOptions> = {}, port = 0): Promise<RunningHarbour> {
  const logged: string[] = [];
  const own = options.dataDir || options.databaseUrl ? null : await copySeededFolder();
  const log = options.log ?? (line => logged.push(line));
  // Like createHarbour, but the test has access to the database.
  const database = await openDatabase(
    options.dataDir ?? own ?? ':memory:',
    options.databaseUrl,
    log,
    options.seededAt ?? SEEDED_AT,
  );
  const harbour = await assembleHarbour(
    database,
    options.accessCode === undefined ? {} : { accessCode: options.accessCode },
    options.tokenLifetimeSeconds ?? 3600,
    log,
  );
  const server = createServer((request, response) => harbour.handleRequest(request, response));
  server.on('upgrade', (request, socket, head) => harbour.handleUpgrade(request, socket, head));
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/graphql`;
  const ask: RunningHarbour['ask'] = async (query, variables = {}, token) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...(await response.json()) };
  };
  return {
    harbour,
    database,
    server,
    origin,
    url,
    ask,
    port: (server.address() as AddressInfo).port,
    wsUrl: `${url.replace('http', 'ws')}`,
    accessCode: harbour.accessCode,
    logged,
    async signIn(code = harbour.accessCode) {
      const response = await ask<{ signIn: { token: string } }>('mutation ($code: String!) { signIn(code: $code) { token } }', {
        code,
      });
      return response.data.signIn.token;
    },
    async close() {
      // The harbour ends feeds and closes sockets; only then all connections are closed.
      await harbour.dispose();
      server.closeAllConnections();
      await new Promise(done => server.close(done));
      if (own) await rm(own, { recursive: true, force: true });
    },
  };
}
