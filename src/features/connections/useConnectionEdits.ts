/** Adds, changes and removes connections, each with a note that offers to undo it. */
import { type RefObject, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { ConnectionSettings } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { dropEnvironments, forgetTokens } from '../../session/environments/chooseEnvironment';
import { type Environments, writeEnvironments } from '../../session/environments/environments';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';
import { useAnnounce } from '../../ui/frame/Announcer';
import type { ConnectionDraft } from './connectionDraft';
import { keepConnection } from './keepConnection';

/** The connection in the editor; `draft` if earlier input is continued. */
export interface Editing {
  connection: ConnectionSettings;
  isNew: boolean;
  draft?: ConnectionDraft;
}

/** See the head of the file. */
export interface ConnectionEdits {
  /** Null: the editor is closed. */
  editing: Editing | null;
  setEditing: (editing: Editing | null) => void;
  /** Saves the connection of the editor. `token`: '' removes it, undefined keeps it. `use`: also selects the connection. */
  save: (connection: ConnectionSettings, token: string | undefined, use: boolean, environments: Environments | null) => void;
  /** Closes the editor. `draft`: input that was not saved, which Undo restores. */
  close: (draft: ConnectionDraft | null) => void;
  remove: (connection: ConnectionSettings) => void;
  /** Adds a connection with example data for the schema in use, and selects it. */
  addExample: () => Promise<void>;
}

/** `present`: the session in use when a callback finishes. */
export function useConnectionEdits(session: Session, present: RefObject<Session>): ConnectionEdits {
  const text = useText();
  const { note } = useAnnounce();
  const { connections } = session;
  const [editing, setEditing] = useState<Editing | null>(null);
  const undoing = (putBack: () => void) => ({ label: text('connections.undo'), onSelect: putBack });

  const save = (
    connection: ConnectionSettings,
    token: string | undefined,
    use: boolean,
    environments: Environments | null,
  ): void => {
    const tokens = connections.tokens(connection);
    const before = connections.list.get().find(({ id }) => id === connection.id);
    const hadToken = before !== undefined && connections.tokens(before).read() !== '';
    const isNew = editing?.isNew ?? false;
    const putBack = keepConnection(connections, connection.id, session.storage);
    if (environments) {
      forgetTokens(session, connection.id, environments);
      writeEnvironments(session.storage, connection.id, environments);
    }
    connections.save(connection, token);
    setEditing(null);
    if (use) connections.select(connection.id);
    const tokenGone = hadToken && token === undefined && tokens.read() === '';
    const { name } = connection;
    note({
      text: tokenGone ? text('connections.savedTokenGone', { name }) : text('connections.saved', { name }),
      // A new connection can be removed with its Remove button, so Undo is not offered.
      ...(isNew ? {} : { action: undoing(putBack) }),
    });
  };

  const close = (draft: ConnectionDraft | null): void => {
    setEditing(null);
    if (draft === null || editing === null) return;
    note({ text: text('connections.dropped'), action: undoing(() => setEditing({ ...editing, draft })) });
  };

  const remove = (connection: ConnectionSettings): void => {
    const putBack = keepConnection(connections, connection.id, session.storage);
    dropEnvironments(session, connection.id);
    connections.remove(connection.id);
    // The last connection with example data of a schema takes that schema with it. Undo puts the schema back before the connection, which
    // needs it.
    const forgotten = isExampleAddress(connection.httpEndpoint)
      ? import(/* webpackChunkName: "example-data" */ './exampleConnection').then(
          ({ forgetUnusedSchemas }) => forgetUnusedSchemas(session),
          () => undefined,
        )
      : null;
    note({
      text: text('connections.removed', { name: connection.name }),
      action: undoing(forgotten ? () => void forgotten.then(back => back?.()).then(putBack) : putBack),
    });
  };

  const addExample = async (): Promise<void> => {
    const { connection } = present.current;
    const { exampleConnection } = await import(/* webpackChunkName: "example-data" */ './exampleConnection');
    const created = await exampleConnection(present.current, text('connections.exampleName', { name: connection.name }));
    if (!created) return;
    connections.save(created);
    connections.select(created.id);
    note({ text: text('connections.saved', { name: created.name }) });
  };

  return { editing, setEditing, save, close, remove, addExample };
}
