/** The token of a session as state: whether there is one, and whether another one took its place. */
import { createStore, type Readable, type Store } from '../../lib/store';
import type { CookieAccount, CookieAccountStorage } from './cookieAccount';
import type { TokenSource, TokenStorage } from './tokenStorage';

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
   * @returns false when the browser did not store it, so that it is lost with the page
   */
  set(token: string, source?: TokenSource): boolean;
  /** True when the server gave the token, or has accepted it. */
  verified: Readable<boolean>;
  /** The account that the server keeps signed in by a cookie; null where none is known. */
  cookie: Readable<CookieAccount | null>;
  /** Remembers such an account, or that there is none any longer. Another account counts as `replaced`. */
  setCookie(account: CookieAccount | null): void;
  /** Says who is signed in at the gateway, which is not remembered here; null: no one. The session stays: the page came with that account. */
  noteAccount(name: string | null): void;
  /** Signs out. */
  clear(): void;
  /** Reads the storage again: another tab may have changed the token. */
  reload(): void;
  /** Asks the frame to open its sign-in window; for screens, when the server asks for a signed-in user. */
  ask(): void;
  /** How often that was asked for. */
  asked: Readable<number>;
  /**
   * The tokens of this session, so that they can be masked in whatever is recorded; secrets of environments are added (chooseEnvironment.ts). In
   * memory only.
   */
  known: Store<readonly string[]>;
}

/** What `createSessionToken` is made from. */
export interface SessionTokenOptions {
  tokens: TokenStorage;
  cookies: CookieAccountStorage;
  /** Called after every change of the token, while the session lives. */
  onChange(): void;
  isServer: boolean;
}

/** Reads the token; on the server there is none. */
export function createSessionToken({ tokens, cookies, onChange, isServer }: SessionTokenOptions): SessionToken {
  let current = isServer ? '' : tokens.read();
  let { grant, verified: isVerified = false } = isServer ? ({} as TokenSource) : tokens.source();
  let account = isServer ? null : cookies.read();
  const known = createStore<readonly string[]>(current === '' ? [] : [current]);
  const signedIn = createStore(current !== '', false);
  const verified = createStore(isVerified, false);
  const cookie = createStore(account, null);
  const replaced = createStore(0);
  const asked = createStore(0);
  const reloadCookie = (): void => {
    const before = account;
    account = cookies.read();
    if (JSON.stringify(before) === JSON.stringify(account)) return;
    cookie.set(account);
    const isSame = before !== null && account !== null && before.name === account.name;
    if (!isSame) replaced.update(count => count + 1);
  };
  const reload = (): void => {
    if (isServer) return;
    const before = current;
    const beforeGrant = grant;
    current = tokens.read();
    const source = tokens.source();
    // Another tab writes its note first. Until its token follows, nothing is known of the present one that was not known before.
    if (current !== before || source.grant !== undefined || grant === undefined) {
      ({ grant, verified: isVerified = false } = source);
      verified.set(isVerified);
    }
    reloadCookie();
    if (current === before) return;
    const added = current;
    if (added !== '' && !known.get().includes(added)) known.update(list => [...list, added]);
    const isRenewed = grant !== undefined && grant === beforeGrant;
    if (before !== '' && current !== '' && !isRenewed) replaced.update(count => count + 1);
    signedIn.set(current !== '');
    onChange();
  };
  const set = (token: string, source?: TokenSource): boolean => {
    const isStored = tokens.write(token, source);
    reload();
    return isStored;
  };
  return {
    signedIn,
    replaced,
    verified,
    cookie,
    setCookie(next) {
      cookies.write(next);
      reloadCookie();
    },
    noteAccount(name) {
      const before = account;
      account = name === null ? null : { name, verified: true };
      cookies.write(account);
      cookie.set(account);
      // What was loaded for one account is not shown to another.
      if (before !== null && before.name !== name) replaced.update(count => count + 1);
    },
    known,
    asked,
    set,
    reload,
    clear: () => void set(''),
    ask: () => asked.update(count => count + 1),
  };
}
