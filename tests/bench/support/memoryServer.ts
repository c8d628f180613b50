/**
 * A fetch and a websocket that answer from memory, so that the transport benchmarks measure the client alone, and functions that measure its
 * processor time.
 */

export const QUERY = 'query Ships($n: Int) { ships(n: $n) { id name } }';
export const SUBSCRIPTION = 'subscription Positions { position { id lat lon } }';
const BODY = JSON.stringify({ data: { ships: [{ __typename: 'Ship', id: '1', name: 'Nordlys' }] } });
export const TOKEN = 'token';

const respond = async (): Promise<Response> =>
  new Response(BODY, { status: 200, headers: { 'content-type': 'application/json' } });
export const memoryFetch = respond as typeof fetch;

/** Processor time since `start` in µs, which does not depend on other load of the machine. */
function spent(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Runs `count` operations, `inFlight` at a time. Returns the processor time per operation in µs. */
export async function microseconds(operate: (n: number) => Promise<unknown>, count: number, inFlight: number): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await operate(next++);
  };
  const start = process.cpuUsage();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return spent(start) / count;
}

/** A websocket that acknowledges the connection, and sends events on demand. */
export function fakeSockets() {
  const sockets: Loopback[] = [];
  class Loopback {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readyState = 0;
    onopen: (() => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    onerror: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    id = '';
    constructor() {
      sockets.push(this);
      setTimeout(() => {
        this.readyState = 1;
        this.onopen?.();
      });
    }
    send(data: string): void {
      const frame = JSON.parse(data);
      if (frame.type === 'connection_init') this.onmessage?.({ data: '{"type":"connection_ack"}' });
      if (frame.type === 'subscribe') this.id = frame.id;
    }
    close(): void {
      this.readyState = 3;
      this.onclose?.({ code: 1000, reason: '' });
    }
  }
  return { WebSocket: Loopback as unknown as typeof WebSocket, sockets };
}

/** A subscription: the socket that sends its events, and the number of events that have arrived. */
export interface Feed {
  socket: { id: string; onmessage: ((event: { data: string }) => void) | null };
  seen(): number;
}

/** Waits until the first socket has a subscription. */
export async function untilSubscribed(sockets: readonly Feed['socket'][]): Promise<Feed['socket']> {
  for (;;) {
    const [socket] = sockets;
    if (socket?.id) return socket;
    await new Promise(resolve => setTimeout(resolve, 1));
  }
}

/** Sends `count` events. Returns the processor time per event in µs. @throws Error if one does not arrive */
export function microsecondsPerEvent({ socket, seen }: Feed, count: number): number {
  const before = seen();
  const messages = Array.from(
    { length: 1000 },
    (_, n) => `{"type":"next","id":"${socket.id}","payload":{"data":{"position":{"id":"${n}","lat":60.39${n},"lon":5.32${n}}}}}`,
  );
  const start = process.cpuUsage();
  for (let n = 0; n < count; n++) socket.onmessage?.({ data: messages[n % 1000] as string });
  const cost = spent(start);
  if (seen() - before !== count) throw new Error(`Only ${seen() - before} of ${count} events arrived`);
  return cost / count;
}
