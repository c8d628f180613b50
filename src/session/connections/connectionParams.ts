/** The websocket's init payload as a connection wants it; fetched with the websocket's own code. */
import type { ConnectionSettings } from './connections';

/**
 * The payload for a token; `{}` without one (contract C3), except for a custom payload that holds no token. A custom payload that is no JSON
 * object gives `{}`.
 */
export function connectionParamsFor(connection: ConnectionSettings): (token: string) => Record<string, unknown> {
  return token => {
    const { connectionParamsShape: shape, customParams: template } = connection;
    if (token === '' && (shape !== 'custom' || template.includes('{token}'))) return {};
    const Authorization = `Bearer ${token}`;
    switch (shape) {
      case 'both':
        return { Authorization, headers: { Authorization } };
      case 'authorization':
        return { Authorization };
      case 'headers':
        return { headers: { Authorization } };
      case 'accessToken':
        return { access_token: token };
      case 'custom':
        return customPayload(template, token);
    }
  };
}

function customPayload(template: string, token: string): Record<string, unknown> {
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
