import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createLog } from '../../../src/server/createLog';
import { createServer } from '../../../src/server/createServer';
import { createLaterCompression } from '../../../src/server/pages/laterCompression';
import { eventually } from '../../support/eventually';
import { BUILD_SCRIPT, buildFolder } from '../../support/hosting/buildFolder';
import { rawRequest } from '../../support/hosting/rawRequest';

const ASSET = '/assets/client.0123.js';

it('compresses an asset of a package after its first request, in the accepted encoding', async () => {
  const { dist, remove } = buildFolder(true);
  const settings = { publicConfig: {}, connectSources: null, upstream: null, upstreamTimeoutMs: 1000 };
  const server = await createServer({ settings, dist, log: createLog('silent'), graceMs: 100, compressLater: true });
  const base = await server.listen({ host: '127.0.0.1', port: 0 });
  const get = (acceptEncoding: string, more: Record<string, string> = {}) =>
    rawRequest(base, `/tools${ASSET}`, { headers: { 'accept-encoding': acceptEncoding, ...more } });
  for (const [coding, open] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const first = await get(coding);
    expect([first.headers['content-encoding'], first.body.toString()]).toEqual([undefined, BUILD_SCRIPT]);
    const later = await eventually(
      () => get(coding),
      response => response.headers['content-encoding'] === coding,
    );
    expect(open(later.body).toString()).toBe(BUILD_SCRIPT);
    expect(later.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
  }
  const part = await get('br', { range: 'bytes=0-1' });
  expect([part.status, part.body.toString()]).toEqual([206, BUILD_SCRIPT.slice(0, 2)]);
  expect((await get('identity')).headers['content-encoding']).toBeUndefined();
  await server.close();
  remove();
});

it('reads only files of the build, and creates none that exists', () => {
  const { dist, remove } = buildFolder();
  writeFileSync(path.join(dist, 'assets', 'photo.png'), 'x');
  const later = createLaterCompression(dist);
  for (const asset of [ASSET, '/assets/photo.png', '/assets/../config.json', '/assets/none.js', '/config.json', '/assets/'])
    for (let attempt = 0; attempt < 2; attempt++) expect(later.find(asset, 'br')).toBeNull();
  remove();
});
