/**
 * The bearer token of one connection in the browser's storage, and a note beside it that says which endpoint the token is for. A token that
 * Oriel wrote is used for that endpoint only: the configuration of a page can change while the storage stays. A token without a note, or with
 * the note of an earlier token, was written by another application; it is used as contract C1 says.
 */
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import { openAddress } from './openAddress';

/** The token of one connection. */
export interface TokenStorage {
  /** The token as it is stored; '' when there is none for this endpoint. */
  read(): string;
  /**
   * Stores a token (trimmed, a leading "Bearer " removed) with a note; '' removes both.
   * @returns false when the browser did not store it, so that it is lost with the page
   */
  write(token: string, source?: TokenSource): boolean;
  /** What is noted of the source of the token for this endpoint; nothing where another application stored it. */
  source(): TokenSource;
}

/** Where a token comes from. */
export interface TokenSource {
  /** Names the sign-in that gave the token; a renewed token has the same grant. Default: none. */
  grant?: string;
  /** True when the server gave the token, or has accepted it. Default false. */
  verified?: boolean;
}

/** Where a connection leads, as in its settings. */
export interface EndpointAddresses {
  httpEndpoint: string;
  wsEndpoint: string | null | undefined;
}

/** What stands beside a token. */
interface TokenNote {
  /** The HTTP endpoint, absolute. */
  endpoint: string;
  /** Host of the websocket; null: none. */
  socketHost: string | null;
  /** Fingerprint of the token that the note is about. */
  print: string;
  grant: string | null;
  verified: boolean;
}

/** Key of the note beside the token of this key. */
export const noteKey = (tokenKey: string): string => `oriel:token-for:${tokenKey}`;

/** What `createTokenStorage` is made from. */
export interface TokenStorageOptions {
  storage: KeyValueStorage;
  /** Storage key of the token. */
  key: string;
  connection: EndpointAddresses;
  /** Address of the page, against which relative addresses are read. */
  pageUrl: string;
}

/** Gives access to the token of a connection. Nothing is read before it is asked for. */
export function createTokenStorage({ storage, key, connection, pageUrl }: TokenStorageOptions): TokenStorage {
  const endpoint = openAddress(connection.httpEndpoint, pageUrl);
  const socketHost = hostOfSocket(connection, pageUrl);
  const noteOf = (token: string): TokenNote | null => {
    const note = readNote(readJson(storage, noteKey(key)));
    return note?.print === fingerprint(token) ? note : null;
  };
  const isFor = (note: TokenNote): boolean =>
    note.endpoint === endpoint &&
    (socketHost === null || socketHost === note.socketHost || socketHost === hostOf(endpoint, pageUrl));
  return {
    read() {
      const token = storage.getItem(key) ?? '';
      if (token === '') return '';
      const note = noteOf(token);
      return note === null || isFor(note) ? token : '';
    },
    write(token, source = {}) {
      const bare = token.trim().replace(/^bearer\s+/i, '');
      if (bare === '') {
        storage.removeItem(key);
        storage.removeItem(noteKey(key));
        return true;
      }
      // The note first: another tab that gets the token's storage event finds it.
      const { grant = null, verified = false } = source;
      const note: TokenNote = { endpoint, socketHost, print: fingerprint(bare), grant, verified };
      writeJson(storage, noteKey(key), note);
      storage.setItem(key, bare);
      if (isStored(storage, key)) return true;
      // The older token would be back after a reload, and removing it makes room.
      storage.removeItem(key);
      storage.setItem(key, bare);
      return isStored(storage, key);
    },
    source() {
      const token = storage.getItem(key) ?? '';
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

/** Host of the websocket of a connection; null when it has none or its address cannot be read. */
export function hostOfSocket({ httpEndpoint, wsEndpoint }: EndpointAddresses, pageUrl: string): string | null {
  return wsEndpoint === null ? null : hostOf(wsEndpoint ?? httpEndpoint, pageUrl);
}

/** Host and port of an address; null when it cannot be read. Ports of ws and wss are those of http and https. */
export function hostOf(address: string, pageUrl: string): string | null {
  try {
    return new URL(address, pageUrl).host;
  } catch {
    return null;
  }
}

/** A short text that differs for different texts. It protects nothing: that of a token lies beside the token. FNV-1a, twice with different seeds. */
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
