import { createCookie } from '../../../src/server/signIn/createCookie';
import { createSeal } from '../../../src/server/signIn/seal';
import { createSessions } from '../../../src/server/signIn/sessions';
import type { TokenSet } from '../../../src/session/signIn/oidcClient';

const SECRET = 'a session secret of more than 32 characters';
const cookie = createCookie('oriel-test', false);

/** Sessions with a provider that returns `answers` in turn, and a stopped clock. */
function sessionsOf(refresh: (refreshToken: string) => Promise<TokenSet>) {
  const clock = { now: 0 };
  const sessions = createSessions({
    client: { refresh },
    seal: createSeal(SECRET, 'test'),
    now: () => clock.now,
    onTrouble: () => undefined,
  });
  const headerOf = (lines: string[] | null): string => (lines ?? []).map(line => line.split(';')[0]).join('; ');
  return {
    clock,
    begin: () => headerOf(sessions.begin(tokens(0, clock.now), cookie, undefined)),
    visit: (header: string) => sessions.visit(cookie, header),
    headerOf,
  };
}

const tokens = (turn: number, at: number): TokenSet => ({
  accessToken: `access ${turn}`,
  refreshToken: `refresh ${turn}`,
  expiresAt: at + 60_000,
  claims: { sub: 'anna' },
});

describe('a session that ends', () => {
  it('is over for requests that were waiting for its renewal', async () => {
    let renew: (set: TokenSet) => void = () => undefined;
    const { clock, begin, visit } = sessionsOf(
      () =>
        new Promise(resolve => {
          renew = resolve;
        }),
    );
    const header = begin();
    const early = await visit(header);
    clock.now = 50_000;
    const waiting = visit(header);
    early.end();
    renew(tokens(1, clock.now));
    const visited = await waiting;
    expect([visited.refusal?.code, visited.token()]).toEqual(['GATEWAY_SIGNED_OUT', null]);
    expect(visited.cookies()).toEqual([expect.stringContaining('Max-Age=0')]);
  });

  it('returns the newest refresh token for revocation, also if the provider cannot be reached', async () => {
    let isDown = false;
    const { clock, begin, visit } = sessionsOf(async () => {
      if (isDown) throw new Error('down');
      return tokens(1, clock.now);
    });
    const header = begin();
    clock.now = 50_000;
    expect((await visit(header)).token()).toBe('access 1');
    isDown = true;
    clock.now = 200_000;
    const visited = await visit(header);
    expect(visited.refusal?.code).toBe('GATEWAY_PROVIDER_UNREACHABLE');
    expect(visited.end()).toBe('refresh 1');
  });

  it('stays over while thousands of others are renewed', async () => {
    const { clock, begin, visit } = sessionsOf(async () => tokens(1, clock.now));
    const ended = begin();
    (await visit(ended)).end();
    const others = Array.from({ length: 2100 }, begin);
    clock.now = 50_000;
    for (const other of others) await visit(other);
    expect((await visit(ended)).refusal?.code).toBe('GATEWAY_SIGNED_OUT');
  });
});

it('opens nothing that was sealed for another gateway with the same secret', () => {
  const sealed = createSeal(SECRET, 'one').close({ a: 1 }, 'session');
  expect(createSeal(SECRET, 'one').open(sealed, 'session')).toEqual({ a: 1 });
  expect(createSeal(SECRET, 'two').open(sealed, 'session')).toBeUndefined();
  expect(createSeal(SECRET, 'one').open(sealed, 'pending')).toBeUndefined();
});
