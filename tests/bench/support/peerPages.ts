/** Serves GraphiQL and Altair locally, with the same back end as Oriel, so that one run compares like with like. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { importPeer, installPeers } from './peers';

const compress = promisify(gzip);

/** The handler of /graphql. */
export interface Api {
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** Serves `html` at / and the files of `folder`, compressed once. /graphql goes to `api`. */
async function serve(folder: string, html: string, api: Api): Promise<{ url: string; server: Server }> {
  const ready = new Map<string, Promise<{ body: Buffer; type: string }>>();
  const load = async (name: string): Promise<{ body: Buffer; type: string }> => {
    const isPage = name === '/';
    const content = isPage ? Buffer.from(html) : await readFile(path.join(folder, name));
    return {
      body: await compress(content),
      type: isPage ? 'text/html; charset=utf-8' : (TYPES[path.extname(name)] ?? 'application/octet-stream'),
    };
  };
  const server = createServer((request, response) => {
    const requestedPath = path.posix.normalize(decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/'));
    // The paths of a page's own routes return the page.
    const name = requestedPath === '/graphql' || requestedPath.includes('.') ? requestedPath : '/';
    if (name === '/graphql') return api.handleRequest(request, response);
    const file = ready.get(name) ?? load(name);
    ready.set(name, file);
    file.then(
      ({ body, type }) => response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

/** Oriel on a static host, with the same back end. */
export async function orielPage(api: Api): Promise<{ url: string; server: Server }> {
  const folder = path.resolve('dist');
  return serve(folder, await readFile(path.join(folder, 'index.html'), 'utf8'), api);
}

/** GraphiQL, bundled by webpack for production (once; stored in .build/bench-peers). */
export async function graphiqlPage(api: Api): Promise<{ url: string; server: Server }> {
  const modules = installPeers();
  const output = path.resolve('.build/bench-peers/graphiql');
  if (!existsSync(path.join(output, 'main.js'))) {
    const { default: webpack } = await import('webpack');
    const { default: MiniCssExtractPlugin } = await import('mini-css-extract-plugin');
    const compiler = webpack({
      mode: 'production',
      target: ['web', 'es2022'],
      entry: path.resolve('tests/bench/peers/graphiql.entry.mjs'),
      output: { path: output, filename: '[name].js', chunkFilename: '[name].[contenthash].js', publicPath: '/', clean: true },
      resolve: { modules: [modules] },
      resolveLoader: { modules: [path.resolve('node_modules')] },
      performance: false,
      module: {
        rules: [
          { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
          { test: /\.m?js$/, resolve: { fullySpecified: false } },
        ],
      },
      plugins: [new MiniCssExtractPlugin({ filename: '[name].css' })],
    });
    await new Promise<void>((resolve, reject) => {
      compiler?.run((error, stats) => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve();
      });
    });
  }
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>GraphiQL</title><link rel="stylesheet" href="/main.css">
<style>html,body,#root{height:100%;margin:0}</style></head><body><div id="root"></div><script defer src="/main.js"></script></body></html>`;
  return serve(output, html, api);
}

/** Altair, as rendered by its own package. */
export async function altairPage(api: Api): Promise<{ url: string; server: Server }> {
  const altair = (await importPeer('altair-static')) as unknown as {
    renderAltair(options: object): string;
    getDistDirectory(): string;
  };
  const html = altair.renderAltair({ baseURL: '/', endpointURL: '/graphql' });
  return serve(altair.getDistDirectory(), html, api);
}
