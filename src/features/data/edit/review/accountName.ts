/** The signed-in account, if this browser can determine it. It is shown beside a change and never trusted. */
import { ownValues } from '../../../../lib/ownValues';
import type { Session } from '../../../../session/connections/session';

/** Claims that name a person, the most readable first (OpenID Connect Core 1.0, section 5.1). */
const CLAIMS = ['preferred_username', 'email', 'name', 'username', 'sub'];
const LONGEST_TOKEN = 16_384;
const LONGEST_NAME = 100;

/** Name of the account that is signed in by cookie or at the gateway, otherwise the name in the token if it is a JWT; null: unknown. */
export function accountName({
  token,
  connections,
  connection,
}: Pick<Session, 'token' | 'connections' | 'connection'>): string | null {
  return token.cookie.get()?.name || nameInToken(connections.tokens(connection).read());
}

function nameInToken(token: string): string | null {
  const [, payload = '', signature] = token.split('.', 3);
  if (signature === undefined || token.length > LONGEST_TOKEN) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0));
    const claims = ownValues(JSON.parse(new TextDecoder().decode(bytes)));
    const names = CLAIMS.map(claim => claims?.get(claim)).filter(value => typeof value === 'string');
    return names.find(name => name.trim() !== '')?.slice(0, LONGEST_NAME) ?? null;
  } catch {
    return null;
  }
}
