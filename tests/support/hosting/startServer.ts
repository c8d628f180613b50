import { Writable } from 'node:stream';
import { createLog } from '../../../src/server/createLog';
import { createServer, type ServerOptions } from '../../../src/server/createServer';
import { buildFolder } from './buildFolder';

/** One line of the log, parsed. */
export type LogLine = Record<string, unknown>;

/** A listening server. */
export interface StartedServer {
  /** 'http://127.0.0.1:<port>' */
  base: string;
  log: LogLine[];
  close(): Promise<void>;
}

/** Starts the real server on a free port, with a separate build folder. */
export async function startServer(
  options: Partial<ServerOptions['settings']> &
    Partial<Pick<ServerOptions, 'backEnd' | 'graceMs' | 'createRenderer' | 'renderLimitMs' | 'mostOpen' | 'now'>> = {},
): Promise<StartedServer> {
  const { backEnd, graceMs, createRenderer, renderLimitMs, mostOpen, now, ...settings } = options;
  const folder = buildFolder();
  const log: LogLine[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).split('\n')) if (line !== '') log.push(JSON.parse(line));
      done();
    },
  });
  const server = await createServer({
    settings: { publicConfig: {}, connectSources: null, upstream: null, upstreamTimeoutMs: 60_000, ...settings },
    dist: folder.dist,
    log: createLog('debug', lines),
    backEnd,
    graceMs,
    createRenderer,
    renderLimitMs,
    mostOpen,
    now,
  });
  const base = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    base,
    log,
    close: async () => {
      await server.close();
      folder.remove();
    },
  };
}
