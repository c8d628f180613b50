/** The foot of the rail if this page's server handles the sign-in: a link to sign in, or the signed-in user. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { signInPages } from '../../i18n/english/signInPages';
import { useText } from '../../i18n/LanguageProvider';
import { withMessages } from '../../i18n/withMessages';
import type { Session } from '../../session/connections/session';
import { fetchGatewayAccount, gatewaySignInAddress, signOutAtGateway } from '../../session/signIn/gateway';
import { reasonOf } from '../../transport/observe/isNoResponseMessage';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Button } from '../../ui/inputs/Button';
import { Icon } from '../../ui/text/Icon';
import { useReadable } from '../../ui/useReadable';

function GatewayAccountFoot({ session }: { session: Session }): ReactNode {
  const text = useText();
  const { note } = useAnnounce();
  const account = useReadable(session.token.cookie);
  const [lookup, setLookup] = useState<'not' | 'answered' | 'unreachable'>('not');
  const [busy, setBusy] = useState(false);
  // Subscribed, because the link must return to the current screen.
  useReadable(session.navigation.address);
  const ask = useCallback(
    (asking: { isGone: boolean }) =>
      fetchGatewayAccount(session).then(
        result => {
          if (asking.isGone) return;
          if (result.isReached) session.token.noteAccount(result.name);
          setLookup(result.isReached ? 'answered' : 'unreachable');
        },
        () => !asking.isGone && setLookup('answered'),
      ),
    [session],
  );
  useEffect(() => {
    const asking = { isGone: false };
    void ask(asking);
    return () => {
      asking.isGone = true;
    };
  }, [ask]);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    try {
      await signOutAtGateway(session);
    } catch (error) {
      setBusy(false);
      note({ text: reasonOf(error), tone: 'danger' });
    }
  };
  if (account !== null) {
    return (
      <>
        <Icon name="person" />
        <span className="rail-foot-words truncate" title={account.name} dir="auto">
          {account.name}
        </span>
        <Button kind="quiet" busy={busy} onClick={() => void signOut()}>
          {text('shell.signOut')}
        </Button>
      </>
    );
  }
  if (lookup === 'not') return null;
  // An unreachable server does not mean signed out: the session may still exist.
  if (lookup === 'unreachable') {
    return (
      <>
        <span className="rail-foot-words">{text('shell.signInUnreachable')}</span>
        <Button kind="quiet" icon="refresh" onClick={() => void ask({ isGone: false })}>
          {text('errors.retry')}
        </Button>
      </>
    );
  }
  return (
    // Not an address of Oriel, so the browser follows it.
    <a className="button button-secondary rail-sign-in" href={gatewaySignInAddress(session)} target="_top">
      <Icon name="signIn" />
      {text('shell.signIn')}
    </a>
  );
}

/** The account, with its texts. */
export const GatewayAccount = withMessages({ shell: signInPages }, GatewayAccountFoot);
