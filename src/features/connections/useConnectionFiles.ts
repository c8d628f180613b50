/** Imports of the Connections screen: files with connections or schemas. */
import { type RefObject, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { ConnectionSettings } from '../../session/connections/connections';
import { openAddress } from '../../session/connections/openAddress';
import type { Session } from '../../session/connections/session';
import { useAnnounce } from '../../ui/frame/Announcer';
import { FileTooLargeError, readTextFile } from '../../ui/readTextFile';
import { ConnectionFileError, LONGEST_FILE, type ReadConnections, readConnectionFile } from './connectionFile';
import { keepConnection } from './keepConnection';
import { isForeignSocket } from './SocketQuestion';

const PROBLEMS = {
  notJson: 'connections.importNotJson',
  notOurs: 'connections.importNotOurs',
  empty: 'connections.importEmpty',
} as const;

/** The import functions. Each one reports its result in a notification. */
export interface ConnectionFiles {
  /** Imported connections that wait for a confirmation of their websocket; null if there are none. */
  asking: ReadConnections | null;
  /** Saves imported connections. */
  take(fresh: ReadConnections): void;
  /** Discards the connections that wait for confirmation. */
  leave(): void;
  importConnections(file: File): void;
  /** Imports a schema for the connection in use. */
  takeSchema(file: File): void;
  /** Imports a file of either kind. */
  takeAny(file: File): void;
}

/** `present` is a ref to the current session, which changes with the connection in use. */
export function useConnectionFiles(session: Session, present: RefObject<Session>): ConnectionFiles {
  const text = useText();
  const formats = useFormats();
  const { note } = useAnnounce();
  const { connections, pageUrl } = session;
  const [asking, setAsking] = useState<ReadConnections | null>(null);
  const undoing = (putBack: () => void) => ({ label: text('connections.undo'), onSelect: putBack });

  const imported = (added: number, left: number): string =>
    left > 0 ? text('connections.importedPart', { added, left }) : text('connections.imported', { count: added });

  const take = ({ connections: fresh, unreadable }: ReadConnections): void => {
    setAsking(null);
    const putBack = fresh.map(connection => keepConnection(connections, connection.id, session.storage));
    for (const connection of fresh) connections.save(connection);
    note({
      text: imported(fresh.length, unreadable),
      action: undoing(() => {
        for (const each of putBack) each();
      }),
    });
  };

  const importText = (content: string): void => {
    if (content.length > LONGEST_FILE) throw new FileTooLargeError(LONGEST_FILE);
    try {
      const read = readConnectionFile(content, connections, pageUrl);
      const textOf = ({ name, httpEndpoint, wsEndpoint }: ConnectionSettings): string =>
        JSON.stringify([name, openAddress(httpEndpoint, pageUrl), wsEndpoint ?? String(wsEndpoint)]);
      const known = new Set(connections.list.get().map(textOf));
      const fresh = { ...read, connections: read.connections.filter(connection => !known.has(textOf(connection))) };
      if (fresh.connections.length === 0) {
        note({ text: fresh.unreadable > 0 ? imported(0, fresh.unreadable) : text('connections.importKnown') });
        return;
      }
      if (fresh.connections.some(connection => isForeignSocket(connection, pageUrl))) setAsking(fresh);
      else take(fresh);
    } catch (error) {
      const problem = error instanceof ConnectionFileError ? error.problem : 'notJson';
      note({ text: text(PROBLEMS[problem]), tone: 'danger' });
    }
  };

  const takeSchema = async (content: string, file: string): Promise<void> => {
    const { schema } = present.current;
    const before = schema.get();
    const old = schema.introspection();
    try {
      const { introspectionFromFile } = await import(
        /* webpackChunkName: "example-data" */ '../../schema/model/introspectionFromFile'
      );
      schema.accept(introspectionFromFile(content), file);
      const oldFile = before.status === 'ready' && before.origin.from === 'file' ? before.origin.fileName : undefined;
      note({
        text: text('connections.schemaTaken', { file }),
        action: undoing(() => (oldFile === undefined ? void schema.forget() : schema.accept(old, oldFile))),
      });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      note({ text: text('connections.schemaBad', { file, problem }), tone: 'danger' });
    }
  };

  const read = async (file: File, use: (content: string, name: string) => void): Promise<void> => {
    try {
      use(await readTextFile(file), file.name);
    } catch (error) {
      const isTooLarge = error instanceof FileTooLargeError;
      const problem = isTooLarge ? text('connections.fileTooLarge', { size: formats.bytes(error.limit) }) : String(error);
      note({ text: text('connections.schemaBad', { file: file.name, problem }), tone: 'danger' });
    }
  };
  const takeAny = (content: string, name: string): void => {
    if (/"kind"\s*:\s*"oriel-connections"/.test(content.slice(0, 200))) importText(content);
    else void takeSchema(content, name);
  };
  return {
    asking,
    take,
    leave: () => setAsking(null),
    importConnections: file => void read(file, importText),
    takeSchema: file => void read(file, (content, name) => void takeSchema(content, name)),
    takeAny: file => void read(file, takeAny),
  };
}
