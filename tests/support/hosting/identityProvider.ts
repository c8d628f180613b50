/** A real OpenID Connect provider (oidc-provider) in a separate process on a free port. Its user always signs in and consents. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A running provider. */
export interface IdentityProvider {
  issuer: string;
  /** Number of requests to the token endpoint by grant type and outcome. */
  tokenRequests: { grantType: string; status: number }[];
  /** Its tokens, by their text; milliseconds since the epoch. */
  tokens: Map<string, { kind: 'access_token' | 'refresh_token'; expiresAt: number }>;
  /** Makes it unreachable for this many milliseconds. It keeps its state. */
  interrupt(ms: number): void;
  /** Follows the redirects of an authorization request like a browser with cookies. Returns the URL of the return. */
  authorize(url: string): Promise<URL>;
  close(): Promise<void>;
}

/** A line of the program's output. */
type ProviderMessage =
  | { issuer: string }
  | { grantType: string; status: number }
  | { token: string; kind: 'access_token' | 'refresh_token'; expiresAt: number };

/** Starts one. `accessTokenSeconds`: lifetime of its access tokens. */
export async function identityProvider(options: {
  redirectUri: string;
  /** Where signing out leads to. Default: the same. */
  postLogoutRedirectUri?: string;
  accessTokenSeconds?: number;
  /** Default: a public client. */
  clientSecret?: string;
  /** Default: a free one. */
  port?: number;
}): Promise<IdentityProvider> {
  const { accessTokenSeconds = 60 } = options;
  const settings = JSON.stringify({ ...options, accessTokenSeconds, clientId: 'oriel' });
  const child = spawn(process.execPath, [path.resolve('tests/support/hosting/identityProviderProgram.mjs'), settings], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const tokenRequests: IdentityProvider['tokenRequests'] = [];
  const tokens: IdentityProvider['tokens'] = new Map();
  let trouble = '';
  child.stderr.on('data', (piece: Buffer) => {
    trouble += piece.toString();
  });
  const issuer = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The provider ended: ${trouble.slice(0, 2000)}`)));
    createInterface(child.stdout).on('line', line => {
      const message = JSON.parse(line) as ProviderMessage;
      if ('issuer' in message) resolve(message.issuer);
      else if ('token' in message) tokens.set(message.token, message);
      else tokenRequests.push(message);
    });
  });
  return {
    issuer,
    tokenRequests,
    tokens,
    interrupt: ms => void child.stdin.write(String(ms)),
    async authorize(url) {
      const cookies = new Map<string, string>();
      let next = new URL(url);
      for (let hop = 0; hop < 10; hop++) {
        if (next.origin !== issuer) return next;
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';');
          const at = pair.indexOf('=');
          cookies.set(pair.slice(0, at), pair.slice(at + 1));
        }
        const to = response.headers.get('location');
        if (to === null)
          throw new Error(`The provider stopped with ${response.status}: ${(await response.text()).slice(0, 500)}`);
        next = new URL(to, next);
      }
      throw new Error('The provider redirects without end');
    },
    close: () =>
      new Promise(resolve => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}
