/** Asks before a link may lead to another endpoint: nothing was sent there yet, and no token goes along. */
import type { ReactNode } from 'react';
import { shellMore } from '../../i18n/english/shellMore';
import { useText } from '../../i18n/LanguageProvider';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import type { App } from '../createApp';
import type { LinkedEndpoint } from '../createLinkedNavigation';

/** The question. */
export function LinkDialog({ app, linked }: { app: App; linked: LinkedEndpoint }): ReactNode {
  const text = useText();
  const { name } = app.connections.current.get();
  // Only the beginning: an address can be made long enough to push the question out of sight.
  const endpoint = linked.endpoint.length > 200 ? `${linked.endpoint.slice(0, 200)}…` : linked.endpoint;
  return (
    <Dialog
      open
      keepOpen
      size="small"
      title={text('shell.linkTitle')}
      onClose={() => app.answerLink(false)}
      footer={
        <>
          <Button onClick={() => app.answerLink(true)}>{text('shell.linkOpen')}</Button>
          <Button kind="primary" onClick={() => app.answerLink(false)}>
            {text('shell.linkStay', { name })}
          </Button>
        </>
      }
    >
      <p className="code link-dialog-address">{endpoint}</p>
      <p>{text('shell.linkHelp')}</p>
    </Dialog>
  );
}

/** As it is fetched: with its texts and the icons inside it. */
export default withMessagesAndIcons({ shell: shellMore }, LinkDialog);
