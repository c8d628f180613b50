/** `oriel run` on the command line, with a real server. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { GraphQLError } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { addRawJson } from '../../src/run/addRawJson';
import { runCommand } from '../../src/run/runCommand';

let folder = '';
let server: Server;
let endpoint = '';
let seen: { headers: Record<string, unknown>; body: string }[] = [];
let renamed = 0;

beforeAll(async () => {
  const yoga = createYoga({
    logging: false,
    schema: createSchema({
      typeDefs: `
        type Query { ships(first: Int): [Ship!]!, secret: String, broken: String, say(text: String, cargo: Cargo, tons: Long): String,
          quote(password: String, pin: String): String, fails(with: String): String }
        type Mutation { rename(name: String!): Ship }
        type Subscription { none: Int, one: Int }
        input Cargo { tons: Float, id: ID }
        scalar Long
        type Ship { id: ID!, name: String! }`,
      resolvers: {
        Query: {
          ships: (_root, { first = 2 }) =>
            [
              { id: 1, name: 'Nordlys' },
              { id: 2, name: 'Vestlys' },
            ].slice(0, first),
          say: (_root, { text }) => text,
          secret: () => 'the k3y-of-north it is',
          quote: (_root, given, { request }: { request: Request }) => {
            const [key, { search }] = [request.headers.get('x-api-key'), new URL(request.url)];
            throw new GraphQLError(`quoted ${JSON.stringify(given)} of ${key} at ${search}`);
          },
          fails: (_root, given) => {
            throw new GraphQLError(given.with);
          },
          broken: () => {
            throw new Error('no');
          },
        },
        Subscription: {
          none: { subscribe: () => eventsOf([]) },
          one: { subscribe: () => eventsOf([{ one: 1 }]) },
        },
        Mutation: {
          rename: (_root, { name }) => {
            renamed += 1;
            return { id: 1, name };
          },
        },
      },
    }),
  });
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', part => parts.push(part));
    request.on('end', () => seen.push({ headers: request.headers, body: Buffer.concat(parts).toString() }));
    void yoga(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});
afterAll(() => new Promise(resolve => server.close(resolve)));
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'oriel-run-'));
  seen = [];
  renamed = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
async function run(args: string[] = [], env: Record<string, string> = {}) {
  let out = '';
  let error = '';
  const code = await runCommand({
    args: [folder, '--endpoint', endpoint, ...args],
    env,
    out: text => {
      out += text;
    },
    error: text => {
      error += text;
    },
  });
  return { code, out, error };
}

async function* eventsOf<T>(events: readonly T[]) {
  yield* events;
}

it('prints the response of an API with status 400, without secrets', async () => {
  put('wrong.graphql', 'query Wrong { ships { nam } say(texts: "{{KEY}}") }');
  put('checked.graphql', '# oriel\n# assert path data.ships[0].name matches "^Nor"\nquery Checked { ships { nam } }');
  const env = path.join(folder, 'secret.env');
  writeFileSync(env, 'KEY=the-k3y-of-north\n');
  const { code, out } = await run(['--env', env]);
  expect(code).toBe(1);
  expect(out).toContain('wrong.graphql:1: The endpoint answered with status 400');
  expect(out.match(/Cannot query field "nam" on type "Ship"/g)).toHaveLength(2);
  expect(out).not.toContain('the-k3y-of-north');
});

it('reads files in UTF-16, which some programs of Windows write', async () => {
  const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
  put('said.graphql', '# oriel\n# variables: {"text": "{{WORD}}"}\n# ---\nquery Said($text: String) { say(text: $text) }');
  const file = path.join(folder, 'said.graphql');
  writeFileSync(file, utf16(readFileSync(file, 'utf8')));
  const env = path.join(folder, 'utf16.json');
  writeFileSync(env, utf16('{"WORD":"Grüße"}'));
  expect(await run(['--env', env])).toMatchObject({ code: 0, error: '' });
});

it('sends nothing of a file in another encoding, whose characters would be lost', async () => {
  put('rename.graphql', '');
  const text = '# oriel\n# allow-mutation\nmutation Rename { rename(name: "Ålesund") { name } }';
  writeFileSync(path.join(folder, 'rename.graphql'), text, 'latin1');
  put('ships.graphql', '{ ships { id } }');
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain('rename.graphql:1: The file is not UTF-8 text');
  expect(out).toContain('ok  ships.graphql');
  expect(seen).toHaveLength(1);
  const env = path.join(folder, 'latin.env');
  writeFileSync(env, 'PORT=Ålesund\n', 'latin1');
  expect(await run(['--env', env])).toMatchObject({ code: 2, error: expect.stringContaining('The file is not UTF-8 text') });
});

it('reports why there was no response, although a file asserts the status', async () => {
  put('a.graphql', '# oriel\n# assert status = 200\n# ---\n{ ships { name } }');
  put('b.graphql', '# oriel\n# assert status = 400\n# ---\n{ ships { nam } }');
  expect((await run()).out).toContain('ok  b.graphql');
  // Nothing listens on this port.
  const { code, out } = await run(['--endpoint', 'http://127.0.0.1:1023/graphql']);
  expect(code).toBe(1);
  expect(out).toMatch(/ERROR {2}a\.graphql/);
  expect(out).toMatch(/a\.graphql:4: .*The endpoint cannot be reached: .*(ECONNREFUSED|bad port)/);
  expect(out).toContain('a.graphql:2: status = 200, found no response');
});

describe('a hostile endpoint', () => {
  const hostile: Server[] = [];
  afterEach(async () => {
    for (const each of hostile.splice(0)) {
      each.closeAllConnections();
      await new Promise(done => each.close(done));
    }
  });
  const listening = async (handle: RequestListener): Promise<string> => {
    const started = createServer(handle);
    hostile.push(started);
    await new Promise<void>(done => started.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  };

  it('gets no token by a redirect to another origin, and no loop (C5a)', async () => {
    put('a.graphql', '{ ships { name } }');
    const received: (string | undefined)[] = [];
    const other = await listening((request, response) => {
      received.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(request.url?.startsWith('/graphql') ? '{"data":{"ships":[]}}' : '{"moved":true}');
    });
    const moving = await listening((request, response) => {
      const target = request.url === '/round' ? '/round' : `${other}${request.url}?key=1`;
      response.writeHead(307, { location: target }).end();
    });
    const token = { ORIEL_TOKEN: 'secret-of-moving' };
    expect((await run(['--endpoint', `${moving}/graphql`], token)).code).toBe(0);
    expect(received).toEqual([undefined]);
    expect((await run(['--endpoint', `${moving}/page`], token)).out).toContain(`${other}/page`);
    expect((await run(['--endpoint', `${moving}/round`], token)).out).toContain('redirect count exceeded');
    // A custom header would reach the other origin.
    const keyed = await run(['--endpoint', `${moving}/graphql`, '--header', 'x-api-key: secret-of-moving']);
    expect(keyed.out).toContain('redirect, which is not followed');
    expect(received).toEqual([undefined, undefined]);
  });

  it('cannot fill the memory with a response that never ends or is compressed, nor the report with a message', async () => {
    put('a.graphql', '{ ships { name } }');
    const message = 'm'.repeat(1_000_000);
    const started = await listening((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/long') return void response.end(JSON.stringify({ errors: [{ message }] }));
      const blank = function* (): Generator<Buffer> {
        for (let at = 0; at < 1000; at++) yield Buffer.alloc(1_000_000, ' ');
      };
      pipeline(Readable.from(blank()), createGzip(), response.setHeader('content-encoding', 'gzip'), () => {});
    });
    const bomb = await run(['--endpoint', `${started}/bomb`]);
    expect(bomb.code).toBe(1);
    expect(bomb.out).toContain('the response broke off: The response is longer than 32 MB');
    const long = await run(['--endpoint', `${started}/long`]);
    expect(long.out).toContain('mmm…');
    expect(long.out.length).toBeLessThan(3000);
  });
});

it('reports a file that vanished during the run, and the others', async () => {
  put('a.graphql', '# oriel\n# allow-mutation\n# ---\nmutation { rename(name: "Nord") { name } }');
  put('b.graphql', '{ ships { name } }');
  put('c.graphql', '{ ships { name } }');
  const gone = path.join(folder, 'b.graphql');
  server.prependOnceListener('request', () => rmSync(gone));
  const { code, out } = await run(['--reporter', 'json']);
  expect(code).toBe(1);
  const { files } = JSON.parse(out) as { files: { file: string; state: string; problems: { message: string }[] }[] };
  expect(files.map(({ file, state }) => [file, state])).toEqual([
    ['a.graphql', 'passed'],
    ['b.graphql', 'error'],
    ['c.graphql', 'passed'],
  ]);
  expect(files[1]?.problems[0]?.message).toContain('ENOENT');
});

it('reports a document that is nested too deeply, or whose fragments are, and the others', async () => {
  const many = Array.from({ length: 9000 }, (_, at) => `fragment f${at} on Query { ...f${at + 1} }`);
  put('a.graphql', `{ ...f0 } ${many.join(' ')} fragment f9000 on Query { secret }`);
  put('b.graphql', `{ ${'a { '.repeat(20_000)}a${' }'.repeat(20_000)} }`);
  put('c.graphql', '{ ships { id } }');
  const { out, code } = await run();
  expect(out.match(/[ab]\.graphql:1: The document has too many levels of nesting/g)).toHaveLength(2);
  expect(out).toContain('ok  c.graphql');
  expect(code).toBe(1);
});

it('masks secrets of a file if the API quotes them', async () => {
  put(
    'login.graphql',
    `# oriel
# variables: {"password": "hunter2-of-the-file"}
# header X-Api-Key: key-0f-the-file
# ---
query Login($password: String) { quote(password: $password, pin: "4711-inline") }
`,
  );
  put('found.graphql', '# oriel\n# header X-Api-Key: key-0f-the-file\n# assert path data.quote = 1\n# ---\n{ quote }\n');
  for (const reporter of ['text', 'json', 'junit']) {
    const { code, out } = await run(['--reporter', reporter]);
    expect(code).toBe(1);
    expect(out).toContain('quoted');
    expect(out).not.toMatch(/hunter2-of-the-file|key-0f-the-file|4711-inline/);
  }
});

it('prints no control sequence for terminals or CI programs in responses', async () => {
  const said = 'no\u001b]0;title\u0007\u009b2J\u202e\n::add-mask::x\r\n##vso[task.prependpath]/tmp ##[error]';
  put('fails.graphql', `query Fails { fails(with: ${JSON.stringify(said)}) }`);
  const plain = (await run()).out;
  expect(plain).toContain('add-mask');
  const json = await run(['--reporter', 'json']);
  const junit = await run(['--reporter', 'junit']);
  for (const out of [plain, json.out, junit.out]) {
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(out).not.toMatch(/^\s*::/m);
    expect(out).not.toMatch(/##\w*\[/);
  }
  expect(JSON.parse(json.out).files[0].problems[0].message).toContain('##vso[');
});

it('refuses an endpoint with a password in it without repeating it, and hides a key in its query', async () => {
  put('a.graphql', '{ quote }');
  const { code, out, error } = await run(['--endpoint', 'http://user:s3cret-word@127.0.0.1:1/graphql']);
  expect(code).toBe(2);
  expect(error).toContain('must not contain a user name or a password');
  expect(out + error).not.toContain('s3cret-word');
  const keyed = await run(['--endpoint', `${endpoint}?api_key=k3y-of-the-address`]);
  expect(keyed.out).toContain('quoted');
  expect(keyed.out).not.toContain('k3y-of-the-address');
});

it('reads no file that is too long to run', async () => {
  put('long.graphql', '');
  truncateSync(path.join(folder, 'long.graphql'), 3 * 2 ** 30);
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain('long.graphql:1: The file is longer than');
});

it('passes if every assertion holds, and sends variables and headers of the file with the values of the environment', async () => {
  put(
    'ships.graphql',
    `# oriel
# variables: {
#   "first": 1
# }
# header X-Region: {{region}}
# assert status = 200
# assert time < 60000
# assert path data.ships[0].name = "Nordlys"
# assert path data.ships[0].name matches "^Nor"
# assert path data.ships[0] = {"name": "Nordlys"}
# assert path data.ships[1] not exists
# assert path errors not exists
# assert schema-valid
# ---
query Ships($first: Int) { ships(first: $first) { name } }
`,
  );
  put('env.json', '{"region": "north"}');
  const { code, out } = await run(['--env', path.join(folder, 'env.json')], { ORIEL_TOKEN: 'tok' });
  expect(out).toMatch(/^ok {2}ships\.graphql .*\n1 passed, 0 failed, 0 with errors, 0 skipped\n$/);
  expect(code).toBe(0);
  const [{ headers, body } = { headers: {}, body: '{}' }] = seen;
  expect(headers).toMatchObject({ 'x-region': 'north', authorization: 'Bearer tok' });
  expect(JSON.parse(body)).toMatchObject({ operationName: 'Ships', variables: { first: 1 } });
});

it('fails with file and line of a failed assertion', async () => {
  put('a/ships.graphql', '# oriel\n# assert path data.ships[0].name = "Other"\n# assert status = 201\n{ ships { name } }\n');
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain('a/ships.graphql:2: path data.ships[0].name = "Other", found "Nordlys"');
  expect(out).toContain('a/ships.graphql:3: status = 201, found 200');
});

it('an operation without assertions fails if it has errors', async () => {
  put('broken.graphql', '{ broken }');
  put('ships.graphql', '{ ships { id } }');
  const { code, out } = await run(['--reporter', 'json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ passed: 1, failed: 1, errors: 0, skipped: 0 });
});

it('reports the line of a syntax error in a file, and sends no operation of it', async () => {
  put('head.graphql', '# oriel\n# variables: {\n# assert nothing\n# bogus\n# ---\n{ ships { name } }');
  put('text.graphql', '# oriel\n# ---\nquery A {\n  ships {\n  !\n}');
  put('unset.graphql', '# oriel\n# header X-A: {{where}}\n# ---\n{ ships { name } }');
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain('head.graphql:2: The variables are not a JSON object');
  expect(out).toContain('head.graphql:3: An assertion begins with');
  expect(out).toContain('head.graphql:4: "bogus" is not known here');
  expect(out).toContain('text.graphql:5: Syntax Error');
  expect(out).toContain(
    'The variable where has no value; nothing was sent. To send the braces as text, put a backslash before them',
  );
  expect(seen).toHaveLength(0);
});

it('a mutation is sent only if its file or an option allows it', async () => {
  put('rename.graphql', 'mutation Rename { rename(name: "x") { name } }');
  const first = await run();
  expect([first.code, renamed]).toEqual([0, 0]);
  expect(first.out).toContain('1 skipped');
  expect((await run(['--allow-mutations'])).code).toBe(0);
  expect(renamed).toBe(1);
  put('rename.graphql', '# oriel\n# allow-mutation\n# ---\nmutation Rename { rename(name: "x") { name } }');
  expect((await run()).code).toBe(0);
  expect(renamed).toBe(2);
});

it('writes a valid JUnit report without secrets', async () => {
  put('secret.graphql', '# oriel\n# assert path data.secret = "<&\\u0001>"\n# ---\nquery Secret { secret }');
  put('env', 'API_KEY=k3y-of-north\nregion="x"\n');
  const report = path.join(folder, 'report.xml');
  const { code, out } = await run(['--env', path.join(folder, 'env'), '--reporter', 'junit', '--output', report]);
  const xml = readFileSync(report, 'utf8');
  expect(code).toBe(1);
  expect(xml).toContain('<testsuite name="oriel run" tests="1" failures="1" errors="0" skipped="0"');
  expect(xml).toContain('<testcase classname="secret.graphql" name="Secret"');
  expect(xml).toContain('&#60;');
  expect(xml + out).not.toContain('k3y-of-north');
});

it('does not start if an option is missing or wrong, and says which one', async () => {
  put('a.graphql', '{ ships { id } }');
  expect(await run(['--reporter', 'xml'])).toMatchObject({ code: 2, error: expect.stringContaining('--reporter must be') });
  expect(await run(['--env', path.join(folder, 'none')])).toMatchObject({
    code: 2,
    error: expect.stringContaining('cannot be read'),
  });
  put('env.json', '{"a": s3cret}');
  const { code, error } = await run(['--env', path.join(folder, 'env.json')]);
  expect([code, error.includes('it is not JSON'), error.includes('s3cret')]).toEqual([2, true, false]);
  expect(await run(['--header', 'no header'])).toMatchObject({ code: 2 });
  expect(await run(['--bogus'])).toMatchObject({ code: 2 });
  expect((await run(['--help'])).out).toContain('Usage: oriel run');
});

it('does not follow symbolic links, so that a folder is finite', async () => {
  put('a/ships.graphql', '{ ships { id } }');
  symlinkSync(folder, path.join(folder, 'a', 'again'));
  expect((await run()).out).toContain('1 passed');
});

it('refuses an Authorization header of a file with its line, and sends the one of --header', async () => {
  put('a.graphql', '# oriel\n# assert status = 200\n# header Authorization: Bearer {{token}}\n# ---\n{ ships { id } }');
  put('env', 'token=abc-of-north\n');
  const { code, out } = await run(['--env', path.join(folder, 'env')]);
  expect(code).toBe(1);
  expect(out).toContain('a.graphql:3: Set an Authorization header with ORIEL_TOKEN or --header, not in a file; nothing was sent');
  expect(seen).toHaveLength(0);
  put('a.graphql', '{ ships { id } }');
  const header = ['--header', 'Authorization: Basic {{token}}'];
  expect((await run(['--env', path.join(folder, 'env'), ...header])).code).toBe(0);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Basic abc-of-north']);
});

it('sends a value that consists of one variable in its declared type, as the page does', async () => {
  put(
    'ships.graphql',
    '# oriel\n# variables: {"first": "{{count}}", "name": "{{count}}", "on": "{{ on }}"}\n# ---\nquery A($first: Int!, $name: String, $on: Boolean!) { ships(first: $first) { id @include(if: $on) name @skip(if: $on) } say(text: $name) }',
  );
  put('env', 'count=1\non=true\n');
  const { code } = await run(['--env', path.join(folder, 'env')]);
  expect(JSON.parse(seen[0]?.body ?? '{}').variables).toEqual({ first: 1, name: '1', on: true });
  expect(code).toBe(0);
});

it('sends such values in input objects and lists as their fields are declared, as the page does', async () => {
  put(
    'a.graphql',
    '# oriel\n# variables: {"cargo": {"tons": "{{count}}", "id": "{{count}}"}, "all": ["{{count}}", 2]}\n# ---\nquery A($cargo: Cargo, $all: [Int!]) { say(cargo: $cargo) }',
  );
  put('env', 'count=1\n');
  await run(['--env', path.join(folder, 'env')]);
  const sent = seen.map(({ body }) => JSON.parse(body)).find(({ query }) => query.includes('say'));
  expect(sent.variables).toEqual({ cargo: { tons: 1, id: '1' }, all: [1, 2] });
});

it('sends large integers of variables without loss, and none that is out of range, as the page does', async () => {
  put(
    'a.graphql',
    '# oriel\n# variables: {"text": 9007199254740993, "tons": 9007199254740993, "all": [12345678901234567890, 1]}\n# ---\nquery A($text: String, $tons: Float!, $all: [Float!]) { say(text: $text) }',
  );
  put('b.graphql', '# oriel\n# variables: {"text": 1e400}\n# ---\nquery B($text: String) { say(text: $text) }');
  const { out } = await run();
  expect(seen.map(({ body }) => JSON.parse(body).variables)).toEqual([
    { text: '9007199254740993', tons: 2 ** 53, all: [12345678901234567000, 1] },
  ]);
  expect(out).toContain('b.graphql:2: The variables are not a JSON object: "text": the number is out of range');
});

it('sends large integers in input objects as their fields are declared, as the page does', async () => {
  put(
    'a.graphql',
    '# oriel\n# variables: {"cargo": {"tons": 9007199254740993, "id": 9007199254740993}}\n# ---\nquery A($cargo: Cargo) { say(cargo: $cargo) }',
  );
  const { code } = await run();
  expect(code).toBe(0);
  expect(JSON.parse(seen.at(-1)?.body ?? '{}').variables).toEqual({ cargo: { tons: 2 ** 53, id: '9007199254740993' } });
});

it('sends large integers of custom scalars as digits, as the page does, on Node 20 too', async () => {
  addRawJson(JSON, 'mark:');
  put('a.graphql', '# oriel\n# variables: {"tons": -9007199254740993}\n# ---\nquery A($tons: Long) { say(tons: $tons) }');
  put('b.graphql', '# oriel\n# variables: {"tons": {{tons}}}\n# ---\nquery B($tons: Long) { say(tons: $tons) }');
  put('env', 'tons=9007199254740995\n');
  await run(['--env', path.join(folder, 'env')]);
  expect(seen.map(({ body }) => /"tons":[^,}]+/.exec(body)?.[0])).toEqual([
    '"tons":-9007199254740993',
    '"tons":9007199254740995',
  ]);
  expect(JSON.stringify([undefined, 'mark:1a'])).toBe('[null,"mark:1a"]');
  expect(JSON.stringify(undefined)).toBeUndefined();
});

it('sends nothing if a variable without quotes has a value that is not JSON', async () => {
  put('a.graphql', '# oriel\n# variables: {"text": {{region}}}\n# ---\nquery A($text: String) { say(text: $text) }');
  put('env', 'region=Oslo\n');
  const { out, code } = await run(['--env', path.join(folder, 'env')]);
  expect(out).toContain('The value of the variable region is not JSON; nothing was sent');
  expect([code, seen]).toEqual([1, []]);
});

it('fills in variables in texts of the document, and sends nothing if one has no value', async () => {
  put('a.graphql', '# a comment {{never}}\nquery A { say(text: "in {{region}}\\n") other: say(text: """\n  {{region}}\n  """) }');
  put('b.graphql', '{ say(text: "{{where}}") }');
  put('env', 'region=a "quoted" \\ name\n');
  const { out } = await run(['--env', path.join(folder, 'env'), '--reporter', 'json']);
  expect(JSON.parse(out).files.map(({ state }: { state: string }) => state)).toEqual(['passed', 'error']);
  expect(out).toContain('The variable where has no value; nothing was sent');
  expect(seen).toHaveLength(1);
  const { query } = JSON.parse(seen[0]?.body ?? '{}');
  expect(query).toContain('"in a \\"quoted\\" \\\\ name\\n"');
  expect(query).toMatch(/other: say\(text:\s+"a \\"quoted\\" \\\\ name"\)/);
});

it('a file that is too long with its variables is an error of that file alone', async () => {
  put('a.graphql', `# oriel\n# variables: {"name": "${'{{long}}'.repeat(2000)}"}\n# ---\n{ ships { id } }`);
  put('b.graphql', '{ ships { id } }');
  put('env', `long=${'x'.repeat(1000)}\n`);
  const { code, out } = await run(['--env', path.join(folder, 'env')]);
  expect(out).toContain('a.graphql:4: The text is too long with its variables filled in');
  expect(out).toContain('1 passed, 0 failed, 1 with errors, 0 skipped');
  expect(code).toBe(1);
});

it('a subscription that ends without an event is an error', async () => {
  put('a.graphql', 'subscription { none }');
  put('b.graphql', 'subscription { one }');
  const { code, out } = await run(['--timeout', '5']);
  expect(out).toContain('a.graphql:1: The subscription ended without an event');
  expect(out).toMatch(/^ok {2}b\.graphql/m);
  expect(code).toBe(1);
});

it('masks secrets before a report is formatted', async () => {
  put(
    'say.graphql',
    '# oriel\n# variables: {"text": "{{a}} {{b}}"}\n# assert path data.say = ""\n# ---\nquery Say($text: String) { say(text: $text) }',
  );
  put('env.json', JSON.stringify({ secrets: { a: 'p&ss<w>"rd', b: '1234', c: '3', d: 'failed' } }));
  const report = path.join(folder, 'report');
  const args = ['--env', path.join(folder, 'env.json'), '--output', report, '--reporter'];
  const { out } = await run([...args, 'junit']);
  const xml = readFileSync(report, 'utf8');
  expect(xml).toContain('say.graphql:3: ');
  expect(xml).toContain('failures="1"');
  expect(xml + out).not.toMatch(/ss&#60;w|ss<w|1234/);
  await run([...args, 'json']);
  const json = readFileSync(report, 'utf8');
  expect(JSON.parse(json)).toMatchObject({ failed: 1, files: [{ state: 'failed', assertions: [{ line: 3 }] }] });
  expect(json).not.toMatch(/ss<w|1234/);
});

it('sends nothing if the report cannot be written', async () => {
  put('a.graphql', 'mutation { rename(name: "x") { name } }');
  const report = path.join(folder, 'none', 'report.xml');
  const { code, error } = await run(['--allow-mutations', '--output', report]);
  expect([code, renamed, seen.length]).toEqual([2, 0, 0]);
  expect(error).toContain(`--output: ${report} cannot be written`);
});

it('shows no part of a secret in a response: a long token, a header, a value with a secret name', async () => {
  const token = `eyJ${'x'.repeat(800)}`;
  put('a.graphql', '# oriel\n# assert path data.say = "other"\n# ---\nquery A($text: String) { say(text: $text) }');
  put('b.graphql', '# oriel\n# assert path data.secret = "other"\n# ---\nquery B { secret }');
  const source = readFileSync(path.join(folder, 'a.graphql'), 'utf8');
  put('a.graphql', source.replace('# assert', `# variables: {"text": "${token}"}\n# assert`));
  put('c.graphql', source.replace('# assert', '# variables: {"text": "key 12345678 it is"}\n# assert').replace('A(', 'C('));
  const { out } = await run(['--reporter', 'json', '--header', 'X-Api-Key: 12345678'], { ORIEL_TOKEN: token });
  expect(JSON.parse(out)).toMatchObject({ failed: 3 });
  expect(out).not.toContain('eyJxxx');
  expect(out).not.toContain('12345678');
  expect(out).not.toContain('north');
});
