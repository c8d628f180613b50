/** A peer that accepts connections and sends nothing: no response, no upgrade, no end. It is closed after the tests of the file. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const peers = new Map<Server, Set<Socket>>();

afterAll(async () => {
  for (const [server, connections] of peers) {
    const closed = new Promise(resolve => server.close(resolve));
    for (const socket of connections) socket.destroy();
    await closed;
  }
  peers.clear();
});

/** Starts a peer; resolves to its websocket address. */
export async function startMutePeer(): Promise<string> {
  const connections = new Set<Socket>();
  const server = createServer(socket => {
    connections.add(socket);
    socket.on('error', () => {});
  });
  peers.set(server, connections);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}
