/**
 * The bearer token of one connection in the browser's storage, with a note that names the endpoint of the token. A token that Oriel wrote is
 * used for that endpoint only: the configuration of a page can change while the storage stays. A token without a note, or with the note of
 * an earlier token, was written by another application; it is used as contract C1 says.
 *
 * AWS credentials (lib/network/isAwsKeys.ts) take the place of a token, but are stored in this tab only, below the addresses they are for.
 */
import { isAwsKeys } from '../../lib/network/isAwsKeys';
import { type KeyValueStorage, memoryStorage, readJson, writeJson } from '../../lib/storage';
import { openAddress } from './openAddress';

/** The token of one connection. */
export interface TokenStorage {
  /** The stored token, or credentials; '' if there is none for this endpoint. */
  read(): string;
  /**
   * Stores a token (trimmed, a leading "Bearer " removed) with a note; '' removes both.
   * @returns false if the browser did not store the token: it is then lost when the page is closed
   */
  write(token: string, source?: TokenSource): boolean;
  /** The noted source of this endpoint's token; `{}` if another application stored the token. */
  source(): TokenSource;
}

/** The origin of a token. */
export interface TokenSource {
  /** Identifies the sign-in that issued the token; a renewed token has the same grant. Default: none. */
  grant?: string;
  /** True if the server issued the token or has accepted it. Default false. */
  verified?: boolean;
}

/** The addresses of a connection, as in its settings. */
export interface EndpointAddresses {
  httpEndpoint: string;
  wsEndpoint: string | null | undefined;
}

/** The note that is stored with a token. */
interface TokenNote {
  /** The HTTP endpoint, absolute. */
  endpoint: string;
  /** Host of the websocket; null without a websocket. */
  socketHost: string | null;
  /** Fingerprint of the token that the note belongs to. */
  print: string;
  grant: string | null;
  verified: boolean;
}

/** Storage key of the note for the token under `tokenKey`. */
export const tokenNoteKey = (tokenKey: string): string => `oriel:token-for:${tokenKey}`;

/** Options of `createTokenStorage`. */
export interface TokenStorageOptions {
  storage: KeyValueStorage;
  /** Storage of this tab, for AWS credentials. Default: memory. */
  tabStorage?: KeyValueStorage | undefined;
  /** Storage key of the token. */
  key: string;
  connection: EndpointAddresses;
  /** URL of the page, the base of relative addresses. */
  pageUrl: string;
}

/** Creates the token storage of a connection. Storage is read on each call, not before. */
export function createTokenStorage(options: TokenStorageOptions): TokenStorage {
  const { storage, tabStorage = memoryStorage(), key, connection, pageUrl } = options;
  const endpoint = openAddress(connection.httpEndpoint, pageUrl);
  const socketHost = hostOfSocket(connection, pageUrl);
  const tabKey = `oriel:iam:${key}`;
  const heading = `${endpoint} ${socketHost}\n`;
  const readKeys = (): string => {
    const stored = tabStorage.getItem(tabKey) ?? '';
    return stored.startsWith(heading) ? stored.slice(heading.length) : '';
  };
  const noteOf = (token: string): TokenNote | null => {
    const note = readNote(readJson(storage, tokenNoteKey(key)));
    return note?.print === fingerprint(token) ? note : null;
  };
  const isFor = (note: TokenNote): boolean =>
    // An earlier version left some secret parameters in the note's address. It is parsed only then: every request reads the token.
    (note.endpoint === endpoint || openAddress(note.endpoint, pageUrl) === endpoint) &&
    (socketHost === null || socketHost === note.socketHost || socketHost === hostOf(endpoint, pageUrl));
  return {
    read() {
      const keys = readKeys();
      if (keys !== '') return keys;
      const token = storage.getItem(key) ?? '';
      if (token === '') return '';
      const note = noteOf(token);
      return note === null || isFor(note) ? token : '';
    },
    write(token, source = {}) {
      const bare = token.trim().replace(/^bearer\s+/i, '');
      tabStorage.removeItem(tabKey);
      if (bare === '' || isAwsKeys(bare)) {
        storage.removeItem(key);
        storage.removeItem(tokenNoteKey(key));
        if (bare !== '') tabStorage.setItem(tabKey, heading + bare);
        return bare === '' || isStored(tabStorage, tabKey);
      }
      // The note is written first, so that another tab finds it when it receives the storage event of the token.
      const { grant = null, verified = false } = source;
      const note: TokenNote = { endpoint, socketHost, print: fingerprint(bare), grant, verified };
      writeJson(storage, tokenNoteKey(key), note);
      storage.setItem(key, bare);
      if (isStored(storage, key)) return true;
      // Storing failed. Without removal the older token would return after a reload; removing it also frees space for a second attempt.
      storage.removeItem(key);
      storage.setItem(key, bare);
      return isStored(storage, key);
    },
    source() {
      const token = readKeys() === '' ? (storage.getItem(key) ?? '') : '';
      const note = token === '' ? null : noteOf(token);
      return note === null || !isFor(note)
        ? {}
        : { verified: note.verified, ...(note.grant === null ? {} : { grant: note.grant }) };
    },
  };
}

const isStored = (storage: KeyValueStorage, key: string): boolean => storage.isStored?.(key) ?? true;

function readNote(value: unknown): TokenNote | null {
  if (typeof value !== 'object' || value === null) return null;
  const text = (name: string): string | null => {
    const own: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null;
    return typeof own === 'string' ? own : null;
  };
  const endpoint = text('endpoint');
  const print = text('print');
  return endpoint === null || print === null
    ? null
    : {
        endpoint,
        print,
        socketHost: text('socketHost'),
        grant: text('grant'),
        verified: Object.hasOwn(value, 'verified') && (value as { verified?: unknown }).verified === true,
      };
}

/** Host of a connection's websocket; null if it has none or its address is invalid. */
export function hostOfSocket({ httpEndpoint, wsEndpoint }: EndpointAddresses, pageUrl: string): string | null {
  return wsEndpoint === null ? null : hostOf(wsEndpoint ?? httpEndpoint, pageUrl);
}

/** Host and port of an address; null if it is invalid. The default ports of ws and wss are those of http and https. */
export function hostOf(address: string, pageUrl: string): string | null {
  try {
    return new URL(address, pageUrl).host;
  } catch {
    return null;
  }
}

/** A short hash (FNV-1a, twice with different seeds). It protects nothing: the hash of a token is stored beside the token itself. */
export function fingerprint(token: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x01000193) ^ (high >>> 15);
  }
  return `${token.length}-${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`;
}
