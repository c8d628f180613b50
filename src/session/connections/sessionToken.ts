/** The token of a session as state: whether there is one, and whether another one took its place. */
import { createStore, type Readable } from '../../lib/store';
import type { TokenStorage } from './tokenStorage';

/** The token of the connection. Only the transport reads its value; screens see whether there is one. */
export interface SessionToken {
  /** True while there is a token for this endpoint. */
  signedIn: Readable<boolean>;
  /**
   * How often another token took the place of one. It may be another person's, so a new session begins (createApp.ts). A token renewed by the
   * same sign-in (same grant) does not count.
   */
  replaced: Readable<number>;
  /**
   * Stores a token (trimmed, a leading "Bearer " removed) and notifies the transport; an empty one signs out.
   * @param grant see `TokenStorage.write`
   * @returns false when the browser did not store it, so that it is lost with the page
   */
  set(token: string, grant?: string): boolean;
  /** Signs out. */
  clear(): void;
  /** Reads the storage again: another tab may have changed the token. */
  reload(): void;
  /** Asks the frame to open its sign-in window; for screens, when the server says that nobody is signed in. */
  ask(): void;
  /** How often that was asked for. */
  asked: Readable<number>;
  /** The tokens of this session, so that they can be masked in whatever is recorded. In memory only. */
  known: Readable<readonly string[]>;
}

/** What `createSessionToken` is made from. */
export interface SessionTokenOptions {
  tokens: TokenStorage;
  /** Called after every change of the token, while the session lives. */
  onChange(): void;
  isServer: boolean;
}

/** Reads the token; on the server there is none. */
export function createSessionToken({ tokens, onChange, isServer }: SessionTokenOptions): SessionToken {
  let current = isServer ? '' : tokens.read();
  let grant = isServer ? null : tokens.grant();
  const known = createStore<readonly string[]>(current === '' ? [] : [current]);
  const signedIn = createStore(current !== '', false);
  const replaced = createStore(0);
  const asked = createStore(0);
  const reload = (): void => {
    if (isServer) return;
    const before = current;
    const beforeGrant = grant;
    current = tokens.read();
    grant = tokens.grant();
    if (current === before) return;
    const added = current;
    if (added !== '' && !known.get().includes(added)) known.update(list => [...list, added]);
    const isRenewed = grant !== null && grant === beforeGrant;
    if (before !== '' && current !== '' && !isRenewed) replaced.update(count => count + 1);
    signedIn.set(current !== '');
    onChange();
  };
  const set = (token: string, ofGrant?: string): boolean => {
    const isStored = tokens.write(token, ofGrant);
    reload();
    return isStored;
  };
  return {
    signedIn,
    replaced,
    known,
    asked,
    set,
    reload,
    clear: () => void set(''),
    ask: () => asked.update(count => count + 1),
  };
}
