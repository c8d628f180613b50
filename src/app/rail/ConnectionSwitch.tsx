/** A menu with the current connection, its state, and the other connections. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/connections/session';
import type { SchemaState } from '../../session/schema/shownSchema';
import { Menu } from '../../ui/frame/menu/Menu';
import { Icon } from '../../ui/text/Icon';
import { StatusDot, type Tone } from '../../ui/text/StatusDot';
import { useReadable } from '../../ui/useReadable';
import type { App } from '../createApp';

/** The menu at the top of the rail. */
export function ConnectionSwitch({ app, session, state }: { app: App; session: Session; state: SchemaState }): ReactNode {
  const text = useText();
  const list = useReadable(app.connections.list);
  const { name, id, httpEndpoint } = session.connection;
  const stale = state.status === 'ready' && state.refreshFailure !== null;
  const tone: Tone = state.status === 'loading' ? 'busy' : state.status === 'failed' ? 'danger' : stale ? 'warning' : 'ok';
  return (
    <Menu
      label={text('shell.connection')}
      items={[
        ...list.map(connection => ({
          label: connection.name,
          checked: connection.id === id,
          onSelect: () => app.connections.select(connection.id),
        })),
        { line: true },
        { label: text('shell.schemaAgain'), onSelect: () => void session.schema.refresh() },
        { label: text('shell.manageConnections'), href: '/connections' },
      ]}
    >
      {trigger => (
        <button
          type="button"
          className="connection-switch"
          {...trigger}
          title={httpEndpoint}
          aria-label={text('shell.connectionState', { name, state: stale ? 'failed' : state.status })}
        >
          <StatusDot tone={tone} />
          <span className="connection-switch-name truncate" dir="auto">
            {name}
          </span>
          <Icon name="chevronDown" />
        </button>
      )}
    </Menu>
  );
}
