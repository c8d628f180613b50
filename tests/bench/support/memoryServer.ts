/**
 * What the benchmarks of the transport measure against: a fetch and a websocket that answer from memory, so that the client alone is measured,
 * and the processor time of what is done with them.
 */

export const QUERY = 'query Ships($n: Int) { ships(n: $n) { id name } }';
export const SUBSCRIPTION = 'subscription Positions { position { id lat lon } }';
const BODY = JSON.stringify({ data: { ships: [{ __typename: 'Ship', id: '1', name: 'Nordlys' }] } });
export const TOKEN = 'token';

const answer = async (): Promise<Response> =>
  new Response(BODY, { status: 200, headers: { 'content-type': 'application/json' } });
export const memoryFetch = answer as typeof fetch;

/** Processor time since `start`, µs: what else the machine does falls out of it. */
function spent(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Runs `count` operations, `inFlight` at a time; microseconds of processor time each. */
export async function microseconds(operate: (n: number) => Promise<unknown>, count: number, inFlight: number): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await operate(next++);
  };
  const start = process.cpuUsage();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return spent(start) / count;
}

/** A websocket that acknowledges, and sends events when told to: the client alone is measured. */
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

/** A subscription: the socket its events come from, and how many of them arrived. */
export interface Feed {
  socket: { id: string; onmessage: ((event: { data: string }) => void) | null };
  seen(): number;
}

/** Waits until the first of the sockets has a subscription. */
export async function untilSubscribed(sockets: readonly Feed['socket'][]): Promise<Feed['socket']> {
  for (;;) {
    const [socket] = sockets;
    if (socket?.id) return socket;
    await new Promise(resolve => setTimeout(resolve, 1));
  }
}

/** Sends `count` events; microseconds of processor time each. @throws Error when one did not arrive. */
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
