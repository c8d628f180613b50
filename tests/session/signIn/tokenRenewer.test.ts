/** @jest-environment node */
import { memoryStorage } from '../../../src/lib/storage';
import { createTokenStorage } from '../../../src/session/connections/tokenStorage';
import { GrantRefusedError, type TokenSet } from '../../../src/session/signIn/oidcClient';
import { createOidcGrant } from '../../../src/session/signIn/oidcGrant';
import { createTokenRenewer, type TabChannel, type TabWorld } from '../../../src/session/signIn/tokenRenewer';

/** Locks and broadcast channels that the tabs of a browser share. */
function browser() {
  const channels = new Set<{ name: string; listeners: ((event: { data: unknown }) => void)[] }>();
  const queue: (() => void)[] = [];
  let held = false;
  const next = (): void => {
    const run = held ? undefined : queue.shift();
    if (!run) return;
    held = true;
    run();
  };
  const world: TabWorld = {
    locks: {
      request: (_name, { signal }, callback) =>
        new Promise((resolve, reject) => {
          let begun = false;
          queue.push(() => {
            begun = true;
            void callback().then(() => {
              held = false;
              next();
              resolve(undefined);
            });
          });
          signal.addEventListener('abort', () => {
            if (!begun) reject(new Error('aborted'));
          });
          next();
        }),
    },
    channel(name): TabChannel {
      const own = { name, listeners: [] as ((event: { data: unknown }) => void)[] };
      channels.add(own);
      return {
        postMessage(message) {
          for (const other of channels)
            if (other !== own && other.name === name)
              setTimeout(() => {
                for (const listener of other.listeners) listener({ data: structuredClone(message) });
              });
        },
        addEventListener: (_type, listener) => void own.listeners.push(listener),
        close: () => void channels.delete(own),
      };
    },
  };
  return { world, storage: memoryStorage() };
}

/** A clock whose timers run on demand. */
function handClock() {
  const timers = new Map<number, { at: number; action: () => void }>();
  let now = 1_000_000;
  let id = 0;
  return {
    now: () => now,
    after(ms: number, action: () => void) {
      id += 1;
      timers.set(id, { at: now + ms, action });
      return id as never;
    },
    cancel: (timer: unknown) => void timers.delete(timer as number),
    pass(ms: number) {
      now += ms;
      for (const [key, timer] of [...timers]) if (timer.at <= now && timers.delete(key)) timer.action();
    },
  };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise(resolve => setTimeout(resolve));
};

/** A provider that rotates refresh tokens and refuses used ones. It answers in a later turn. */
function rotating() {
  const used = new Set<string>();
  let count = 0;
  return {
    asked: () => count,
    async refresh(refreshToken: string): Promise<TokenSet> {
      count += 1;
      await new Promise(resolve => setTimeout(resolve));
      if (used.has(refreshToken)) throw new GrantRefusedError('used twice');
      used.add(refreshToken);
      return {
        accessToken: `access-${count}`,
        refreshToken: `refresh-${count}`,
        expiresAt: 1_000_000 + count * 60_000 + 60_000,
        claims: null,
      };
    },
  };
}

const connection = { httpEndpoint: 'https://api.example/graphql', wsEndpoint: null };

function tab({ world, storage }: ReturnType<typeof browser>, client: ReturnType<typeof rotating>) {
  const clock = handClock();
  const tokens = createTokenStorage({ storage, key: 'apollo-token', connection, pageUrl: 'https://oriel.example/' });
  const grants = createOidcGrant(memoryStorage(), 'default', { issuer: 'i', clientId: 'c' });
  const keeper = createTokenRenewer({
    connectionId: 'default',
    client,
    grants,
    token: { set: tokens.write, current: tokens.read, source: tokens.source, reload: () => {} },
    clock,
    world,
  });
  return { clock, tokens, grants, keeper };
}

const GRANT = { grant: 'g', issuer: 'i', clientId: 'c', refreshToken: 'refresh-0', expiresAt: 1_060_000, lifetime: 60_000 };

it.each([
  ['provider', { issuer: 'other', clientId: 'c' }],
  ['client', { issuer: 'i', clientId: 'other' }],
])('a grant is not used for another %s', (_, other) => {
  const storage = memoryStorage();
  const own = createOidcGrant(storage, 'default', { issuer: 'i', clientId: 'c' });
  own.write(GRANT);
  const stranger = createOidcGrant(storage, 'default', other);
  expect(stranger.read()).toBeNull();
  stranger.write(GRANT);
  expect(stranger.read()).toBeNull();
  expect(own.read()).toEqual(GRANT);
});

describe('the tabs of a browser', () => {
  it('renew a token exactly once, whichever tab starts it, and all tabs get it', async () => {
    const shared = browser();
    const client = rotating();
    const tabs = [tab(shared, client), tab(shared, client), tab(shared, client)] as const;
    await settle();
    // The tab that signs in does not hold the lock.
    tabs[1].tokens.write('access-0', { grant: 'g', verified: true });
    tabs[1].keeper.share(GRANT);
    await settle();
    const renewed = await Promise.all(tabs.flatMap(each => [each.keeper.refresh(), each.keeper.refresh()]));
    expect(renewed).toEqual([true, true, true, true, true, true]);
    expect(client.asked()).toBe(1);
    expect(tabs[2].tokens.read()).toBe('access-1');
    expect(tabs.map(each => each.grants.read()?.refreshToken)).toEqual(['refresh-1', 'refresh-1', 'refresh-1']);
    for (const each of tabs) each.keeper.dispose();
  });

  it('continue when the leader is closed', async () => {
    const shared = browser();
    const client = rotating();
    const [first, second] = [tab(shared, client), tab(shared, client)];
    first.tokens.write('access-0', { grant: 'g' });
    first.keeper.share(GRANT);
    await settle();
    first.keeper.dispose();
    await settle();
    expect(await second.keeper.refresh()).toBe(true);
    expect(second.tokens.read()).toBe('access-1');
    second.keeper.dispose();
  });

  it('use a refresh token once if the leader is closed and the provider takes longer than a tab waits', async () => {
    const shared = browser();
    const client = rotating();
    let respond = (): void => {};
    const slow = {
      ...client,
      refresh: (token: string): Promise<TokenSet> =>
        new Promise(resolve => {
          respond = () => resolve(client.refresh(token));
          sent.push(token);
        }),
    };
    const sent: string[] = [];
    const never = { ...client, refresh: () => new Promise<TokenSet>(() => {}) };
    const [first, second] = [tab(shared, never), tab(shared, slow)];
    first.tokens.write('access-0', { grant: 'g' });
    first.keeper.share(GRANT);
    await settle();
    const renewal = second.keeper.refresh();
    await settle();
    // The second tab takes over, sends its request, and stops waiting for the first.
    first.keeper.dispose();
    await settle();
    second.clock.pass(15_000);
    expect(await renewal).toBe(false);
    const again = second.keeper.refresh();
    await settle();
    respond();
    expect(await again).toBe(true);
    expect(sent).toEqual(['refresh-0']);
    second.keeper.dispose();
  });

  it('get the grant when they are opened later', async () => {
    const shared = browser();
    const client = rotating();
    const first = tab(shared, client);
    first.tokens.write('access-0', { grant: 'g' });
    first.keeper.share(GRANT);
    await settle();
    const second = tab(shared, client);
    await settle();
    expect(second.grants.read()?.refreshToken).toBe('refresh-0');
    first.keeper.dispose();
    second.keeper.dispose();
  });
});

describe('a token', () => {
  it('is renewed before it expires', async () => {
    const client = rotating();
    const one = tab(browser(), client);
    one.tokens.write('access-0', { grant: 'g' });
    one.keeper.share(GRANT);
    await settle();
    one.clock.pass(44_000);
    await settle();
    expect(client.asked()).toBe(0);
    one.clock.pass(1_000);
    await settle();
    expect(one.tokens.read()).toBe('access-1');
    one.keeper.dispose();
  });

  it('is requested again after a pause while the provider is down, and arrives before it expires', async () => {
    const client = rotating();
    let attempts = 0;
    let isDown = true;
    const refresh = (refreshToken: string): Promise<TokenSet> => {
      attempts += 1;
      return isDown ? Promise.reject(new TypeError('fetch failed')) : client.refresh(refreshToken);
    };
    const one = tab(browser(), { ...client, refresh });
    one.tokens.write('access-0', { grant: 'g' });
    one.keeper.share(GRANT);
    await settle();
    one.clock.pass(45_000);
    await settle();
    // No time has passed: nothing is tried again.
    one.clock.pass(0);
    await settle();
    expect(attempts).toBe(1);
    one.clock.pass(5_000);
    await settle();
    expect(attempts).toBe(2);
    isDown = false;
    one.clock.pass(5_000);
    await settle();
    expect(attempts).toBe(3);
    expect(one.tokens.read()).toBe('access-1');
    one.keeper.dispose();
  });

  it.each([1, 1_000, 0])('with a lifetime of %d ms is renewed at most every 5 s', async lifetime => {
    const client = rotating();
    const one = tab(browser(), {
      ...client,
      refresh: async token => ({ ...(await client.refresh(token)), expiresAt: one.clock.now() + lifetime }),
    });
    one.tokens.write('access-0', { grant: 'g' });
    one.keeper.share({ ...GRANT, expiresAt: one.clock.now() + lifetime, lifetime });
    for (let second = 0; second < 20; second++) {
      await settle();
      one.clock.pass(1_000);
    }
    await settle();
    expect(client.asked()).toBeGreaterThan(2);
    expect(client.asked()).toBeLessThanOrEqual(5);
    one.keeper.dispose();
  });

  it('of another application is not renewed', async () => {
    const client = rotating();
    const one = tab(browser(), client);
    one.tokens.write('access-0', { grant: 'g' });
    one.keeper.share(GRANT);
    await settle();
    one.tokens.write('pasted');
    expect(await one.keeper.refresh()).toBe(false);
    expect(client.asked()).toBe(0);
    expect(one.tokens.read()).toBe('pasted');
    one.keeper.dispose();
  });

  it('that the provider refuses to renew is not requested again', async () => {
    const client = rotating();
    const one = tab(browser(), client);
    one.tokens.write('access-0', { grant: 'g' });
    await client.refresh('refresh-0');
    one.keeper.share(GRANT);
    await settle();
    expect(await one.keeper.refresh()).toBe(false);
    expect(await one.keeper.refresh()).toBe(false);
    expect(client.asked()).toBe(2);
    expect(one.grants.read()?.refreshToken).toBeNull();
    one.keeper.dispose();
  });
});
