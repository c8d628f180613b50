/** The Connections screen: the endpoints of this browser, side by side; one is in use. */
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { ConnectionFileError, readConnectionFile, writeConnectionFile } from '../../session/connectionFile';
import type { ConnectionSettings } from '../../session/connections';
import type { Session } from '../../session/session';
import { useAnnounce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { ScreenFrame } from '../../ui/ScreenFrame';
import { StatusDot } from '../../ui/StatusDot';
import { saveFile } from '../../ui/saveFile';
import { useReadable } from '../../ui/useReadable';
import { ConnectionEditor } from './ConnectionEditor';
import { isConfigured } from './connectionDraft';
import './ConnectionsScreen.css';

/** Props of the Connections screen; what the address names comes as text, decoded. */
export interface ConnectionsScreenProps {
  session: Session;
}

const PROBLEMS = {
  notJson: 'connections.importNotJson',
  notOurs: 'connections.importNotOurs',
  empty: 'connections.importEmpty',
} as const;

/** The screen. */
export function ConnectionsScreen({ session }: ConnectionsScreenProps): ReactNode {
  const text = useText();
  const { note } = useAnnounce();
  const { connections } = session;
  const list = useReadable(connections.list);
  const current = useReadable(connections.current);
  useReadable(session.token.signedIn);
  const [editing, setEditing] = useState<{ connection: ConnectionSettings; isNew: boolean } | null>(null);
  const picker = useRef<HTMLInputElement>(null);

  const save = (connection: ConnectionSettings, token: string | undefined, use: boolean): void => {
    // First the connection, as an address that changed forgets the token that was saved for the old one.
    connections.save(connection);
    if (token !== undefined) {
      if (connection.id === session.connection.id) session.token.set(token);
      else if (token === '') session.storage.removeItem(connections.tokenKey(connection));
      else session.storage.setItem(connections.tokenKey(connection), token.replace(/^bearer\s+/i, ''));
    }
    setEditing(null);
    if (use) connections.select(connection.id);
  };

  const remove = (connection: ConnectionSettings): void => {
    connections.remove(connection.id);
    const undo = { label: text('connections.undo'), onSelect: () => connections.save(connection) };
    note({ text: text('connections.removed', { name: connection.name }), action: undo });
  };

  const importFile = async (file: File): Promise<void> => {
    try {
      const read = readConnectionFile(await file.text(), connections, location.href);
      for (const connection of read) connections.save(connection);
      note({ text: text('connections.imported', { count: read.length }) });
    } catch (error) {
      const problem = error instanceof ConnectionFileError ? error.problem : 'notJson';
      note({ text: text(PROBLEMS[problem]), tone: 'danger' });
    }
  };

  return (
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
              saveFile('oriel-connections.json', 'application/json', [writeConnectionFile(connections.list.get(), location.href)])
            }
          >
            {text('connections.exportFile')}
          </Button>
          <Button kind="primary" icon="plus" onClick={() => setEditing({ connection: connections.draft(), isNew: true })}>
            {text('connections.add')}
          </Button>
          <input
            ref={picker}
            type="file"
            accept="application/json,.json"
            hidden
            onChange={event => {
              const file = event.target.files?.[0];
              // So that the same file can be chosen again.
              event.target.value = '';
              if (file) void importFile(file);
            }}
          />
        </>
      }
    >
      <ul className="connection-list" aria-label={text('connections.list')}>
        {list.map(connection => {
          const inUse = connection.id === current.id;
          const signedIn = Boolean(session.storage.getItem(connections.tokenKey(connection)));
          return (
            <li key={connection.id} className={inUse ? 'connection connection-in-use' : 'connection'}>
              <div className="connection-what">
                <h2 className="connection-name" dir="auto">
                  {connection.name}
                </h2>
                <p className="code connection-address">{connection.httpEndpoint}</p>
                <p className="connection-state">
                  <StatusDot tone={inUse ? 'ok' : 'neutral'} />
                  {[
                    ...(inUse ? [text('connections.inUse')] : []),
                    text(signedIn ? 'connections.signedIn' : 'connections.signedOut'),
                  ].join(' · ')}
                </p>
                {isConfigured(connection) ? <p className="field-help">{text('connections.configured')}</p> : null}
              </div>
              <div className="connection-actions">
                {inUse ? null : <Button onClick={() => connections.select(connection.id)}>{text('connections.use')}</Button>}
                <Button
                  kind="quiet"
                  icon="copy"
                  onClick={() =>
                    setEditing({
                      isNew: true,
                      connection: {
                        ...connection,
                        id: connections.draft().id,
                        name: text('connections.copyOf', { name: connection.name }),
                      },
                    })
                  }
                >
                  {text('connections.copy')}
                </Button>
                {isConfigured(connection) ? null : (
                  <>
                    <Button kind="quiet" icon="edit" onClick={() => setEditing({ connection, isNew: false })}>
                      {text('connections.edit')}
                    </Button>
                    <Button kind="quiet" icon="trash" onClick={() => remove(connection)}>
                      {text('connections.remove')}
                    </Button>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {editing ? (
        <ConnectionEditor
          key={editing.connection.id}
          session={session}
          connection={editing.connection}
          isNew={editing.isNew}
          onSave={save}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </ScreenFrame>
  );
}
