/** What is kept of a sign-in by OpenID Connect beside the access token: the refresh token and when the access token expires. */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';

/** See the head of the file. */
export interface OidcGrant {
  /** Names the sign-in; the access token's note holds it as well (tokenStorage.ts). */
  grant: string;
  issuer: string;
  clientId: string;
  /** Address of the API that it was given for. Missing: a version without this wrote it. */
  endpoint?: string;
  refreshToken: string | null;
  /** When the access token expires, milliseconds since the epoch; null when the provider did not say. */
  expiresAt: number | null;
  /** How long it was valid when it was given, in ms; null when that is not known. */
  lifetime: number | null;
}

/** The grant of one connection. */
export interface OidcGrantStorage {
  read(): OidcGrant | null;
  write(grant: OidcGrant | null): void;
}

/**
 * Kept in `storage`, which is the tab's unless the person chose otherwise. A grant of another provider, of another client there, or for another API,
 * is none: settings can change while the storage stays, and another tab may have the old ones.
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
