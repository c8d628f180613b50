/** Reads the settings of the gateway's sign-in (OpenID Connect) from environment variables. Errors never contain values: two are secret. */
import { readFileSync } from 'node:fs';
import { isIssuer } from '../../session/signIn/oidcSettings';
import { refuse } from '../settingsError';

/** The settings of the sign-in. */
export interface SignInSettings {
  /** URL of the identity provider. */
  issuer: string;
  clientId: string;
  /** Null for a public client, which has none. */
  clientSecret: string | null;
  /** Scopes, separated by spaces; null for the default scopes that the provider supports. */
  scope: string | null;
  /** The key of the cookies is derived from it. */
  sessionSecret: string;
}

/** The variables, without the `_FILE` variants. */
const NAMES = [
  'ORIEL_OIDC_ISSUER',
  'ORIEL_OIDC_CLIENT_ID',
  'ORIEL_OIDC_CLIENT_SECRET',
  'ORIEL_OIDC_SCOPES',
  'ORIEL_SESSION_SECRET',
] as const;
/** The variables with the path of a file that contains the value. */
const FILES = ['ORIEL_OIDC_CLIENT_SECRET_FILE', 'ORIEL_SESSION_SECRET_FILE'] as const;

/** All variables of the sign-in. */
export const SIGN_IN_VARIABLES: readonly string[] = [...NAMES, ...FILES];

/** Shorter secrets could be guessed. */
const LEAST_SECRET = 32;

/**
 * @param get returns the value of a variable; undefined if it is not set
 * @returns null if the gateway has no sign-in
 * @throws SettingsError
 */
export function readSignIn(get: (name: string) => string | undefined, hasUpstream: boolean): SignInSettings | null {
  const issuer = get('ORIEL_OIDC_ISSUER');
  if (issuer === undefined) {
    const left = SIGN_IN_VARIABLES.find(name => get(name) !== undefined);
    return left === undefined ? null : refuse(left, 'has an effect only together with ORIEL_OIDC_ISSUER.');
  }
  if (!hasUpstream)
    refuse('ORIEL_OIDC_ISSUER', nameOf => `needs ${nameOf('ORIEL_UPSTREAM')}, because the gateway handles the sign-in.`);
  if (!isIssuer(issuer))
    refuse(
      'ORIEL_OIDC_ISSUER',
      'must be the https address of an identity provider, without a query (http on this machine only), such as https://id.example.com.',
    );
  const clientId = get('ORIEL_OIDC_CLIENT_ID') ?? refuse('ORIEL_OIDC_CLIENT_ID', 'must be set when ORIEL_OIDC_ISSUER is.');
  const secret = (name: 'ORIEL_OIDC_CLIENT_SECRET' | 'ORIEL_SESSION_SECRET') => readSecret(name, get);
  const sessionSecret = secret('ORIEL_SESSION_SECRET');
  if (sessionSecret === undefined || sessionSecret.length < LEAST_SECRET)
    refuse('ORIEL_SESSION_SECRET', `must be a random text of at least ${LEAST_SECRET} characters when ORIEL_OIDC_ISSUER is set.`);
  const scope = get('ORIEL_OIDC_SCOPES')?.split(/\s+/).join(' ') ?? null;
  // The characters that RFC 6749, section 3.3, allows.
  if (scope !== null && (!/^[\x21\x23-\x5b\x5d-\x7e ]{1,2000}$/.test(scope) || !scope.split(' ').includes('openid')))
    refuse('ORIEL_OIDC_SCOPES', 'must be a list of scopes, separated by spaces, and openid one of them.');
  return { issuer, clientId, clientSecret: secret('ORIEL_OIDC_CLIENT_SECRET') ?? null, scope, sessionSecret };
}

/** A secret from its variable or from a file; setting both is an error. */
function readSecret(
  name: 'ORIEL_OIDC_CLIENT_SECRET' | 'ORIEL_SESSION_SECRET',
  get: (name: string) => string | undefined,
): string | undefined {
  const fileName = `${name}_FILE`;
  const file = get(fileName);
  if (file === undefined) return get(name);
  if (get(name) !== undefined) refuse(fileName, `cannot be set together with ${name}.`);
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    return refuse(fileName, `names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'no path'}).`);
  }
  return content === '' ? refuse(fileName, 'names an empty file.') : content;
}
