/** Asks for confirmation before imported connections may send tokens to a websocket on a host other than their endpoint's. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { shortAddress } from '../../lib/network/shortAddress';
import type { ConnectionSettings } from '../../session/connections/connections';
import { hostOf, hostOfSocket } from '../../session/connections/tokenStorage';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';

/** True if the websocket of a connection is on another host than its endpoint. */
export function isForeignSocket(connection: ConnectionSettings, pageUrl: string): boolean {
  const host = hostOfSocket(connection, pageUrl);
  return host !== null && host !== hostOf(connection.httpEndpoint, pageUrl);
}

export interface SocketQuestionProps {
  connections: readonly ConnectionSettings[];
  pageUrl: string;
  /** Imports these connections. */
  onTake: (connections: readonly ConnectionSettings[]) => void;
  onClose: () => void;
}

export function SocketQuestion({ connections, pageUrl, onTake, onClose }: SocketQuestionProps): ReactNode {
  const text = useText();
  const foreign = connections.filter(connection => isForeignSocket(connection, pageUrl));
  const without = connections.map(connection =>
    foreign.includes(connection) ? { ...connection, wsEndpoint: null } : connection,
  );
  return (
    <Dialog
      open
      keepOpen
      size="small"
      title={text('connections.importSocketTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onTake(connections)}>{text('connections.importSocketUse')}</Button>
          <Button kind="primary" onClick={() => onTake(without)}>
            {text('connections.importSocketDrop')}
          </Button>
        </>
      }
    >
      <p>{text('connections.importSocketHelp')}</p>
      {foreign.slice(0, 20).map(connection => (
        <p key={connection.id} className="code">
          {shortAddress(connection.httpEndpoint)} → {shortAddress(connection.wsEndpoint ?? '')}
        </p>
      ))}
    </Dialog>
  );
}
