/** What is remembered of a session that the server keeps by a cookie, which no script can see: that there was a login, and who it was. */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';

/** An account that is signed in by cookie. */
export interface CookieAccount {
  /** The account's name as the server tells it; '' when it has none. */
  name: string;
  /** True when the server has said who is signed in; false when the login was only not refused. */
  verified: boolean;
}

/** The remembered account of one connection. */
export interface CookieAccountStorage {
  read(): CookieAccount | null;
  /** null forgets it. */
  write(account: CookieAccount | null): void;
}

/** Kept in `storage` for a connection and its endpoint. */
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
