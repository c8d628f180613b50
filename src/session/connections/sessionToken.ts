/** The token of a session as stores: whether there is a token, and whether another token replaced it. */
import { secretsIn } from '../../lib/network/isAwsKeys';
import { createStore, type Readable, type Store } from '../../lib/store';
import type { CookieAccount, CookieAccountStorage } from './cookieAccount';
import type { TokenSource, TokenStorage } from './tokenStorage';

/** The token of the connection. Only the transport reads its value; screens can see whether there is one. */
export interface SessionToken {
  /** True while there is a token for this endpoint. */
  signedIn: Readable<boolean>;
  /**
   * How often a token was replaced by another one. The new token can belong to another user, so a new session starts (createApp.ts). A token
   * renewed by the same sign-in (same grant) does not count.
   */
  replaced: Readable<number>;
  /**
   * Stores a token (trimmed, a leading "Bearer " removed) and notifies the transport; an empty one signs out.
   * @returns false if the browser did not store the token: it is then lost when the page is closed
   */
  set(token: string, source?: TokenSource): boolean;
  /** True if the server issued the token or has accepted it. */
  verified: Readable<boolean>;
  /** The account that is signed in by a cookie; null if none is known. */
  cookie: Readable<CookieAccount | null>;
  /** Remembers the account of a cookie session; null removes it. Another account counts as `replaced`. */
  setCookie(account: CookieAccount | null): void;
  /**
   * Sets the account that is signed in at the gateway; null if there is none. The first account continues the session; another one counts
   * as `replaced`.
   */
  noteAccount(name: string | null): void;
  /** Signs out. */
  clear(): void;
  /** Reads the storage again, for a token that another tab changed. */
  reload(): void;
  /** Asks the page frame to open the sign-in dialog. Screens call it when the server requires a signed-in user. */
  ask(): void;
  /** Number of calls of `ask`. */
  asked: Readable<number>;
  /**
   * The tokens and AWS credentials of this session and the secrets of its environments (chooseEnvironment.ts), which are masked in
   * everything that is recorded. In memory only.
   */
  known: Store<readonly string[]>;
}

/** Options of `createSessionToken`. */
export interface SessionTokenOptions {
  tokens: TokenStorage;
  cookies: CookieAccountStorage;
  /** Called after every change of the token. */
  onChange(): void;
  isServer: boolean;
}

/** Creates the stores from the stored token; on the server there is none. */
export function createSessionToken({ tokens, cookies, onChange, isServer }: SessionTokenOptions): SessionToken {
  let current = isServer ? '' : tokens.read();
  let { grant, verified: isVerified = false } = isServer ? ({} as TokenSource) : tokens.source();
  let account = isServer ? null : cookies.read();
  const known = createStore<readonly string[]>(secretsIn(current));
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
    // Another tab writes the note before the token. Until the token follows, what is known about the present token stays valid.
    if (current !== before || source.grant !== undefined || grant === undefined) {
      ({ grant, verified: isVerified = false } = source);
      verified.set(isVerified);
    }
    reloadCookie();
    if (current === before) return;
    const added = secretsIn(current).filter(secret => !known.get().includes(secret));
    if (added.length > 0) known.update(list => [...list, ...added]);
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
      // Data loaded for one account must not be shown to another.
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
