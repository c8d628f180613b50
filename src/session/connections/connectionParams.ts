/** The websocket's init payload as a connection wants it; fetched with the websocket's own code. */
import type { ConnectionSettings } from './connections';

/** The payload for a token; `{}` without one (contract C3). A custom payload that is no JSON object gives `{}`. */
export function connectionParamsFor(connection: ConnectionSettings): (token: string) => Record<string, unknown> {
  return token => {
    if (token === '') return {};
    const Authorization = `Bearer ${token}`;
    switch (connection.connectionParamsShape) {
      case 'both':
        return { Authorization, headers: { Authorization } };
      case 'authorization':
        return { Authorization };
      case 'headers':
        return { headers: { Authorization } };
      case 'accessToken':
        return { access_token: token };
      case 'custom':
        return customParams(connection.customParams, token);
    }
  };
}

function customParams(template: string, token: string): Record<string, unknown> {
  try {
    // The token is put in after parsing, so that no character of it can change the payload's shape.
    const value: unknown = JSON.parse(template, (_key, part: unknown) =>
      typeof part === 'string' ? part.replaceAll('{token}', () => token) : part,
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
