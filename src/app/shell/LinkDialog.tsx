/** Asks before a link leads to another endpoint. One without a connection has received nothing yet, and gets no token. */
import type { ReactNode } from 'react';
import { shellMore } from '../../i18n/english/shellMore';
import { useText } from '../../i18n/LanguageProvider';
import { shortAddress } from '../../lib/network/shortAddress';
import { isHttpAddress } from '../../session/connections/connections';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import type { App } from '../createApp';
import type { LinkedEndpoint } from '../createLinkedNavigation';

export function LinkDialog({ app, linked }: { app: App; linked: LinkedEndpoint }): ReactNode {
  const text = useText();
  const { name } = app.connections.current.get();
  return (
    <Dialog
      open
      keepOpen
      size="small"
      title={text('shell.linkTitle')}
      onClose={() => app.confirmLink(false)}
      footer={
        <>
          {linked.known !== null || isHttpAddress(linked.endpoint) ? (
            <Button onClick={() => app.confirmLink(true)}>{text('shell.linkOpen')}</Button>
          ) : null}
          <Button kind="primary" onClick={() => app.confirmLink(false)}>
            {text('shell.linkStay', { name })}
          </Button>
        </>
      }
    >
      {linked.known ? <p dir="auto">{linked.known.name}</p> : null}
      <p className="code link-dialog-address">{shortAddress(linked.endpoint, app.pageUrl)}</p>
      {linked.known ? null : <p>{text('shell.linkHelp')}</p>}
    </Dialog>
  );
}

/** The exported component, with its texts and icons. */
export default withMessagesAndIcons({ shell: shellMore }, LinkDialog);
