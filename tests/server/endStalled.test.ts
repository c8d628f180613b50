import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { endStalled } from '../../src/server/guard/endStalled';

it('a request whose socket was removed, as undici does when an upstream fails, is watched like any other', async () => {
  const server = createServer(request => {
    Object.assign(request, { socket: null });
  });
  endStalled(server, { silentBodyMs: 20, lookEveryMs: 5 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf');
  const [response] = await once(client, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /);
  await once(client, 'close');
  server.close();
});
