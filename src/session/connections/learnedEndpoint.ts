/** Stores what a connection's transport detected about its endpoint. The stored values are ignored when the addresses change. */
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import { INIT_PAYLOADS, type Learned, type LearnedStore, SUBSCRIPTION_PROTOCOLS } from '../../transport/socket/learned';

/** Creates the store for one storage key; `addresses` identifies the endpoint that the values belong to. */
export function learnedEndpoint(storage: KeyValueStorage, key: string, addresses: string): LearnedStore {
  return {
    read() {
      const stored = readJson(storage, key);
      if (typeof stored !== 'object' || stored === null || own(stored, 'addresses') !== addresses) return {};
      const learned: Learned = {};
      const subscriptions = SUBSCRIPTION_PROTOCOLS.find(each => each === own(stored, 'subscriptions'));
      const initPayload = INIT_PAYLOADS.find(each => each === own(stored, 'initPayload'));
      if (subscriptions) learned.subscriptions = subscriptions;
      if (initPayload) learned.initPayload = initPayload;
      return learned;
    },
    write: learned => writeJson(storage, key, { addresses, ...learned }),
  };
}

const own = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
