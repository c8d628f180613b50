/** One connection of the list: its name, its addresses, its settings, and the actions on it. */
import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { EnvironmentChoice } from '../../parts/environments/EnvironmentChoice';
import { type ConnectionSettings, DEFAULT_CONNECTION } from '../../session/connections/connections';
import { openAddress } from '../../session/connections/openAddress';
import type { Session } from '../../session/connections/session';
import { Button } from '../../ui/inputs/Button';
import { StatusDot } from '../../ui/text/StatusDot';
import { useIsHydrated } from '../../ui/useIsHydrated';
import { useReadable } from '../../ui/useReadable';
import { SchemaSource } from './SchemaSource';

export interface ConnectionCardProps {
  session: Session;
  connection: ConnectionSettings;
  /** True if the page uses this connection. */
  inUse: boolean;
  onUse: () => void;
  onCopy: () => void;
  onEdit: () => void;
  onRemove: () => void;
  onSchemaFile: (file: File) => void;
  onExample: () => void;
}

/** The card. The configured (default) connection can only be copied. */
export function ConnectionCard(props: ConnectionCardProps): ReactNode {
  const { session, connection, inUse, onUse, onCopy, onEdit, onRemove, onSchemaFile, onExample } = props;
  const text = useText();
  const nameId = useId();
  const { name, httpEndpoint, wsEndpoint } = connection;
  const configured = connection.id === DEFAULT_CONNECTION;
  // Credentials are removed from addresses, as in links and exported files. Foreign letters could imitate another host.
  const shown = (address: string): string => (/[?@\\]|[^!-~]/.test(address) ? openAddress(address, session.pageUrl) : address);
  return (
    <li className={inUse ? 'connection connection-in-use' : 'connection'}>
      <div className="connection-what">
        <h2 id={nameId} className="connection-name" dir="auto">
          {name}
        </h2>
        <p className="connection-address">
          <span className="code">{shown(httpEndpoint)}</span>
        </p>
        {wsEndpoint ? (
          <p className="connection-address">
            <span className="code">{shown(wsEndpoint)}</span>
          </p>
        ) : null}
        <p className="connection-state">
          <StatusDot tone={inUse ? 'ok' : 'neutral'} />
          <Facts session={session} connection={connection} inUse={inUse} />
        </p>
        {configured ? <p className="field-help">{text('connections.configured')}</p> : null}
      </div>
      <div className="connection-actions">
        {inUse ? (
          <EnvironmentChoice session={session} />
        ) : (
          <Button aria-describedby={nameId} onClick={onUse}>
            {text('connections.use')}
          </Button>
        )}
        <Button kind="quiet" icon="copy" aria-describedby={nameId} onClick={onCopy}>
          {text('connections.copy')}
        </Button>
        {configured ? null : (
          <>
            <Button kind="quiet" icon="edit" aria-describedby={nameId} onClick={onEdit}>
              {text('connections.edit')}
            </Button>
            <Button kind="quiet" icon="trash" aria-describedby={nameId} onClick={onRemove}>
              {text('connections.remove')}
            </Button>
          </>
        )}
      </div>
      {inUse ? <SchemaSource session={session} onFile={onSchemaFile} onExample={onExample} /> : null}
    </li>
  );
}

/** The settings in a few words. */
function Facts({ session, connection, inUse }: { session: Session; connection: ConnectionSettings; inUse: boolean }): ReactNode {
  const text = useText();
  const { tokenName: token, headers, persistedQueries, wsEndpoint, id, readOnly } = connection;
  // Storage exists only in the browser, so the server render shows no token.
  const hasOwn = useIsHydrated() && session.connections.tokens(connection).read() !== '';
  const account = useReadable(session.token.cookie);
  const hasToken = connection.signIn ? inUse && account !== null : hasOwn;
  const isNamed = hasToken && token !== '' && id !== DEFAULT_CONNECTION;
  const names = Object.keys(headers);
  const replacesHeader = hasToken && names.some(name => name.toLowerCase() === 'authorization');
  return [
    ...(inUse ? [text('connections.inUse')] : []),
    isNamed ? text('connections.signedInNamed', { token }) : text(hasToken ? 'connections.signedIn' : 'connections.signedOut'),
    ...(names.length > 0 ? [text('connections.headerCount', { count: names.length })] : []),
    ...(replacesHeader ? [text('connections.tokenSent')] : []),
    ...(persistedQueries ? [text('connections.byHash')] : []),
    ...(readOnly ? [text('connections.readOnly')] : []),
    ...(wsEndpoint === null ? [text('connections.noLive')] : []),
  ].join(' · ');
}
