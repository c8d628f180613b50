/** Whether a change of a connection matters to its transport. */
import { type ConnectionSettings, DEFAULT_CONNECTION } from './connections';

/** False when requests or sockets of the two would differ; a new name, or what the person calls the token, does not count. */
export function isSameTransport(a: ConnectionSettings, b: ConnectionSettings): boolean {
  return a.id === b.id && relevant(a) === relevant(b);
}

function relevant(connection: ConnectionSettings): string {
  const { name: _, presentation: __, tokenName, headers, uploadHeaders, ...rest } = connection;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  // The configured connection's token lies under that name.
  return JSON.stringify([sorted, lines(headers), lines(uploadHeaders), connection.id === DEFAULT_CONNECTION ? tokenName : '']);
}

const lines = (headers: Record<string, string>): string[] =>
  Object.entries(headers)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort();
