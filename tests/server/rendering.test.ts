/** Server-rendered pages, requested as by a browser: the real server, the real renderer, an API over real connections. */
import { createServerRenderer } from '../../src/entry/server';
import { catalogue as german } from '../../src/i18n/catalogues/de';
import { eventually } from '../support/eventually';
import { type RenderedServer, renderedServer } from '../support/hosting/renderedServer';
import { until } from '../support/schemaServer';

const SDL = `
  type Query { ships: [Ship!]! }
  type Mutation { rename(id: ID!, name: String!): Ship }
  type Subscription { moved: Ship }
  type Ship { id: ID! name: String! arrived: DateTime }
  scalar DateTime
`;
const EVIL = '</script><script>alert("1")</script><!--\u2028';
const ships = () => [
  { id: '1', name: 'Nordlys', arrived: '2010-03-03T22:30:00Z' },
  { id: '2', name: EVIL, arrived: null },
];

const running: RenderedServer[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});
async function start(
  ...[root, options]: [Record<string, unknown>?, Parameters<typeof renderedServer>[2]?]
): Promise<RenderedServer> {
  const started = await renderedServer(SDL, { ships, ...root }, options);
  running.push(started);
  return started;
}
const reader = (text: string) => ({ cookie: `other=1; oriel-reader=${text}; more=2` });
const htmlTag = (text: string) => /<html[^>]*>/.exec(text)?.[0];

describe('a page', () => {
  it('contains the first rows and the links of everything on it', async () => {
    const { page } = await start();
    const { status, text, headers } = await page('/data/ships');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('Nordlys');
    expect(text).toMatch(/<a class="rail-link" href="(?:\.\.?\/)+data\/ships"[^>]*aria-current="page"/);
    expect(htmlTag(text)).toBe('<html lang="en" dir="ltr" data-density="compact">');
  });

  it.each([
    '/',
    '/data/ships',
    '/data/none',
    '/actions',
    '/actions/rename',
    '/live',
    '/live/moved',
    '/query',
    '/docs',
    '/wire',
    '/connections',
    '/settings',
  ])('is rendered for %s without an error and without an inline script that runs', async address => {
    const { page, server } = await start();
    const { status, text } = await page(address);
    expect(status).toBe(200);
    expect(text).toContain('class="shell"');
    expect(text).toContain('<main id="screen"');
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.filter(tag => !/type="application\/json"|defer src="(?:\.\.?\/)+assets\//.test(tag))).toEqual([]);
    expect(server.log.filter(line => Number(line.level) >= 40)).toEqual([]);
  });

  it('shows the API as in its presentation, in the language of the user', async () => {
    const label = { en: 'Fleet', ar: 'الأسطول' };
    const { page } = await start(undefined, {
      presentation: { collections: { ships: { label } }, types: { Ship: { fields: { arrived: { label: 'Came in' } } } } },
    });
    const { text, data } = await page('/data/ships');
    expect(text).toContain('>Fleet</');
    expect(text).toContain('Came in');
    expect(text).not.toContain('>Ships</');
    expect((data('oriel-config') as { presentation: unknown }).presentation).toMatchObject({ collections: { ships: { label } } });
    expect((await page('/data/ships', reader('language=ar'))).text).toContain('الأسطول');
  });

  it('is left to the browser if it cannot be encoded: half a surrogate pair', async () => {
    const { page } = await start({ ships: () => [{ id: '1', name: 'half \uD800 a pair', arrived: null }] });
    const { status, text } = await page('/data/ships');
    expect(status).toBe(200);
    expect(text).not.toContain('class="shell"');
  });

  it('includes a large schema only if the screen needs it', async () => {
    const many = Array.from({ length: 400 }, (_, at) => `type T${at} { id: ID }`).join('\n');
    const large = await renderedServer(`${SDL}\n${many}`, { ships });
    running.push(large);
    for (const [address, isThere] of [
      ['/data/ships', true],
      ['/docs', true],
      ['/query', false],
      ['/wire', false],
      ['/settings', false],
    ] as const) {
      const page = await large.page(address);
      expect([address, page.status, page.data('oriel-schema') !== undefined]).toEqual([address, 200, isThere]);
      expect((page.data('oriel-page') as { schemaAt: unknown }).schemaAt === null).toBe(!isThere);
    }
    const { page } = await start();
    expect((await page('/query')).data('oriel-schema')).toBeDefined();
  });

  it('of an unknown address says so, in the user’s language and with its status', async () => {
    const { page } = await start();
    for (const address of ['/no/such/place', '/data/ships/1/2', '/settings/more']) {
      const { status, text, headers } = await page(address, { 'accept-language': 'de' });
      expect([address, status]).toEqual([address, 404]);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toContain(german.shell.notFound);
      expect(text).toMatch(/<a class="rail-link" href="(?:\.\.?\/)+data\/ships"/);
    }
  });

  it('stays whole, whatever a ship is called', async () => {
    const { page } = await start();
    const { text, data } = await page('/data/ships');
    expect(text).not.toContain('alert("1")');
    expect(text).not.toContain('<!--\u2028');
    expect(text.match(/<\/script>/g)).toHaveLength(4);
    const { results } = data('oriel-page') as { results: Record<string, { data: string }> };
    const [response] = Object.values(results);
    expect(JSON.parse(response?.data ?? '').ships[1].name).toBe(EVIL);
  });

  it('has its styles in one element whose hash is in the policy, and in no attribute', async () => {
    const { page } = await start();
    const { text, headers } = await page('/data/ships');
    const css = /<style id="oriel-styles">(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(css))).toString('base64');
    expect(css).toContain('{top:28px}');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(text).not.toMatch(/\sstyle="/);
  });

  it('is not sent again if it is unchanged, and has a Vary header', async () => {
    const { page } = await start();
    const first = await page('/data/ships');
    expect(first.headers.vary).toBe('accept, accept-encoding, accept-language, cookie');
    const again = await page('/data/ships', { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const other = await page('/data/ships', { 'if-none-match': String(first.headers.etag), ...reader('theme=dark') });
    expect(other.status).toBe(200);
  });

  it.each(['', 'search=?&'])('of a link to another endpoint is left to the browser: ?%sendpoint=…', async before => {
    const { page, api } = await start();
    const { text } = await page(`/data/ships?${before}endpoint=https%3A%2F%2Fother.example%2Fgraphql`);
    expect(text).toContain('<div id="root"></div>');
    expect(api.requests).toEqual([]);
  });
});

describe('the reader', () => {
  it('gets their language, direction, zone and theme from the cookie', async () => {
    const { page } = await start();
    const { text, data } = await page('/data/ships', {
      'accept-language': 'de',
      ...reader('language=ar-XB&timeZone=Asia%2FTokyo&theme=dark&density=roomy'),
    });
    expect(htmlTag(text)).toBe('<html lang="ar-XB" dir="rtl" data-density="roomy" data-theme="dark">');
    // 22:30 in UTC is the next morning in Tokyo.
    expect(text).toMatch(/Mar 4, 2010,\s7:30\sAM/);
    expect(data('oriel-page')).toMatchObject({ language: 'ar-XB', isChosen: true, timeZone: 'Asia/Tokyo', theme: 'dark' });
  });

  it.each([
    ['ar,en;q=0.5', 'lang="ar" dir="rtl"'],
    ['xx, fr-CA;q=0.4, de;q=0.9', 'lang="de" dir="ltr"'],
    ['tlh, *;q=0.1', 'lang="en" dir="ltr"'],
    ['de;q=0, ;;,=, en', 'lang="en" dir="ltr"'],
  ])('without one gets the language of %s', async (wishes, attributes) => {
    const { page } = await start();
    expect(htmlTag((await page('/data/ships', { 'accept-language': wishes })).text)).toContain(attributes);
  });

  it.each([
    'language=xx&timeZone=Mars%2FOlympus&theme=neon&density=-1',
    '%%%=&&&language=%E0%A4%A',
    `language=${'a'.repeat(5000)}`,
    'language=../../etc/passwd&timeZone=%3Cscript%3E',
    '',
  ])('with the invalid cookie %s gets the page as without a cookie', async cookie => {
    const { page, server } = await start();
    const plain = await page('/data/ships', { 'accept-language': 'en' });
    const broken = await page('/data/ships', { 'accept-language': 'en', ...reader(cookie) });
    expect(broken.text).toBe(plain.text);
    expect(server.log.filter(line => Number(line.level) >= 40)).toEqual([]);
  });
});

describe('two requests at once', () => {
  it('in two languages do not affect each other', async () => {
    let waiting = 0;
    let bothWait = () => {};
    const both = new Promise<void>(resolve => {
      bothWait = resolve;
    });
    const { page } = await start({
      async ships() {
        waiting += 1;
        if (waiting === 2) bothWait();
        // Each render waits until the other one has started, too.
        await both;
        return ships();
      },
    });
    const [english, pseudo] = await Promise.all([
      page('/data/ships', reader('language=en&timeZone=UTC')),
      page('/data/ships?size=10', reader('language=ar-XB&timeZone=Asia/Tokyo')),
    ]);
    expect(waiting).toBe(2);
    expect(htmlTag(english.text)).toContain('lang="en" dir="ltr"');
    expect(htmlTag(pseudo.text)).toContain('lang="ar-XB" dir="rtl"');
    expect(english.text).toContain('Skip to content');
    expect(pseudo.text).not.toContain('Skip to content');
    expect(english.text).toMatch(/Mar 3, 2010,\s10:30\sPM/);
    expect(pseudo.text).not.toMatch(/Mar 3, 2010/);
    const results = (given: typeof english) => Object.keys((given.data('oriel-page') as { results: object }).results);
    expect(results(english)).toHaveLength(1);
    expect(results(pseudo)).toHaveLength(1);
  });
});

describe('C47 the server', () => {
  it('sends no credentials: no token, no cookie of the user, no hash, no websocket', async () => {
    const { page, upstream } = await start();
    await page('/live/moved', {
      authorization: 'Bearer secret',
      'x-api-key': 'secret',
      cookie: 'session=secret; apollo-token=secret; oriel-reader=language%3Den',
    });
    await page('/data/ships', { authorization: 'Bearer secret', cookie: 'session=secret' });
    expect(upstream.requests.length).toBeGreaterThan(1);
    for (const { headers, method } of upstream.requests) {
      expect(JSON.stringify(headers)).not.toContain('secret');
      expect([method, headers.cookie, headers.authorization, headers.upgrade]).toEqual(['POST', undefined, undefined, undefined]);
    }
  });

  it('queries the schema once and the rows of each page, and passes both to the browser', async () => {
    const { page, api } = await start();
    const [first, second] = [await page('/data/ships'), await page('/data/ships')];
    expect(api.requests.map(request => request.operationName)).toEqual(['IntrospectionQuery', 'Ships', 'Ships']);
    expect(api.requests.some(request => JSON.stringify(request).includes('persistedQuery'))).toBe(false);
    for (const { data } of [first, second])
      expect(data('oriel-schema')).toMatchObject({ __schema: { queryType: { name: 'Query' } } });
  });
});

describe('an API that fails', () => {
  it.each([
    [
      'answers 500',
      () => new Response('{"errors":[{"message":"broken"}]}', { status: 500, headers: { 'content-type': 'application/json' } }),
    ],
    ['answers a page', () => new Response('<h1>no</h1>', { status: 503, headers: { 'content-type': 'text/html' } })],
  ])('and %s is shown on a page with status 502 and a way to try again', async (_how, response) => {
    const { page, api } = await start();
    api.intercept = response;
    const { status, text, headers, data } = await page('/data/ships');
    expect([status, headers['cache-control'], headers.etag]).toEqual([502, 'no-store', undefined]);
    expect(text).toContain('role="alert"');
    expect(text).toContain('>Try again<');
    expect(data('oriel-schema')).toBeUndefined();
    // A failure is cached for a second; a later page queries the API again, successfully.
    api.intercept = undefined;
    const later = await eventually(
      () => page('/data/ships'),
      found => found.status === 200,
    );
    expect(later.text).toContain('Nordlys');
  });

  it('for the rows alone is shown the same way, and the browser gets the same failure', async () => {
    const { page, api } = await start();
    await page('/docs');
    api.intercept = () => new Response('{"message":"down"}', { status: 503, headers: { 'content-type': 'application/json' } });
    const { status, text, data } = await page('/data/ships');
    expect(status).toBe(502);
    expect(text).toContain('503');
    const { results } = data('oriel-page') as { results: Record<string, object> };
    expect(Object.values(results)).toMatchObject([{ failure: { cause: { kind: 'http', status: 503 } } }]);
  });

  it('that refuses connections is shown with status 502', async () => {
    const { page, upstream } = await start();
    await upstream.close();
    expect(await page('/data/ships')).toMatchObject({ status: 502, text: expect.stringContaining('>Try again<') });
  });

  it('that answers with GraphQL errors is shown with status 200', async () => {
    const { page } = await start({
      ships: () => {
        throw new Error('not today');
      },
    });
    const { status, text } = await page('/data/ships');
    expect(status).toBe(200);
    expect(text).toContain('not today');
  });
});

describe('an API that refuses requests without a sign-in', () => {
  it('says on no page that a sign-in is needed before the browser, which may be signed in, has asked', async () => {
    const { page, api } = await start();
    await page('/docs');
    api.intercept = () =>
      Response.json({ data: null, errors: [{ message: 'who are you', extensions: { code: 'UNAUTHENTICATED' } }] });
    const { status, text, data } = await page('/data/ships');
    expect(status).toBe(200);
    expect(text).not.toContain('who are you');
    expect(text).toContain('class="shell"');
    expect(data('oriel-page')).toMatchObject({ results: {} });
  });

  it('says nothing of its errors to a user with cookies, whatever their code', async () => {
    const { page } = await start({
      ships: () => {
        throw new Error('nobody is here');
      },
    });
    const cookie = 'oriel-reader=language%3Den; session=secret';
    const { status, text, data } = await page('/data/ships', { cookie });
    expect(status).toBe(200);
    expect(text).not.toContain('nobody is here');
    expect(data('oriel-page')).toMatchObject({ results: {} });
    // The cookie that Oriel itself writes identifies no user.
    const { text: other } = await page('/data/ships', { cookie: 'oriel-reader=language%3Den' });
    expect(other).toContain('nobody is here');
  });
});

describe('an API that hangs', () => {
  const never = () => new Promise<never>(() => {});

  it('with the schema holds a page no longer than the limit; the browser goes on', async () => {
    const { page, api } = await start({}, { limitMs: 150 });
    api.intercept = never;
    const begun = performance.now();
    const { status, text, data } = await page('/data/ships');
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(status).toBe(200);
    expect(text).toContain('class="shell"');
    expect(data('oriel-page')).toMatchObject({ schemaAt: null, results: {} });
  });

  it('with the rows is aborted: the frame is there, the request ended', async () => {
    const { page, api, upstream } = await start({}, { limitMs: 400 });
    await page('/docs');
    api.intercept = never;
    const { status, text, data } = await page('/data/ships');
    expect(status).toBe(200);
    expect(text).toContain('data-dgst="late"');
    expect(text).not.toContain('Nordlys');
    expect(data('oriel-schema')).toBeDefined();
    expect(upstream.requests).toHaveLength(2);
    // The gateway closes a connection whose response is no longer needed.
    await until(() => [...upstream.sockets].every(socket => socket.destroyed));
  });
});

it('a page that is cut short keeps the errors that it shows, so that the browser renders the same', async () => {
  const sdl = 'type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String! flag: String }';
  const flag = () => {
    throw new Error('no flag today');
  };
  const root = { ships: () => [{ id: '1', name: 'Nordlys', flag }], ship: () => new Promise<never>(() => {}) };
  const started = await renderedServer(sdl, root, { limitMs: 4000 });
  running.push(started);
  await started.page('/docs');
  const { text, data } = await started.page('/data/ships?record=Ship:1');
  expect(text.includes('data-dgst="late"')).toBe(true);
  expect(text.includes('no flag today')).toBe(true);
  const { results } = data('oriel-page') as { results: Record<string, { data?: string; error?: unknown }> };
  const [list, ...others] = Object.values(results);
  expect(others).toEqual([]);
  expect(list?.data).toContain('Nordlys');
  expect(list?.error).toMatchObject({ graphQLErrors: [{ message: 'no flag today' }] });
});

describe('an API that sends far more than a page shows', () => {
  it.each([
    ['rows', () => ({ ships: Array(150_000).fill({}) })],
    ['only row', () => ({ ships: [{ __typename: 'Ship', id: '1', name: Array(150_000).fill(1), arrived: null }] })],
    ['only text', () => ({ ships: [{ __typename: 'Ship', id: '1', name: 'x'.repeat(3_000_000), arrived: null }] })],
  ])('is left to the browser: too much in its %s', async (_what, data) => {
    const { page, api } = await start();
    await page('/docs');
    api.intercept = () => Response.json({ data: data() });
    const begun = process.cpuUsage();
    const answer = await page('/data/ships');
    const { user, system } = process.cpuUsage(begun);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('class="shell"');
    expect(answer.text.length).toBeLessThan(200_000);
    expect(answer.data('oriel-page')).toMatchObject({ results: {} });
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

describe('a very large schema', () => {
  it('is left to the browser, and not requested again for the next page', async () => {
    const { page, api } = await start();
    const types = Array.from({ length: 30_000 }, (_, at) => ({
      kind: 'SCALAR',
      name: `Scalar${at}`,
      description: 'x'.repeat(300),
    }));
    const fields = [{ name: 'one', args: [], type: { kind: 'SCALAR', name: 'Scalar1' } }];
    const query = { kind: 'OBJECT', name: 'Query', fields, interfaces: [] };
    const schema = { queryType: { name: 'Query' }, types: [query, ...types], directives: [] };
    api.intercept = () => Response.json({ data: { __schema: schema } });
    for (const address of ['/data/ships', '/docs']) {
      const answer = await page(address);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('class="shell"');
      expect(answer.text).not.toContain('role="alert"');
      expect(answer.text.length).toBeLessThan(200_000);
      expect(answer.data('oriel-page')).toMatchObject({ schemaAt: null, results: {} });
    }
    expect(api.requests).toHaveLength(1);
  });
});

describe('many requests at once', () => {
  it('of one client get the page shell beyond 20, and later pages are rendered again', async () => {
    const { page, api } = await start({}, { limitMs: 30_000 });
    await page('/docs');
    let respond = (): void => {};
    const responds = new Promise<void>(resolve => {
      respond = resolve;
    });
    const queried: unknown[] = [];
    api.intercept = async request => {
      queried.push(request);
      await responds;
      return Response.json({ data: {} });
    };
    let sent = 0;
    const load = async () => {
      const loaded = await page('/data/ships');
      sent += 1;
      // The other pages wait for the API.
      if (sent === 40) respond();
      return loaded;
    };
    const pages = await Promise.all(Array.from({ length: 60 }, load));
    expect(pages.map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(pages.filter(({ text }) => text.includes('class="shell"'))).toHaveLength(20);
    expect(queried).toHaveLength(20);
    api.intercept = undefined;
    expect((await page('/data/ships')).text).toContain('Nordlys');
  });
});

describe('where rendering is not possible', () => {
  it('an API at another address is not queried: the page has the frame, and the browser sends the queries', async () => {
    const { startServer } = await import('../support/hosting/startServer');
    const server = await startServer({
      publicConfig: { httpEndpoint: 'http://127.0.0.1:9/graphql' },
      createRenderer: createServerRenderer,
    });
    const response = await (await fetch(`${server.base}/data/ships`, { headers: { accept: 'text/html' } })).text();
    expect(response).toContain('class="shell"');
    expect(response).toContain('"schemaAt":null');
    expect(server.log.filter(line => Number(line.level) >= 40)).toEqual([]);
    await server.close();
  });

  it('the page shell is sent until the renderer is ready', async () => {
    const { startServer } = await import('../support/hosting/startServer');
    let give: (create: typeof createServerRenderer) => void = () => {};
    const server = await startServer({
      publicConfig: { httpEndpoint: 'http://127.0.0.1:9/graphql' },
      createRenderer: new Promise(resolve => {
        give = resolve;
      }),
    });
    const page = async () => (await fetch(`${server.base}/data/ships`, { headers: { accept: 'text/html' } })).text();
    expect(await page()).toContain('<div id="root"></div>');
    give(createServerRenderer);
    expect(await page()).toContain('class="shell"');
    await server.close();
  });

  it('the page shell is sent, and the log says why', async () => {
    const { page, server } = await start(
      {},
      {
        createRenderer: () => ({
          render: () => Promise.reject(new Error('the frame broke')),
          signInTexts: () => Promise.reject(new Error('not asked for')),
        }),
      },
    );
    const { status, text } = await page('/data/ships');
    expect(status).toBe(200);
    expect(text).toContain('<div id="root"></div>');
    expect(server.log.find(line => line.msg === 'the page was not rendered')).toMatchObject({
      err: { message: 'the frame broke' },
    });
  });
});
