/** The Connections screen: the endpoints stored in this browser, one of which is in use. */
import { type ReactNode, useEffect, useRef } from 'react';
import { connections } from '../../i18n/english/connections';
import { environments } from '../../i18n/english/environments';
import { useText } from '../../i18n/LanguageProvider';
import type { ConnectionSettings } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { Button } from '../../ui/inputs/Button';
import { FileInput } from '../../ui/inputs/FileInput';
import { saveFile } from '../../ui/saveFile';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { ConnectionCard } from './ConnectionCard';
import { ConnectionEditor } from './ConnectionEditor';
import { writeConnectionFile } from './connectionFile';
import { SocketQuestion } from './SocketQuestion';
import { useConnectionEdits } from './useConnectionEdits';
import { useConnectionFiles } from './useConnectionFiles';
import './ConnectionsScreen.css';

export interface ConnectionsScreenProps {
  session: Session;
}

export function ConnectionsScreen({ session }: ConnectionsScreenProps): ReactNode {
  const text = useText();
  const { connections, pageUrl } = session;
  const list = useReadable(connections.list);
  const current = useReadable(connections.current);
  useReadable(session.token.signedIn);
  const listed = useRef<HTMLUListElement>(null);
  // Changing the connection in use replaces the session. The ref gives callbacks that finish later the current one.
  const present = useRef(session);
  useEffect(() => {
    present.current = session;
  }, [session]);
  const files = useConnectionFiles(session, present);
  const { asking } = files;
  const { editing, setEditing, save, close, remove, addExample } = useConnectionEdits(session, present);
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
    <FileDrop active={editing === null} onFile={files.takeAny}>
      <ScreenFrame
        page
        crumbs={[{ label: text('connections.title') }]}
        description={text('connections.about')}
        actions={<ListActions session={session} onImport={files.importConnections} onAdd={add} />}
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
              onRemove={() => {
                remove(connection);
                // The focused button has been removed.
                requestAnimationFrame(() => listed.current?.querySelector('button')?.focus());
              }}
              onSchemaFile={files.takeSchema}
              onExample={() => void addExample()}
            />
          ))}
        </ul>
        {asking ? (
          <SocketQuestion
            connections={asking.connections}
            pageUrl={pageUrl}
            onTake={connections => files.take({ ...asking, connections })}
            onClose={files.leave}
          />
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
    </FileDrop>
  );
}

/** Accepts a file that is dropped anywhere on the screen. */
function FileDrop(props: { active: boolean; onFile: (file: File) => void; children: ReactNode }): ReactNode {
  const { active, onFile, children } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; there is a button for each kind of file
    <div
      className="connections-drop"
      onDragOver={event => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = active ? 'copy' : 'none';
      }}
      onDrop={event => {
        if (!event.dataTransfer.types.includes('Files')) return;
        // Always, because the browser would otherwise open the file in place of the page.
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        if (file && active) onFile(file);
      }}
    >
      {children}
    </div>
  );
}

/** The buttons of the screen: import, export all connections, new connection. */
function ListActions(props: { session: Session; onImport: (file: File) => void; onAdd: () => void }): ReactNode {
  const { connections, pageUrl } = props.session;
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  return (
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
      <Button kind="primary" icon="plus" onClick={props.onAdd}>
        {text('connections.add')}
      </Button>
      <FileInput ref={picker} accept="application/json,.json" label={text('connections.importFile')} onFile={props.onImport} />
    </>
  );
}

/** The lazily loaded module's export, with its messages and icons. */
export default withMessagesAndIcons({ connections, environments }, ConnectionsScreen);
