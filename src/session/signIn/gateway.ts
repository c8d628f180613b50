/**
 * Signing in where the server of this page does it (server/signIn/): the page leaves for an address beside it, and only asks who is signed in.
 * Fetched where a connection is of that kind.
 */
import type { Session } from '../connections/session';

/** The address to leave for; it leads back to where the page is. */
export function gatewaySignInAddress(session: Session): string {
  const url = beside(session, 'sign-in');
  url.searchParams.set('to', session.openIdWorld?.here() ?? '/');
  return url.href;
}

/** Leaves the page to sign in. */
export function goToSignIn(session: Session): void {
  session.openIdWorld?.go(gatewaySignInAddress(session));
}

/** Who is signed in: a name, null for no one, or that the server cannot ask the identity provider. */
export type GatewayAnswer = { isReached: true; name: string | null } | { isReached: false };

/** Asks who is signed in. @throws Error when the server does not say */
export async function askGatewayAccount(session: Session): Promise<GatewayAnswer> {
  const answer = await send(session, 'sign-in/account', 'GET');
  if (answer?.status === 502) return { isReached: false };
  const name = (await membersOf(answer)).get('name');
  return { isReached: true, name: typeof name === 'string' ? name : null };
}

/** Ends the session there, and leaves for the provider, which ends its own, or for the beginning. @throws Error when it is not ended */
export async function signOutAtGateway(session: Session): Promise<void> {
  const here = session.openIdWorld?.here() ?? '/';
  const answer = await membersOf(await send(session, `sign-out?to=${encodeURIComponent(here)}`, 'POST'));
  const to = answer.get('to');
  const isAddress = typeof to === 'string' && /^https?:\/\//.test(to);
  session.openIdWorld?.go(isAddress ? to : session.pageUrl);
}

const beside = ({ pageUrl }: Session, address: string): URL => new URL(address, pageUrl);

async function send(session: Session, address: string, method: string): Promise<Response | undefined> {
  return session.openIdWorld?.fetch(beside(session, address).href, { method, credentials: 'same-origin' });
}

/** Own keys of the answer. */
async function membersOf(answer: Response | undefined): Promise<ReadonlyMap<string, unknown>> {
  if (!answer?.ok) throw new Error(`The server answered ${answer?.status ?? 'nothing'}`);
  return new Map(Object.entries((await answer.json()) as object));
}
