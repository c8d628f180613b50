import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { orielLandingPage } from '../../src/embed/orielLandingPage';
import { BUILD_SCRIPT, buildFolder } from '../support/hosting/buildFolder';

const { dist, remove } = buildFolder();
afterAll(remove);

const host = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(404, { 'x-host': 'yes' }).end('');

it.each(['before', 'after'])('serves the files of the page if the host listens %s it', async when => {
  const httpServer = createServer();
  if (when === 'before') httpServer.on('request', host);
  orielLandingPage({ httpServer }, dist);
  if (when === 'after') httpServer.on('request', host);
  await new Promise<void>(resolve => httpServer.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  const file = await fetch(`${base}/api/oriel-files/assets/client.0123.js?v=1`);
  expect([file.headers.get('x-host'), await file.text()]).toEqual([null, BUILD_SCRIPT]);
  expect((await fetch(`${base}/api`)).headers.get('x-host')).toBe('yes');
  httpServer.close();
});

it('replaces no page where it is not enabled', async () => {
  const { renderLandingPage } = await orielLandingPage({ httpServer: createServer() }, dist).serverWillStart();
  expect((await renderLandingPage?.())?.html).toContain('"httpEndpoint":"."');
  expect(await orielLandingPage({ httpServer: createServer(), enabled: false }, dist).serverWillStart()).toEqual({});
});

it('refuses a path, because Apollo Server decides where the page is', () => {
  const options = { httpServer: createServer(), path: '/graphql' };
  expect(() => orielLandingPage(options, dist)).toThrow('orielLandingPage: path is not an option.');
});

it.each([undefined, {}, { httpServer: {} }])('refuses %j, because Apollo Server gives the plugin no HTTP server', given => {
  expect(() => orielLandingPage(given as never, dist)).toThrow('orielLandingPage: httpServer must be an HTTP server.');
});

it('accepts a path that is undefined, as every optional value can be', async () => {
  const options = { httpServer: createServer(), path: undefined };
  const { renderLandingPage } = await orielLandingPage(options, dist).serverWillStart();
  expect((await renderLandingPage?.())?.html).toContain('"httpEndpoint":"."');
});
