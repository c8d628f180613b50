/**
 * The two ends of the full-page redirect: what is remembered while the page is at the provider, and how the return is recognised. The page
 * looks for a return before it starts, where its address could be one; the protocol itself is in oidcClient.ts.
 */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import type { SignInRequest } from './oidcClient';

/** A sign-in under way. Kept in the tab. */
export interface PendingSignIn extends SignInRequest {
  connectionId: string;
  /** Where the page was, to go back to. */
  returnTo: string;
  /** Milliseconds since the epoch. */
  at: number;
}

const PENDING_KEY = 'oriel:sign-in-pending';
/** How long the person may take at the provider, in ms. */
const LIMIT_MS = 30 * 60_000;

/** Remembers a sign-in; an earlier one is given up. */
export function rememberSignIn(tabStorage: KeyValueStorage, pending: PendingSignIn): void {
  writeJson(tabStorage, PENDING_KEY, pending);
}

/** Parameters by which an authorization response is recognised (RFC 6749, section 4.1.2). */
const isResponse = (parameters: URLSearchParams): boolean =>
  parameters.has('state') && (parameters.has('code') || parameters.has('error'));

/**
 * The sign-in that an address returns from, once: it is forgotten by this. null for any other address, for a state that this tab did not
 * send, for another redirect address, and for one that took too long.
 */
export function takeReturn(
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
    returnTo: text('returnTo'),
    at: typeof at === 'number' ? at : 0,
  };
  const isWhole = pending.state !== '' && pending.codeVerifier !== '' && URL.canParse(pending.redirectUri);
  // An own address and nothing else: `//evil.example` would leave the page.
  return isWhole && /^\/(?![/\\])/.test(pending.returnTo) ? pending : null;
}
