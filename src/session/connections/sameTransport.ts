/** Decides whether a change of a connection affects its transport. */
import { type ConnectionSettings, DEFAULT_CONNECTION } from './connections';

/** False if the two would send different requests or open different sockets. The display name and the token's label do not count. */
export function isSameTransport(a: ConnectionSettings, b: ConnectionSettings): boolean {
  return a.id === b.id && relevant(a) === relevant(b);
}

function relevant(connection: ConnectionSettings): string {
  const { name: _, presentation: __, tokenName, headers, uploadHeaders, ...rest } = connection;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  // For the configured connection `tokenName` is the storage key of the token.
  return JSON.stringify([sorted, lines(headers), lines(uploadHeaders), connection.id === DEFAULT_CONNECTION ? tokenName : '']);
}

const lines = (headers: Record<string, string>): string[] =>
  Object.entries(headers)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort();
