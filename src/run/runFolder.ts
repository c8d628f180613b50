/** Runs every `.graphql` file of a folder, one after the other, with the same transport as the page. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { textOfBytes } from '../lib/text/textOfBytes';
import type { Environment } from '../session/environments/environments';
import { LONGEST_FILE } from '../session/operations/operationFile';
import { fetchSchema } from '../session/schema/fetchSchema';
import { createTransport } from '../transport/createTransport';
import type { World } from '../transport/transport';
import { runFetch } from './runFetch';
import { type FileReport, runFile } from './runFile';

/** Options of `runFolder`. */
export interface RunOptions {
  folder: string;
  endpoint: string;
  /** Headers of every request. */
  headers: Record<string, string>;
  /** The bearer token; empty for none. */
  token: string;
  environment: Environment;
  allowMutations: boolean;
  timeoutMs: number;
  /** Masks secrets in a text. */
  hide(text: string): string;
  world?: Pick<World, 'fetch' | 'WebSocket'>;
}

const MOST_FILES = 5000;
const MOST_DEPTH = 20;

/**
 * Runs all files.
 * @throws Error if the folder cannot be read or contains no operation
 */
export async function runFolder(options: RunOptions): Promise<FileReport[]> {
  const files = await operationFiles(options.folder);
  if (files.length === 0) throw new Error(`${options.folder} contains no .graphql or .gql file`);
  const secrets = options.environment.variables.filter(({ secret }) => secret).map(({ value }) => value);
  const transport = createTransport(
    {
      httpEndpoint: options.endpoint,
      headers: options.headers,
      requestTimeoutMs: options.timeoutMs,
      subscriptions: 'auto',
      forceFetchDelayMs: 0,
    },
    { fetch: runFetch, ...options.world, secrets: () => secrets, storage: { getItem: () => options.token } },
  );
  let request: Promise<GraphQLSchema | null> | undefined;
  const schema = (): Promise<GraphQLSchema | null> => {
    request ??= fetchSchema(transport.client).then(result =>
      'failure' in result ? null : buildClientSchema(result.introspection as IntrospectionQuery),
    );
    return request;
  };
  const { environment, allowMutations, timeoutMs, hide } = options;
  const context = { transport, environment, allowMutations, schema, timeoutMs, hide, now: () => performance.now() };
  const reports: FileReport[] = [];
  try {
    for (const file of files) {
      const name = file.split(path.sep).join('/');
      // A file can vanish during the run. The report of the others must not be lost, because mutations may have been sent.
      const report = await sourceOf(path.join(options.folder, file)).then(
        source => runFile(name, source, context),
        (error: unknown) => unreadable(name, hide(error instanceof Error ? error.message : String(error))),
      );
      reports.push(report);
    }
  } finally {
    transport.dispose();
  }
  return reports;
}

const unreadable = (file: string, message: string): FileReport => ({
  file,
  operation: null,
  state: 'error',
  problems: [{ line: 1, message }],
  assertions: [],
  ms: 0,
  status: null,
});

/** Returns the text of a file. For a file that is too long to run, returns only a placeholder that exceeds the limit. */
async function sourceOf(file: string): Promise<string> {
  const { size } = await stat(file);
  // A character takes at most four bytes.
  return size > 4 * LONGEST_FILE ? ' '.repeat(LONGEST_FILE + 1) : textOfBytes(await readFile(file));
}

/** Returns the files in a folder, sorted. Symbolic links are not followed, because they can be circular. */
async function operationFiles(folder: string, within = '', depth = 0): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(path.join(folder, within), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(within, entry.name);
    if (entry.isDirectory() && depth < MOST_DEPTH && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      found.push(...(await operationFiles(folder, file, depth + 1)));
    else if (entry.isFile() && /\.(?:graphql|gql)$/i.test(entry.name)) found.push(file);
    if (found.length > MOST_FILES) throw new Error(`${folder} contains more than ${MOST_FILES} files`);
  }
  return found;
}
