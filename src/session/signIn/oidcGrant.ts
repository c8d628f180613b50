/** Stores the grant of an OpenID Connect sign-in: the refresh token, and the expiry of the access token, which is stored elsewhere. */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';

/** One sign-in. */
export interface OidcGrant {
  /** Identifies the sign-in; also in the note of the access token (tokenStorage.ts). */
  grant: string;
  issuer: string;
  clientId: string;
  /** Address of the API that the grant is for. Missing if an older version of Oriel wrote it. */
  endpoint?: string;
  refreshToken: string | null;
  /** Expiry of the access token, milliseconds since the epoch; null if the provider did not say. */
  expiresAt: number | null;
  /** Lifetime of the access token when it was issued, in ms; null if unknown. */
  lifetime: number | null;
}

/** The grant of one connection. */
export interface OidcGrantStorage {
  read(): OidcGrant | null;
  write(grant: OidcGrant | null): void;
}

/**
 * Stores the grant in `storage`: that of the tab, unless the user chose the browser's. A grant for another issuer, client or API is ignored:
 * settings can change while the storage stays, and another tab can still use the old settings.
 */
export function createOidcGrant(
  storage: KeyValueStorage,
  connectionId: string,
  { issuer, clientId, endpoint }: Pick<OidcGrant, 'issuer' | 'clientId' | 'endpoint'>,
): OidcGrantStorage {
  const key = `oriel:oidc:${connectionId}`;
  const isOwn = (grant: OidcGrant | null): boolean =>
    grant?.issuer === issuer && grant.clientId === clientId && (grant.endpoint ?? endpoint) === endpoint;
  return {
    read() {
      const grant = readOidcGrant(readJson(storage, key));
      return isOwn(grant) ? grant : null;
    },
    write(grant) {
      if (grant === null) storage.removeItem(key);
      else if (isOwn(grant)) writeJson(storage, key, endpoint === undefined ? grant : { ...grant, endpoint });
    },
  };
}

/** Reads a grant from untrusted JSON, own keys only. */
export function readOidcGrant(value: unknown): OidcGrant | null {
  const own = ownValues(value);
  if (own === null) return null;
  const text = (name: string): string | null => {
    const found = own.get(name);
    return typeof found === 'string' && found !== '' ? found : null;
  };
  const number = (name: string): number | null => {
    const found = own.get(name);
    return typeof found === 'number' && Number.isFinite(found) ? found : null;
  };
  const [grant, issuer, clientId] = [text('grant'), text('issuer'), text('clientId')];
  if (grant === null || issuer === null || clientId === null) return null;
  const endpoint = text('endpoint');
  return {
    ...(endpoint === null ? {} : { endpoint }),
    grant,
    issuer,
    clientId,
    refreshToken: text('refreshToken'),
    expiresAt: number('expiresAt'),
    lifetime: number('lifetime'),
  };
}
