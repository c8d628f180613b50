/**
 * `oriel [ADDRESS] [OPTIONS]`: starts the server with its settings given as options. Each option sets an environment variable, which
 * readSettings.ts validates. Environment variables apply where there is no option.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { installSample } from './installSample';
import { optionNames } from './optionNames';

const HELP = `Usage: oriel [ADDRESS] [OPTIONS]
       oriel run FOLDER --endpoint ADDRESS [OPTIONS]   (see oriel run --help)

Shows the GraphQL API at ADDRESS in the browser. The server passes operations on, so the API need not allow other origins.
Without an address it runs a sample, a harbour with ships and visits. What that needs is installed once, in your cache folder.

  --port NUMBER      port to listen on, 0 for a free one (4000)
  --host NAME        address to listen on (127.0.0.1)
  --name TEXT        name of the connection on the screen (the API's host)
  --header "N: V"    sent to the API with every request, never to the browser; can be given several times
  --ws ADDRESS       address of the websocket, or none (as ADDRESS); the browser opens it itself
  --read-only        offer nothing that changes data, and pass no mutation on
  --persisted        send queries by hash first (automatic persisted queries)
  --direct           the browser talks to ADDRESS itself, which has to allow it by CORS
  --open             open the browser
  --help             this text
  --version          the version

More settings are environment variables: see the README. Among them, for an API behind OpenID Connect, whose tokens the server then keeps:
  ORIEL_OIDC_ISSUER, ORIEL_OIDC_CLIENT_ID, ORIEL_OIDC_CLIENT_SECRET (or _FILE), ORIEL_OIDC_SCOPES, ORIEL_SESSION_SECRET (or _FILE)
`;

const { env } = process;

function refuse(message: string): never {
  process.stderr.write(`${message}\nSee oriel --help.\n`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        name: { type: 'string' },
        header: { type: 'string', multiple: true },
        ws: { type: 'string' },
        persisted: { type: 'boolean' },
        'read-only': { type: 'boolean' },
        direct: { type: 'boolean' },
        open: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

// Messages do not repeat headers and addresses, because they may contain a secret.

/** Converts header lines to the JSON object of ORIEL_UPSTREAM_HEADERS. */
function headersOf(lines: readonly string[]): string {
  const entries = lines.map(line => {
    const [, name, value] = /^([^\s:]+):(.*)$/.exec(line) ?? [];
    return name === undefined ? refuse('--header must be "Name: value".') : [name, value?.trim()];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** Opens the browser when the server prints its address. */
function openWhenThere(): void {
  const write = process.stdout.write.bind(process.stdout) as (text: string | Uint8Array) => boolean;
  process.stdout.write = ((text: string | Uint8Array) => {
    const address = /^Oriel is at (http:\S+)/.exec(String(text))?.[1];
    if (address) {
      const [program = 'xdg-open', ...more] =
        process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
      spawn(program, [...more, address], { stdio: 'ignore', detached: true })
        .on('error', () => {})
        .unref();
    }
    return write(text);
  }) as typeof process.stdout.write;
}

/** The server to run: the one beside this file or, for the sample, the one whose packages are installed. */
function program(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const here = path.join(root, '.build/server/main.mjs');
  if (env.ORIEL_UPSTREAM || env.ORIEL_HTTP_ENDPOINT) return here;
  try {
    const found = installSample(root, env, line => process.stderr.write(`${line}\n`));
    if (found.dataDir !== undefined) env.ORIEL_DATA_DIR ??= found.dataDir;
    return found.program;
  } catch {
    return refuse('The sample could not be installed. Name an API instead: oriel https://api.example.com/graphql');
  }
}

/** Reads the options and runs the server. */
async function serve(): Promise<void> {
  const { values, positionals } = read();
  const [address, ...others] = positionals;
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  if (values.version) {
    const about = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    process.stdout.write(`${JSON.parse(about).version}\n`);
    process.exit(0);
  }
  for (const name of ['port', 'host', 'name', 'ws'] as const) if (values[name] === '') refuse(`--${name} needs a value.`);
  if (others.length > 0) refuse('One address is enough.');
  if (address === undefined && (values.header || values.ws || values.direct)) refuse('These options need an address.');
  if (address !== undefined && (!/^https?:\/\//.test(address) || !URL.canParse(address)))
    refuse('The address must be a URL that begins with http:// or https://.');
  const before = { ...env };
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) env[name] = value;
  };
  env.NODE_ENV ??= 'production';
  set('PORT', values.port);
  set('HOST', values.host);
  set('ORIEL_NAME', values.name ?? (address === undefined || env.ORIEL_NAME ? undefined : new URL(address).host));
  set('ORIEL_WS_ENDPOINT', values.ws);
  if (values.persisted) env.ORIEL_PERSISTED_QUERIES = 'true';
  if (values['read-only']) env.ORIEL_READ_ONLY = 'true';
  if (address !== undefined) env[values.direct ? 'ORIEL_HTTP_ENDPOINT' : 'ORIEL_UPSTREAM'] = address;
  if (values.header) {
    if (values.direct) refuse('--header is for the server to send: it cannot be used with --direct.');
    env.ORIEL_UPSTREAM_HEADERS = headersOf(values.header);
  }
  env.ORIEL_LOG_LEVEL ??= 'warn';
  if (values.open) openWhenThere();
  const server = pathToFileURL(program());
  for (const [variable, option] of optionNames(before, env)) server.searchParams.set(variable, option);
  await import(/* webpackIgnore: true */ server.href);
}

// `oriel run` is a separate bundle, which sets the exit code.
if (process.argv[2] === 'run') await import(/* webpackIgnore: true */ new URL('../run/run.mjs', import.meta.url).href);
else await serve();
