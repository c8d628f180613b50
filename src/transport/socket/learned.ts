/** What a transport learns about an endpoint. The caller can store it, so that the next transport starts with it. */

/** The protocols of subscriptions, described in config.ts. */
export const SUBSCRIPTION_PROTOCOLS = [
  'websocket',
  'legacy-websocket',
  'appsync-websocket',
  'sse',
  'sse-single',
  'multipart',
] as const;
export type SubscriptionProtocol = (typeof SUBSCRIPTION_PROTOCOLS)[number];

/** Shapes of init payloads, by the keys that servers read the token from. */
export const INIT_PAYLOADS = ['both', 'authorization', 'headers', 'accessToken', 'authToken', 'lowerCase'] as const;
export type InitPayloadShape = (typeof INIT_PAYLOADS)[number];

/** What was learned; a missing key is unknown. */
export interface Learned {
  /** The protocol that worked. */
  subscriptions?: SubscriptionProtocol;
  /** The init payload that a server accepted after it had refused another. */
  initPayload?: InitPayloadShape;
}

/** Stores what was learned. */
export interface LearnedStore {
  read(): Learned;
  write(learned: Learned): void;
}
