/**
 * All that belongs to the connection in use and outlives a screen. Every feature's screen gets it as its `session` prop; switching the
 * connection ends it and makes another. No React here: components watch its parts with ui/useReadable.
 */
import type { Clock } from '../lib/clock';
import type { DocumentStore } from '../lib/documentStore';
import type { KeyValueStorage } from '../lib/storage';
import type { Readable } from '../lib/store';
import type { Transport } from '../transport/createTransport';
import type { ConnectionSettings, Connections } from './connections';
import type { Navigation } from './navigation';
import type { Preferences } from './preferences';
import type { SchemaCache } from './schemaCache';

/** The token of the connection. Its value is read by the transport alone; screens learn whether there is one. */
export interface SessionToken {
  /** True while a token is kept. */
  signedIn: Readable<boolean>;
  /** Keeps a token (trimmed, a leading "Bearer " taken off) and tells the transport; an empty one signs out. */
  set(token: string): void;
  /** Signs out. */
  clear(): void;
}

/** See the head of the file. */
export interface Session {
  connection: ConnectionSettings;
  connections: Connections;
  transport: Transport;
  schema: SchemaCache;
  navigation: Navigation;
  token: SessionToken;
  /** Small settings of this connection (column choices, drafts). */
  preferences: Preferences;
  /** Larger things kept for this connection (history, recent records): keys begin with `documentKey('…')`. */
  documents: DocumentStore;
  /** `connection id + ':' + name`, so that two connections never share a document. */
  documentKey(name: string): string;
  storage: KeyValueStorage;
  clock: Clock;
  /** True while rendering on the server: nothing is asked for that is not part of the first screen. */
  isServer: boolean;
  /** Ends the transport, closes the socket, clears every timer. */
  dispose(): void;
}
