/** The websocket's init payload as a connection wants it; fetched with the websocket's own code. */
import { initPayload } from '../../transport/socket/initPayload';
import type { ConnectionSettings } from './connections';

/**
 * The payload for a token; `{}` without one (contract C3), except for a custom payload that holds no token. A custom payload that is no JSON
 * object gives `{}`.
 */
export function connectionParamsFor(connection: ConnectionSettings): (token: string) => Record<string, unknown> {
  return token => {
    const { connectionParamsShape: shape, customParams: template } = connection;
    if (shape !== 'custom') return initPayload(shape, token);
    return token === '' && template.includes('{token}') ? {} : customPayload(template, token);
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
