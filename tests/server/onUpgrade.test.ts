import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onUpgrade } from '../../src/server/onUpgrade';

let server: Server;
afterEach(() => new Promise(resolve => server.close(resolve)));

it('an error of the connection ends the connection only', async () => {
  server = createServer();
  onUpgrade(server, (_request, socket) => void socket.destroy(new Error('write ECONNRESET')));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await new Promise(resolve => socket.once('close', resolve));
  // An unhandled error would be thrown in a later turn of the event loop.
  await new Promise(resolve => setImmediate(resolve));
  expect(server.listening).toBe(true);
});
