/**
 * Starts the server with settings from the environment (see the README), prints its URL and, for the embedded back end, the access code.
 * Ends within 5 s on SIGTERM or SIGINT. The only file of the server that uses `process`.
 */
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Harbour } from '../sample/assembleHarbour';
import { createLog } from './createLog';
import { createServer } from './createServer';
import type { CreateRenderer } from './pages/renderer';
import { readSettings, type Settings } from './readSettings';
import { SettingsError } from './settingsError';

/** The folder of package.json; this bundle is .build/server/main.mjs. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command `oriel` puts the names of its options into the URL of this module (cli.ts). */
const options = new URL(import.meta.url).searchParams;
/** The name under which the user sets a variable. */
const nameOf = (variable: string): string => options.get(variable) ?? variable;

/** Time after which the process exits even if closing has not finished, in ms. */
const END_LIMIT_MS = 4800;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Prints why the server cannot start, and exits. */
function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function settingsOrFail(): Settings {
  try {
    return readSettings(process.env, { dataDir: path.join(root, '.data'), logLevel: process.stderr.isTTY ? 'warn' : 'info' });
  } catch (error) {
    if (error instanceof SettingsError) return fail(error.messageFor(nameOf));
    throw error;
  }
}

/** Describes why listening failed. */
function listenFailure(error: NodeJS.ErrnoException, { host, port }: Settings): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} of ${host} is taken. Set ${nameOf('PORT')} to another one.`;
  if (error.code === 'EACCES')
    return `Port ${port} of ${host} may not be used by this user. Set ${nameOf('PORT')} to one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `${nameOf('HOST')} ${host} is no address of this machine.`;
  return `Cannot listen on ${host}:${port}: ${error.message}`;
}

/** Loads the renderer's bundle. Without it, all addresses get the same page, as on a static host. */
async function loadRenderer(log: Logger): Promise<CreateRenderer | undefined> {
  try {
    const file = new URL('../render/render.mjs', import.meta.url).href;
    const bundle = (await import(/* webpackIgnore: true */ file)) as { createServerRenderer: CreateRenderer };
    return bundle.createServerRenderer;
  } catch (error) {
    log.error({ err: error }, 'pages are not rendered here: the bundle of the renderer cannot be loaded');
    return undefined;
  }
}

/** The URL to open in a browser. */
function browserAddress(server: FastifyInstance, host: string): string {
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const everywhere = host === '0.0.0.0' || host === '::';
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** @param isReady false while the back end opens. Then there is no response to finish, and a sudden exit does not harm its database. */
function endOnSignal(server: FastifyInstance, log: Logger, isReady: () => boolean): void {
  let ending = false;
  const end = (signal: NodeJS.Signals): void => {
    // A second Ctrl-C exits at once.
    if (ending) process.exit(1);
    ending = true;
    log.info({ signal }, 'ending');
    if (!isReady()) process.exit(0);
    setTimeout(() => process.exit(1), END_LIMIT_MS).unref();
    server.close().then(
      () => process.exit(0),
      error => {
        log.error({ err: error }, 'could not end in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Opens the harbour. Its packages are optional, because Oriel works without them for other APIs. */
async function openHarbour(harbour: NonNullable<Settings['harbour']>, log: Logger): Promise<Harbour> {
  const { createHarbour } = await import('../sample/createHarbour').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return fail(
      'The sample needs packages that are not installed: npm install @electric-sql/pglite@0.5 pg. Or name an API: oriel https://api.example.com/graphql',
    );
  });
  return createHarbour({ ...harbour, log: line => log.warn(line) });
}

/** @param built resolves when the renderer's bundle has been built */
async function main(built: Promise<unknown>): Promise<void> {
  const settings = settingsOrFail();
  const log = createLog(settings.logLevel);
  if (settings.unknown.length > 0)
    log.warn({ variables: settings.unknown }, 'these variables are not known here and have no effect');
  // The back end opens after the port is bound, so that two processes never open the same database folder.
  let open: () => Promise<void> = async () => {};
  let backEnd: Promise<Harbour> | undefined;
  const { harbour } = settings;
  if (harbour !== null) {
    backEnd = new Promise((resolve, reject) => {
      open = () => openHarbour(harbour, log).then(resolve, reject);
    });
  }
  const isSource = existsSync(path.join(root, '.scripts'));
  const isBuilding = isSource && !existsSync(path.join(root, '.build/render/render.mjs'));
  const server = await createServer({
    settings,
    dist: path.join(root, 'dist'),
    log,
    backEnd,
    createRenderer: isBuilding ? built.then(() => loadRenderer(log)) : await loadRenderer(log),
    // In a source tree, .scripts/compress.mjs compresses the assets.
    compressLater: !isSource,
  });
  let isReady = backEnd === undefined;
  endOnSignal(server, log, () => isReady);
  try {
    await server.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    fail(listenFailure(error as NodeJS.ErrnoException, settings));
  }
  await open();
  const variable = harbour?.databaseUrl === undefined ? 'ORIEL_DATA_DIR' : 'DATABASE_URL';
  const opened = await backEnd?.catch((error: Error) => fail(`${variable} cannot be used: ${error.message}`));
  isReady = true;
  say(`Oriel is at ${browserAddress(server, settings.host)}`);
  if (settings.upstream !== null) say(`It is a gateway to ${settings.upstream.origin}${settings.upstream.pathname}`);
  if (opened !== undefined) {
    say(`The access code is ${opened.accessCode}`);
    say(`The pilot station, which can only change visits, signs in with ${opened.pilotCode}`);
  }
}

const building = new EventEmitter();
const built = once(building, 'end');
/** For `npm start`, which builds the renderer while the first pages are served: enables rendering. */
export const startRendering = (): void => {
  building.emit('end');
};
await main(built);
