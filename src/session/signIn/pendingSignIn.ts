/**
 * The two ends of the full-page redirect: stores the sign-in before the page navigates to the provider, and recognizes the return. A page
 * whose URL looks like a return calls `takeReturn` before it starts. The protocol itself is in oidcClient.ts.
 */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import type { SignInRequest } from './oidcClient';

/** A sign-in that has started and not returned yet. Stored in the tab. */
export interface PendingSignIn extends SignInRequest {
  connectionId: string;
  /** The endpoint that the token is for, without credentials. */
  endpoint: string;
  /** URL (path, query, fragment) to show after the return. */
  returnTo: string;
  /** Start of the sign-in, milliseconds since the epoch. */
  at: number;
}

const PENDING_KEY = 'oriel:sign-in-pending';
/** Time limit for signing in at the provider, in ms. */
const LIMIT_MS = 30 * 60_000;

/** Stores a sign-in. An earlier one in the same tab is dropped. */
export function rememberSignIn(tabStorage: KeyValueStorage, pending: PendingSignIn): void {
  writeJson(tabStorage, PENDING_KEY, pending);
}

/** True for the parameters of an authorization response (RFC 6749, section 4.1.2). */
const isResponse = (parameters: URLSearchParams): boolean =>
  parameters.has('state') && (parameters.has('code') || parameters.has('error'));

/**
 * Removes and returns the stored sign-in that `address` is the return of. null if the address is not a return, if its state is not the one
 * that this tab sent, if it is not the redirect URI, or if the sign-in took longer than the limit.
 */
export function takePendingSignIn(
  tabStorage: KeyValueStorage,
  address: URL,
  now: number,
): { pending: PendingSignIn; parameters: URLSearchParams } | null {
  if (!isResponse(address.searchParams)) return null;
  const pending = readPending(readJson(tabStorage, PENDING_KEY));
  if (pending === null || pending.state !== address.searchParams.get('state')) return null;
  tabStorage.removeItem(PENDING_KEY);
  const isHere = new URL(pending.redirectUri).href === new URL(address.pathname, address).href;
  return isHere && now - pending.at < LIMIT_MS ? { pending, parameters: address.searchParams } : null;
}

function readPending(value: unknown): PendingSignIn | null {
  const own = ownValues(value);
  if (own === null) return null;
  const text = (name: string): string => {
    const found = own.get(name);
    return typeof found === 'string' ? found : '';
  };
  const at = own.get('at');
  const pending: PendingSignIn = {
    issuer: text('issuer'),
    state: text('state'),
    codeVerifier: text('codeVerifier'),
    nonce: text('nonce'),
    redirectUri: text('redirectUri'),
    connectionId: text('connectionId'),
    endpoint: text('endpoint'),
    returnTo: text('returnTo'),
    at: typeof at === 'number' ? at : 0,
  };
  const isWhole = pending.state !== '' && pending.codeVerifier !== '' && URL.canParse(pending.redirectUri);
  // Only a path on this origin: `//evil.example` would lead to another site.
  return isWhole && /^\/(?![/\\])/.test(pending.returnTo) ? pending : null;
}
