/** The foot of the rail where the server of this page signs in: a link that leaves for it, or who is signed in. */
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/connections/session';
import { askGatewayAccount, gatewaySignInAddress, signOutAtGateway } from '../../session/signIn/gateway';
import { reasonOf } from '../../transport/observe/saysNoAnswer';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Button } from '../../ui/inputs/Button';
import { Icon } from '../../ui/text/Icon';
import { useReadable } from '../../ui/text/useReadable';

/** See the head of the file. */
export function GatewayAccount({ session }: { session: Session }): ReactNode {
  const text = useText();
  const { note } = useAnnounce();
  const account = useReadable(session.token.cookie);
  const [isAsked, setIsAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  // The link leads back to the screen in view.
  useReadable(session.navigation.address);
  useEffect(() => {
    let isGone = false;
    askGatewayAccount(session)
      .then(
        name => !isGone && session.token.noteAccount(name),
        () => undefined,
      )
      .finally(() => !isGone && setIsAsked(true));
    return () => {
      isGone = true;
    };
  }, [session]);
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
  if (!isAsked) return null;
  return (
    // Not a place of Oriel: the browser follows it.
    <a className="button button-secondary rail-sign-in" href={gatewaySignInAddress(session)} target="_top">
      <Icon name="signIn" />
      {text('shell.signIn')}
    </a>
  );
}
