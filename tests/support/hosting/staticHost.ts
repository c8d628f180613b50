/** A minimal static host: the files of dist/, with a given config.json. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { BUILT } from './startProcess';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.html': 'text/html',
};

export interface StaticHost {
  /** 'http://127.0.0.1:<port>' */
  base: string;
  /** The URLs of all requests. */
  asked: string[];
  close(): void;
}

export interface StaticHostOptions {
  /** Text of config.json. */
  config: string;
  /** Content type of config.json. Default: JSON. */
  configType?: string;
  /** Unknown URLs get index.html. Default: 404. */
  hasFallback?: boolean;
}

/** Starts a host on a free port. */
export async function startStaticHost({
  config,
  configType = 'application/json',
  hasFallback = false,
}: StaticHostOptions): Promise<StaticHost> {
  const asked: string[] = [];
  const read = (name: string) => readFile(path.join(BUILT, 'dist', path.normalize(name)));
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    const [address = '/'] = (request.url ?? '/').split('?', 1);
    const name = address === '/' ? '/index.html' : address;
    if (name === '/config.json') return response.writeHead(200, { 'content-type': configType }).end(config);
    const file = await read(name).catch(() => null);
    if (file === null && !hasFallback) return response.writeHead(404).end();
    const type = TYPES[file === null ? '.html' : path.extname(name)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(file ?? (await read('index.html')));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
