/** Reads the websocket log of a server in the terms of the contract. */
import type { SocketEvent } from '../../support/servers/host/serverLog';

/** The payload of a subscribe frame. */
export interface SubscribePayload {
  operationName: string | null;
  query: string;
  variables: Record<string, unknown>;
}

/** The subscribe frames that arrived, in order. */
export const subscribes = (events: SocketEvent[]): SocketEvent[] =>
  events.filter(({ event, type }) => event === 'in' && type === 'subscribe');

/** Their payloads. */
export const payloads = (events: SocketEvent[]): SubscribePayload[] =>
  subscribes(events).map(({ frame }) => frame?.payload as SubscribePayload);

/** The payloads of the connection_init frames. */
export const initPayloads = (events: SocketEvent[]): unknown[] =>
  events.filter(({ event, type }) => event === 'in' && type === 'connection_init').map(({ frame }) => frame?.payload);

/** How many websockets were opened. */
export const opens = (events: SocketEvent[]): number => events.filter(({ event }) => event === 'open').length;

/** Milliseconds between one subscribe frame and the next. */
export const gaps = (events: SocketEvent[]): number[] => {
  const at = subscribes(events).map(event => event.at);
  return at.slice(1).map((time, n) => time - (at[n] ?? 0));
};

/** The largest number of subscriptions that were live at the server at the same time. */
export function mostAtOnce(events: SocketEvent[]): number {
  const alive = new Map<string, number>();
  let most = 0;
  for (const { socket, event, type, frame } of events) {
    const key = `${socket} ${frame?.id}`;
    if (event === 'in' && type === 'subscribe') alive.set(key, socket);
    else if (type === 'complete' || type === 'error') alive.delete(key);
    else if (event === 'close') for (const [known, owner] of alive) if (owner === socket) alive.delete(known);
    most = Math.max(most, alive.size);
  }
  return most;
}
