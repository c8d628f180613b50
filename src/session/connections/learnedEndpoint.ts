/** What a connection's transport learned about its endpoint, kept in this browser and forgotten when the addresses change. */
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import { INIT_PAYLOADS, type Learned, type LearnedStore, SUBSCRIPTION_PROTOCOLS } from '../../transport/socket/learned';

/** Keeps it under `key`, for these addresses only. */
export function learnedEndpoint(storage: KeyValueStorage, key: string, addresses: string): LearnedStore {
  return {
    read() {
      const kept = readJson(storage, key);
      if (typeof kept !== 'object' || kept === null || own(kept, 'addresses') !== addresses) return {};
      const learned: Learned = {};
      const subscriptions = SUBSCRIPTION_PROTOCOLS.find(each => each === own(kept, 'subscriptions'));
      const initPayload = INIT_PAYLOADS.find(each => each === own(kept, 'initPayload'));
      if (subscriptions) learned.subscriptions = subscriptions;
      if (initPayload) learned.initPayload = initPayload;
      return learned;
    },
    write: learned => writeJson(storage, key, { addresses, ...learned }),
  };
}

const own = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
