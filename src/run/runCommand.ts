/** `oriel run FOLDER …`: its options, output and exit code: 0 if all passed, 1 if something failed, 2 if it could not start. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { textOfBytes } from '../lib/text/textOfBytes';
import { type Environment, valuesOf } from '../session/environments/environments';
import { fillTemplate } from '../session/environments/fillTemplate';
import { isSecretParameter } from '../transport/secrets/isSecretName';
import { masked, secretsOf } from '../transport/secrets/mask';
import { type SecretValues, secretValues } from '../transport/secrets/secretValues';
import type { World } from '../transport/transport';
import { readVariables } from './readVariables';
import { type Reporter, reportText } from './reports';
import type { FileReport } from './runFile';
import { runFolder } from './runFolder';

/** The output of `oriel run --help`. */
export const RUN_HELP = `Usage: oriel run FOLDER --endpoint ADDRESS [OPTIONS]

Runs the operations of a folder (.graphql files, with subfolders) and checks the assertions in their heads.

  --endpoint ADDRESS    address of the GraphQL API; may name variables: https://{{region}}.example.com/graphql
  --env FILE            variables: a JSON object, or lines of the form NAME=value
  --header "N: V"       sent with every request; can be given several times; may name variables
  --reporter NAME       text (default), json or junit
  --output FILE         write the report there instead of to standard output
  --allow-mutations     run mutations too; without it only those whose files say "allow-mutation"
  --timeout SECONDS     longest wait for an answer to begin (60)
  --help                this text

The bearer token is taken from the environment variable ORIEL_TOKEN. Exit code: 0 all passed, 1 something did not, 2 it could not begin.

A file:
  # oriel
  # variables: { "first": 10 }
  # header X-Region: {{region}}
  # assert status = 200
  # assert time < 500
  # assert path data.ships[0].name matches "^Nor"
  # assert schema-valid
  # ---
  query Ships($first: Int) { ships(first: $first) { name } }
`;

/** The environment of the command. */
export interface RunWorld extends Pick<World, 'fetch' | 'WebSocket'> {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  error(text: string): void;
}

/**
 * Runs the command.
 * @returns the exit code
 */
export async function runCommand(world: RunWorld): Promise<number> {
  let output: FileHandle | null = null;
  try {
    const options = read(world.args);
    if (options === null) {
      world.out(RUN_HELP);
      return 0;
    }
    const environment = options.env === null ? NONE : await variablesOf(options.env);
    const fill = filler(environment);
    const endpoint = fill(options.endpoint, 'The address');
    if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
      throw new Error('--endpoint must begin with http:// or https://');
    const address = new URL(endpoint);
    // Requests to such a URL are not possible, and the error message would quote it.
    if (address.username !== '' || address.password !== '')
      throw new Error('--endpoint must not contain a user name or a password');
    const headers = Object.fromEntries(options.headers.map(([name, value]) => [name, fill(value, `The header ${name}`)]));
    const token = world.env.ORIEL_TOKEN ?? '';
    const secretTexts = [
      ...secretsOf(headers, token),
      ...environment.variables.filter(({ secret }) => secret).map(({ value }) => value),
      ...[...address.searchParams].filter(([name]) => isSecretParameter(name)).map(([, value]) => value),
    ];
    const secrets = secretValues(secretTexts);
    // Opened before anything is sent, because a mutation cannot be undone.
    if (options.output !== null) output = await opened(options.output);
    const reports = await runFolder({
      folder: options.folder,
      endpoint,
      headers,
      token,
      environment,
      allowMutations: options.allowMutations,
      timeoutMs: options.timeoutMs,
      hide: text => masked(text, secretTexts),
      world: { ...(world.fetch ? { fetch: world.fetch } : {}), ...(world.WebSocket ? { WebSocket: world.WebSocket } : {}) },
    });
    const clean = withoutSecrets(reports, secrets);
    const text = reportText(options.reporter, clean);
    if (output === null) world.out(text);
    else {
      await output.writeFile(text);
      world.out(reportText('text', clean));
    }
    return reports.every(({ state }) => state === 'passed' || state === 'skipped') ? 0 : 1;
  } catch (error) {
    world.error(`${error instanceof Error ? error.message : String(error)}\nSee oriel run --help.\n`);
    return 2;
  } finally {
    await output?.close().catch(() => {});
  }
}

/**
 * Masks secrets before formatting, which can escape a secret or write its digits as a number. The states are not masked, because they are
 * fixed words.
 */
function withoutSecrets(reports: readonly FileReport[], secrets: SecretValues): FileReport[] {
  const clean = (key: string, value: unknown): unknown =>
    typeof value === 'string' && key !== 'state' ? secrets.remove(value) : value;
  return JSON.parse(JSON.stringify(reports), clean) as FileReport[];
}

const NONE: Environment = { name: '', variables: [] };

function opened(file: string): Promise<FileHandle> {
  return open(file, 'w').catch((error: Error) => {
    throw new Error(`--output: ${file} cannot be written (${error.message})`);
  });
}

async function variablesOf(file: string): Promise<Environment> {
  const bytes = await readFile(file).catch(() => {
    throw new Error(`--env: ${file} cannot be read`);
  });
  try {
    return readVariables(textOfBytes(bytes), path.basename(file));
  } catch (error) {
    // The error message of the platform can quote the invalid JSON, including secrets.
    throw new Error(`--env: ${file}: ${error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message}`);
  }
}

function filler(environment: Environment): (text: string, what: string) => string {
  const values = valuesOf(environment);
  return (text, what) => {
    const filled = fillTemplate(text, values);
    const [unset] = filled.unset;
    if (unset !== undefined)
      throw new Error(
        `${what} names the variable ${unset}, which has no value. To send the braces as text, put a backslash before them`,
      );
    return filled.text;
  };
}

function read(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      endpoint: { type: 'string' },
      env: { type: 'string' },
      header: { type: 'string', multiple: true },
      reporter: { type: 'string' },
      output: { type: 'string' },
      'allow-mutations': { type: 'boolean' },
      timeout: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return null;
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error('Name one folder: oriel run FOLDER --endpoint ADDRESS');
  if (values.endpoint === undefined) throw new Error('--endpoint is missing');
  const reporter = REPORTERS.find(each => each === (values.reporter ?? 'text'));
  if (!reporter) throw new Error(`--reporter must be text, json or junit, not ${JSON.stringify(values.reporter)}`);
  const seconds = values.timeout === undefined ? 60 : Number(values.timeout);
  if (!(seconds > 0 && seconds <= 86_400)) throw new Error('--timeout must be a number of seconds');
  const headers = (values.header ?? []).map((line): [string, string] => {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error('--header must be "Name: value"');
    return [name.toLowerCase(), value.trim()];
  });
  return {
    folder,
    endpoint: values.endpoint,
    env: values.env ?? null,
    headers,
    reporter,
    output: values.output ?? null,
    allowMutations: values['allow-mutations'] ?? false,
    timeoutMs: seconds * 1000,
  };
}

const REPORTERS: readonly Reporter[] = ['text', 'json', 'junit'];
