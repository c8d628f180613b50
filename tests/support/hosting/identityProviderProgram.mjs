/**
 * A real OpenID Connect provider as a separate program, because Jest cannot load its modules. The first argument contains the settings as
 * JSON. Standard output has a line with its URL, and one for each token and each response of its token endpoint. A number on standard input
 * makes it unreachable for that many milliseconds.
 */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const {
  redirectUri,
  postLogoutRedirectUri = redirectUri,
  accessTokenSeconds,
  clientId,
  clientSecret,
  port,
} = JSON.parse(process.argv[2]);
const report = value => process.stdout.write(`${JSON.stringify(value)}\n`);
console.warn = () => undefined;
console.info = () => undefined;

const server = createServer();
await new Promise(resolve => server.listen(port ?? 0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      ...(clientSecret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { token_endpoint_auth_method: 'client_secret_basic', client_secret: clientSecret }),
      application_type: 'native',
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [postLogoutRedirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  pkce: { required: () => true },
  rotateRefreshToken: true,
  ttl: { AccessToken: accessTokenSeconds, Grant: 86_400, RefreshToken: 86_400, IdToken: 3600, Session: 86_400, Interaction: 600 },
  claims: { openid: ['sub'], profile: ['name'] },
  // In the ID token, where the gateway reads them.
  conformIdTokenClaims: false,
  clientBasedCORS: () => true,
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, name: 'Anna Larsen' }) }),
});
const handle = provider.callback();

/** The user always signs in and consents. */
async function interact(request, response) {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: 'anna' } });
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

server.on('request', (request, response) => {
  if (request.url.startsWith('/interaction/')) {
    interact(request, response).catch(error => response.writeHead(500).end(String(error)));
    return;
  }
  if (request.method === 'POST' && request.url.startsWith('/token')) {
    let body = '';
    request.on('data', piece => {
      body += piece;
    });
    response.on('finish', () => report({ grantType: new URLSearchParams(body).get('grant_type'), status: response.statusCode }));
  }
  handle(request, response);
});
// It is not restarted, so it keeps its state, like a provider with a database.
process.stdin.on('data', async text => {
  const ms = Number(text);
  const { port: own } = server.address();
  const closed = new Promise(resolve => server.close(resolve));
  server.closeAllConnections();
  await closed;
  await new Promise(resolve => setTimeout(resolve, ms));
  server.listen(own, '127.0.0.1');
});
for (const kind of ['access_token', 'refresh_token'])
  provider.on(`${kind}.saved`, token => report({ kind, token: token.jti, expiresAt: Date.now() + accessTokenSeconds * 1000 }));
report({ issuer });
