/** Builds the websocket's init payload in the shape that a connection is configured for. Loaded together with the websocket code. */
import { initPayload } from '../../transport/socket/initPayloads';
import type { ConnectionSettings } from './connections';

/**
 * Returns a function from the token to the payload. Without a token the payload is `{}` (contract C3), except for a custom payload that does
 * not use the token. A custom payload that is not a JSON object results in `{}`.
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
    // The token is inserted after parsing, so that none of its characters can change the payload's shape.
    const value: unknown = JSON.parse(template, (_key, part: unknown) =>
      typeof part === 'string' ? part.replaceAll('{token}', () => token) : part,
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
