/**
 * Signing in through the page's server (server/signIn/): the page navigates to a sign-in URL beside its own, and asks the server who is
 * signed in. Loaded only for connections of that kind.
 */
import type { Session } from '../connections/session';

/** The sign-in URL; after signing in, the server redirects back to the current screen. */
export function gatewaySignInAddress(session: Session): string {
  const url = beside(session, 'sign-in');
  url.searchParams.set('to', session.openIdWorld?.here() ?? '/');
  return url.href;
}

/** Navigates to the sign-in URL. */
export function goToSignIn(session: Session): void {
  session.openIdWorld?.go(gatewaySignInAddress(session));
}

/** The name of the signed-in account, null for none; `isReached` is false if the server cannot reach the identity provider. */
export type GatewayAccountState = { isReached: true; name: string | null } | { isReached: false };

/** Asks who is signed in. @throws Error when the server responds with an error */
export async function fetchGatewayAccount(session: Session): Promise<GatewayAccountState> {
  const response = await send(session, 'sign-in/account', 'GET');
  if (response?.status === 502) return { isReached: false };
  const name = (await membersOf(response)).get('name');
  return { isReached: true, name: typeof name === 'string' ? name : null };
}

/**
 * Ends the session at the gateway, then navigates to the provider, which ends its own session, or else to the start page.
 * @throws Error when the gateway did not end the session
 */
export async function signOutAtGateway(session: Session): Promise<void> {
  const here = session.openIdWorld?.here() ?? '/';
  const members = await membersOf(await send(session, `sign-out?to=${encodeURIComponent(here)}`, 'POST'));
  const to = members.get('to');
  const isAddress = typeof to === 'string' && /^https?:\/\//.test(to);
  session.openIdWorld?.go(isAddress ? to : session.pageUrl);
}

const beside = ({ pageUrl }: Session, address: string): URL => new URL(address, pageUrl);

async function send(session: Session, address: string, method: string): Promise<Response | undefined> {
  return session.openIdWorld?.fetch(beside(session, address).href, { method, credentials: 'same-origin' });
}

/** The own members of the JSON response. */
async function membersOf(response: Response | undefined): Promise<ReadonlyMap<string, unknown>> {
  if (!response?.ok) throw new Error(`The server answered ${response?.status ?? 'nothing'}`);
  return new Map(Object.entries((await response.json()) as object));
}
