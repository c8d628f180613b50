/** Remembers that a user signed in to a cookie session, and who it was: scripts cannot read the session cookie itself. */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';

/** The account of a cookie session. */
export interface CookieAccount {
  /** The account's name from the server; '' if it has none. */
  name: string;
  /** True if the server named the signed-in user; false if the login was merely not refused. */
  verified: boolean;
}

/** The remembered account of one connection. */
export interface CookieAccountStorage {
  read(): CookieAccount | null;
  /** null removes it. */
  write(account: CookieAccount | null): void;
}

/** Stores the account for one connection. An account of another endpoint is ignored. */
export function createCookieAccount(storage: KeyValueStorage, connectionId: string, endpoint: string): CookieAccountStorage {
  const key = `oriel:cookie-account:${connectionId}`;
  return {
    read() {
      const own = ownValues(readJson(storage, key));
      if (own === null || own.get('endpoint') !== endpoint) return null;
      const name = own.get('name');
      return { name: typeof name === 'string' ? name.slice(0, 200) : '', verified: own.get('verified') === true };
    },
    write(account) {
      if (account === null) storage.removeItem(key);
      else writeJson(storage, key, { ...account, endpoint });
    },
  };
}
