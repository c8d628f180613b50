/**
 * Builds the `connection_init` payload in one of several shapes, because servers read the token from different keys. initPayloads.ts
 * chooses.
 */
import type { InitPayloadShape } from './learned';

/** The payload of a shape; {} without a token (C3). */
export function initPayload(shape: InitPayloadShape, token: string): Record<string, unknown> {
  if (token === '') return {};
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
    case 'authToken':
      return { authToken: token };
    // The other keys that servers are known to read.
    case 'lowerCase':
      return { authorization: Authorization, token, accessToken: token };
  }
}
