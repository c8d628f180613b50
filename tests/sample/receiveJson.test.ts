/** Bodies that are never finished, sent over real connections. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createBodyBudget } from '../../src/lib/network/bodyBudget';
import { receiveJson } from '../../src/sample/api/receiveJson';
import { eventually } from '../support/eventually';

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise(resolve => server.close(resolve));
});

it('gives up the largest unfinished bodies when all together are too large, and reads short ones', async () => {
  const budget = createBodyBudget(1_000_000);
  let given = 0;
  server = createServer((request, response) => {
    receiveJson(request, 500_000, budget).then(
      params => response.end(JSON.stringify(params)),
      () => {
        given += 1;
      },
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (let count = 0; count < 10; count++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 400000\r\n\r\n');
    socket.write(Buffer.alloc(399_000, ' '));
  }
  // Two of 399,000 bytes fit.
  await eventually(
    async () => given,
    found => found === 8,
  );
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ a }"}',
  });
  expect(await answer.json()).toEqual({ query: '{ a }' });
  expect(given).toBe(8);
});
