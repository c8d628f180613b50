/** The Connections screen: the endpoints stored in this browser, one of which is in use. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { connections } from '../../i18n/english/connections';
import { environments } from '../../i18n/english/environments';
import { useText } from '../../i18n/LanguageProvider';
import type { ConnectionSettings } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { dropEnvironments, forgetTokens } from '../../session/environments/chooseEnvironment';
import { type Environments, writeEnvironments } from '../../session/environments/environments';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';
import { useAnnounce } from '../../ui/frame/Announcer';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { Button } from '../../ui/inputs/Button';
import { FileInput } from '../../ui/inputs/FileInput';
import { saveFile } from '../../ui/saveFile';
import { useReadable } from '../../ui/text/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { ConnectionCard } from './ConnectionCard';
import { ConnectionEditor } from './ConnectionEditor';
import type { ConnectionDraft } from './connectionDraft';
import { writeConnectionFile } from './connectionFile';
import { keepConnection } from './keepConnection';
import { SocketQuestion } from './SocketQuestion';
import { useConnectionFiles } from './useConnectionFiles';
import './ConnectionsScreen.css';

export interface ConnectionsScreenProps {
  session: Session;
}

/** The connection in the editor; `draft` if earlier input is continued. */
interface Editing {
  connection: ConnectionSettings;
  isNew: boolean;
  draft?: ConnectionDraft;
}

export function ConnectionsScreen({ session }: ConnectionsScreenProps): ReactNode {
  const text = useText();
  const { note } = useAnnounce();
  const { connections, pageUrl } = session;
  const list = useReadable(connections.list);
  const current = useReadable(connections.current);
  useReadable(session.token.signedIn);
  const [editing, setEditing] = useState<Editing | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const listed = useRef<HTMLUListElement>(null);
  // Changing the connection in use replaces the session. The ref gives callbacks that finish later the current one.
  const present = useRef(session);
  useEffect(() => {
    present.current = session;
  }, [session]);
  const files = useConnectionFiles(session, present);
  const undoing = (putBack: () => void) => ({ label: text('connections.undo'), onSelect: putBack });

  const save = (
    connection: ConnectionSettings,
    token: string | undefined,
    use: boolean,
    environments: Environments | null,
  ): void => {
    const tokens = connections.tokens(connection);
    const hadToken = session.storage.getItem(connections.tokenKey(connection)) !== null;
    const isNew = editing?.isNew ?? false;
    const putBack = keepConnection(connections, connection.id, session.storage);
    if (environments) {
      forgetTokens(session.storage, connection.id, environments);
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
    dropEnvironments(session.storage, connection.id);
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
    // The focused button has been removed.
    requestAnimationFrame(() => listed.current?.querySelector('button')?.focus());
  };

  const takeExample = async (): Promise<void> => {
    const { connection } = present.current;
    const { exampleConnection } = await import(/* webpackChunkName: "example-data" */ './exampleConnection');
    const created = await exampleConnection(present.current, text('connections.exampleName', { name: connection.name }));
    if (!created) return;
    connections.save(created);
    connections.select(created.id);
    note({ text: text('connections.saved', { name: created.name }) });
  };

  const add = (): void => setEditing({ connection: connections.draft(), isNew: true });
  const copy = (connection: ConnectionSettings): void =>
    setEditing({
      isNew: true,
      connection: {
        ...connection,
        id: connections.draft().id,
        name: text('connections.copyOf', { name: connection.name }),
      },
    });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; there is a button for each kind of file
    <div
      className="connections-drop"
      onDragOver={event => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = editing === null ? 'copy' : 'none';
      }}
      onDrop={event => {
        if (!event.dataTransfer.types.includes('Files')) return;
        // Always, because the browser would otherwise open the file in place of the page.
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        if (file && editing === null) files.takeAny(file);
      }}
    >
      <ScreenFrame
        page
        crumbs={[{ label: text('connections.title') }]}
        description={text('connections.about')}
        actions={
          <>
            <Button icon="upload" onClick={() => picker.current?.click()}>
              {text('connections.importFile')}
            </Button>
            <Button
              icon="download"
              title={text('connections.exportHelp')}
              onClick={() =>
                saveFile('oriel-connections.json', 'application/json', [writeConnectionFile(connections.list.get(), pageUrl)])
              }
            >
              {text('connections.exportFile')}
            </Button>
            <Button kind="primary" icon="plus" onClick={add}>
              {text('connections.add')}
            </Button>
            <FileInput
              ref={picker}
              accept="application/json,.json"
              label={text('connections.importFile')}
              onFile={files.importConnections}
            />
          </>
        }
      >
        <ul ref={listed} className="connection-list" aria-label={text('connections.list')}>
          {list.map(connection => (
            <ConnectionCard
              key={connection.id}
              session={session}
              connection={connection}
              inUse={connection.id === current.id}
              onUse={() => connections.select(connection.id)}
              onCopy={() => copy(connection)}
              onEdit={() => setEditing({ connection, isNew: false })}
              onRemove={() => remove(connection)}
              onSchemaFile={files.takeSchema}
              onExample={() => void takeExample()}
            />
          ))}
        </ul>
        {files.asking ? (
          <SocketQuestion connections={files.asking} pageUrl={pageUrl} onTake={files.take} onClose={files.leave} />
        ) : null}
        {editing ? (
          <ConnectionEditor
            key={editing.connection.id}
            session={session}
            connection={editing.connection}
            isNew={editing.isNew}
            draft={editing.draft}
            onSave={save}
            onClose={close}
          />
        ) : null}
      </ScreenFrame>
    </div>
  );
}

/** The lazily loaded module's export, with its messages and icons. */
export default withMessagesAndIcons({ connections, environments }, ConnectionsScreen);
