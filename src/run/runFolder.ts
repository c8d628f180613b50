/** Runs every operation of a folder of `.graphql` files, one after the other, over the same transport as the page. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import type { Environment } from '../session/environments/environments';
import { LONGEST_FILE } from '../session/operations/operationFile';
import { askSchema } from '../session/schema/askSchema';
import { createTransport } from '../transport/createTransport';
import type { World } from '../transport/transport';
import { type FileReport, runFile } from './runFile';

/** What a run is made from. */
export interface RunOptions {
  folder: string;
  endpoint: string;
  /** Sent with every request. */
  headers: Record<string, string>;
  /** Sent as the bearer; '' for none. */
  token: string;
  environment: Environment;
  allowMutations: boolean;
  timeoutMs: number;
  /** Takes secrets out of a text. */
  hide(text: string): string;
  world?: Pick<World, 'fetch' | 'WebSocket'>;
}

const MOST_FILES = 5000;
const MOST_DEPTH = 20;

/** Runs them. @throws Error when the folder cannot be read or holds no operation */
export async function runFolder(options: RunOptions): Promise<FileReport[]> {
  const files = await operationFiles(options.folder);
  if (files.length === 0) throw new Error(`${options.folder} contains no .graphql or .gql file`);
  const transport = createTransport(
    {
      httpEndpoint: options.endpoint,
      headers: options.headers,
      requestTimeoutMs: options.timeoutMs,
      subscriptions: 'auto',
      forceFetchDelayMs: 0,
    },
    { ...options.world, storage: { getItem: () => options.token } },
  );
  let asked: Promise<GraphQLSchema | null> | undefined;
  const schema = (): Promise<GraphQLSchema | null> => {
    asked ??= askSchema(transport.client).then(answer =>
      'failure' in answer ? null : buildClientSchema(answer.introspection as IntrospectionQuery),
    );
    return asked;
  };
  const { environment, allowMutations, timeoutMs, hide } = options;
  const context = { transport, environment, allowMutations, schema, timeoutMs, hide, now: () => performance.now() };
  const reports: FileReport[] = [];
  try {
    for (const file of files) {
      const source = await sourceOf(path.join(options.folder, file));
      reports.push(await runFile(file.split(path.sep).join('/'), source, context));
    }
  } finally {
    transport.dispose();
  }
  return reports;
}

/** The text of a file. Of one that is too long to be run only as much as tells so. */
async function sourceOf(file: string): Promise<string> {
  const { size } = await stat(file);
  // A character takes four bytes at most.
  return size > 4 * LONGEST_FILE ? ' '.repeat(LONGEST_FILE + 1) : readFile(file, 'utf8');
}

/** The files by name. Links are not followed, so that there is an end. */
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
