/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Operations copied as cURL, fetch and urql code, and pasted requests. */
import { execFileSync } from 'node:child_process';
import {
  asCurl,
  asFetch,
  asTada,
  asTypedDocument,
  asUrql,
  type CopiedOperation,
} from '../../../../src/features/query/share/copyAs';
import { readPasted } from '../../../../src/features/query/share/readPasted';
import { parseVariables } from '../../../../src/session/operations/parseExactJson';

const OPERATION: CopiedOperation = {
  endpoint: "http://test/graphql?it's",
  kind: 'query',
  name: 'Ships',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template string would take for a placeholder has to be kept
  text: 'query Ships($name: String) {\n  ships(name: $name, like: "it\'s `${x}` \\\\") { id }\n}',
  variables: { name: "O'Neill\n$HOME", password: 'hunter2' },
  headers: [
    { name: 'X-Tenant', value: "n'orth" },
    { name: 'X-Api-Key', value: 'hunter2' },
    { name: 'X-Forwarded', value: 'Bearer hunter2' },
  ],
  files: new Map(),
  connectionHeaders: {},
  types: null,
  signedIn: true,
};

/** The arguments of a command as a real shell splits it. */
const argumentsOf = (command: string): string[] =>
  JSON.parse(
    execFileSync(
      '/bin/sh',
      ['-c', `curl() { node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"; }\n${command}`],
      {
        env: { ...process.env, TOKEN: 'from-the-shell', X_API_KEY: 'key-from-the-shell' },
        encoding: 'utf8',
      },
    ),
  );

it('cURL: a shell runs it as the intended request, with the token from $TOKEN', () => {
  const command = asCurl(OPERATION);
  expect(command).not.toContain('hunter2');
  const words = argumentsOf(command);
  expect(words[0]).toBe(OPERATION.endpoint);
  expect(words).toContain('authorization: Bearer from-the-shell');
  expect(words).toContain("X-Tenant: n'orth");
  expect(words).toContain('X-Api-Key: key-from-the-shell');
  expect(JSON.parse(words.at(-1) ?? '')).toEqual({
    operationName: 'Ships',
    variables: { name: "O'Neill\n$HOME", password: '' },
    query: OPERATION.text,
  });
});

it('fetch: the code runs and sends the same', async () => {
  const code = asFetch(OPERATION);
  expect(code).not.toContain('hunter2');
  const sent: unknown[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  // The user fills in the constants at the top.
  const filled = code.replace("TOKEN = ''", "TOKEN = 'my-token'").replace("X_API_KEY = ''", "X_API_KEY = 'my-key'");
  await new AsyncFunction('fetch', filled)(async (url: string, init: { headers: object; body: string }) => {
    sent.push(url, init.headers, JSON.parse(init.body));
    return { json: async () => ({ data: null }) };
  });
  expect(sent).toEqual([
    OPERATION.endpoint,
    expect.objectContaining({ authorization: 'Bearer my-token', 'X-Api-Key': 'my-key' }),
    expect.objectContaining({ query: OPERATION.text, variables: { name: "O'Neill\n$HOME", password: '' } }),
  ]);
});

it('large integers keep their digits, in code as text', () => {
  const parsed = parseVariables(
    '{"id": 9007199254740993, "tons": 12345678901234567890}',
    [
      { name: 'id', type: 'Long' },
      { name: 'tons', type: 'Float' },
    ],
    () => null,
  );
  const operation = { ...OPERATION, variables: parsed as Record<string, unknown> };
  const number = 'rawJSON' in JSON ? '9007199254740993' : '"9007199254740993"';
  expect(asCurl(operation)).toContain(`"variables":{"id":${number},"tons":12345678901234567000}`);
  for (const code of [asFetch(operation), asUrql(operation)])
    expect(code).toMatch(/"id": "9007199254740993",[\s/]+"tons": 12345678901234567000/);
});

it('headers of the connection are copied by name, and so is a secret in its URL; headers of the tab come first', () => {
  const operation = {
    ...OPERATION,
    endpoint: 'https://test/graphql?api_key=hunter2&b=1',
    connectionHeaders: { 'x-hasura-role': 'admin', 'X-Tenant': 'south' },
  };
  for (const code of [asCurl(operation), asFetch(operation), asUrql(operation)]) expect(code).not.toMatch(/hunter2|south|admin/);
  const words = argumentsOf(`API_KEY=k X_HASURA_ROLE=r\n${asCurl(operation)}`);
  expect(words[0]).toBe('https://test/graphql?api_key=k&b=1');
  expect(words).toContain('x-hasura-role: r');
  expect(words.filter(word => /^x-tenant/i.test(word))).toEqual(["X-Tenant: n'orth"]);
});

it('secrets in the document are left empty', () => {
  const text = 'mutation ($c: String!) { signIn(code: $c, password: "hunter2") { token } }';
  const operation = { ...OPERATION, kind: 'mutation' as const, text, variables: { c: 'hunter2' } };
  for (const code of [asCurl(operation), asFetch(operation), asUrql(operation)]) expect(code).not.toContain('hunter2');
});

describe('files are copied as parts', () => {
  const FILES = {
    ...OPERATION,
    kind: 'mutation' as const,
    text: 'mutation Send($files: [Upload!]!) { send(files: $files) { id } }',
    variables: { files: [null, null] },
    files: new Map([
      ['["files",0]', new File(['a'], 'a "plan".pdf')],
      ['["files",1]', new File(['b'], 'b;c.pdf')],
    ]),
  };

  it('with cURL', () => {
    const words = argumentsOf(asCurl(FILES));
    const form = words.filter((_, at) => /^(--form-string|-F)$/.test(words[at - 1] ?? ''));
    expect(JSON.parse(form[0]?.replace('operations=', '') ?? '')).toMatchObject({ variables: { files: [null, null] } });
    expect(form.slice(1)).toEqual([
      'map={"0":["variables.files.0"],"1":["variables.files.1"]}',
      '0=@"a \\"plan\\".pdf"',
      '1=@"b;c.pdf"',
    ]);
    expect(words.join()).not.toMatch(/content-type/i);
  });

  it('with fetch', async () => {
    const sent: FormData[] = [];
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
    await new AsyncFunction('fetch', asFetch(FILES))(async (_: string, init: { body: FormData }) => {
      sent.push(init.body);
      return { json: async () => ({ data: null }) };
    });
    expect([...(sent[0] as FormData).keys()]).toEqual(['operations', 'map', '0', '1']);
    expect((sent[0] as FormData).get('1')).toHaveProperty('name', 'b;c.pdf');
  });
});

it('a streamed response is requested and read as such', async () => {
  const operation = { ...OPERATION, text: 'query Ships { ships @stream { id } }' };
  expect(argumentsOf(asCurl(operation))).toContain('--no-buffer');
  const seen: string[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  await new AsyncFunction('fetch', 'console', asFetch(operation))(
    async (_: string, init: { headers: { accept: string } }) => {
      expect(init.headers.accept).toContain('multipart/mixed');
      return { body: new Blob(['--a piece']).stream() };
    },
    { log: (text: string) => seen.push(text) },
  );
  expect(seen.join('')).toBe('--a piece');
});

it('urql: an operation can have the name of its hook', () => {
  expect(asUrql({ ...OPERATION, name: 'Query' })).toContain('export function useQueryOperation(');
});

it('urql: the hook of its kind, with the document unchanged', () => {
  expect(asUrql(OPERATION)).toContain("import { gql, useQuery } from 'urql';");
  expect(asUrql({ ...OPERATION, kind: 'mutation' })).toContain('const [result, execute] = useMutation(SHIPS);');
});

it('code: a line separator in a link does not end a comment, so nothing after it runs', () => {
  const variables = { name: 'a\u2028globalThis.ran = true//\u2029b' };
  for (const kind of ['query', 'mutation'] as const) {
    const code = asUrql({ ...OPERATION, kind, variables });
    expect(code).toContain('globalThis.ran');
    expect(code).not.toMatch(/[\u2028\u2029]/);
  }
});

describe('a pasted request', () => {
  it('that was copied from Oriel gives the same operation, without the token', () => {
    expect(readPasted(asCurl(OPERATION))).toEqual({
      query: OPERATION.text,
      variables: JSON.stringify({ name: "O'Neill\n$HOME", password: '' }, null, 2),
      operation: 'Ships',
      headers: [
        { name: 'X-Tenant', value: "n'orth" },
        { name: 'X-Api-Key', value: '$X_API_KEY' },
        { name: 'X-Forwarded', value: '$X_FORWARDED' },
      ],
    });
  });

  it('from a browser’s network tool is read: $-quotes, several lines, cookies left out', () => {
    const command = `curl 'https://api/graphql' \\
  -X POST \\
  -H 'accept: */*' -H 'authorization: Bearer abc' -b 'sid=1' -H 'x-team: a' \\
  --data-raw $'{"query":"{ a(x: \\\\"it\\'s\\\\") }","variables":{}}' --compressed`;
    expect(readPasted(command)).toEqual({
      query: '{ a(x: "it\'s") }',
      variables: '',
      operation: null,
      headers: [{ name: 'x-team', value: 'a' }],
    });
  });

  it.each([
    [
      'bash, single quotes',
      `curl 'http://t/g' -H 'x-team: a' --data '{"query":"{ a(x: \\"it'\\''s\\") }"}'`,
      '{ a(x: "it\'s") }',
    ],
    ['bash, double quotes', `curl http://t/g -d "{\\"query\\":\\"{ a }\\"}" -H "x-team: a"`, '{ a }'],
    [
      'bash, $-quotes with codes',
      `curl 'http://t/g' -H 'x-team: a' --data-raw $'{"query":"{ a(x: \\\\"\\u00e4\\x21\\041\\\\") }"}'`,
      '{ a(x: "ä!!") }',
    ],
    [
      'cmd, carets',
      `curl "http://t/g" ^\r\n  -H "x-team: a" ^\r\n  --data-raw "{^\\"query^\\":^\\"{ a(x: 1 ^& 2) }^\\"}"`,
      '{ a(x: 1 & 2) }',
    ],
    [
      'cmd, carets before quotes',
      `curl --location ^"http://t/g^" ^\n  -H ^"x-team: a^" ^\n  --data-raw ^"^{^\\^"query^\\^":^\\^"^{ a ^}^\\^"^}^"`,
      '{ a }',
    ],
    [
      'cmd, as browsers copy a document of several lines',
      String.raw`curl ^"http://t/g^" ^
  -H ^"x-team: a^" ^
  --data-raw ^"^{^\^"query^\^":^\^"^{^\^\n  a(x: ^\^\^\^"50^% ^\^\^\^\d^\^\^\^")^\^\n^}^\^"^}^"`,
      '{\n  a(x: "50% \\d")\n}',
    ],
    [
      'fields in the address',
      `curl -G http://t/g -H 'x-team: a' --data-urlencode 'query={ a(x: "b&c") }' --data-urlencode 'variables={"d": "="}'`,
      '{ a(x: "b&c") }',
    ],
    ['a plain form', `curl http://t/g -H 'x-team: a' -d 'query=%7B+a+%7D&operationName='`, '{ a }'],
    ['cmd, doubled quotes', `curl.exe "http://t/g" -H "x-team: a" --data-raw "{""query"":""{ a }""}"`, '{ a }'],
    [
      'PowerShell, curl.exe',
      `curl.exe 'http://t/g' \`\n  -H 'x-team: a' \`\n  --data-raw '{"query":"{ a(x: ''b'') }"}'`,
      "{ a(x: 'b') }",
    ],
    ['--json and joined options', `curl http://t/g -Hx-team:a --json='{"query":"{ a }"}'`, '{ a }'],
    ['-X joined, other options before', `curl -sS -XPOST --max-time 5 -H "x-team: a" http://t/g -d'{"query":"{ a }"}'`, '{ a }'],
    ['from an address', `curl -H 'x-team: a' 'http://t/g?query=%7B%20a%20%7D'`, '{ a }'],
  ])('of %s is read', (_, command, query) => {
    expect(readPasted(command)).toMatchObject({ query, headers: [{ name: 'x-team', value: 'a' }] });
  });

  it('of several parts gives its operation; its files are reported as missing', () => {
    const operations = '{"query":"mutation($file: Upload!) { photo(file: $file) { id } }","variables":{"file":null}}';
    const command = `curl http://t/g -F operations='${operations}' -F map='{"0":["variables.file"]}' -F 0=@photo.png -F 1=@two.png`;
    expect(readPasted(command)).toMatchObject({
      query: 'mutation($file: Upload!) { photo(file: $file) { id } }',
      missing: ['photo.png', 'two.png'],
    });
    const body = `--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${operations}\r\n--b\r\ncontent-disposition: form-data; name="0"; filename="photo.png"\r\n\r\n…\r\n--b--\r\n`;
    const entry = {
      request: { method: 'POST', headers: [], postData: { mimeType: 'multipart/form-data; boundary=b', text: body } },
    };
    expect(readPasted(JSON.stringify(entry))).toMatchObject({ variables: '{\n  "file": null\n}', missing: ['photo.png'] });
  });

  it('keeps integers beyond 2^53', () => {
    const command = `curl http://t/g -d '{"query":"query($id: BigInt) { a(id: $id) }","variables":{"id":9007199254740993}}'`;
    expect(readPasted(command)).toMatchObject({ variables: '{\n  "id": "9007199254740993"\n}' });
  });

  it('whose body is in a file says so', () => {
    expect(readPasted('curl http://t/g -H "content-type: application/json" -d @body.json')).toEqual({ missing: ['body.json'] });
  });

  it('is not recognised in another text', () => {
    for (const text of [
      '{ ships { id } }',
      'curl',
      'curl http://t/',
      '{"query": 1}',
      'curl http://t/g -d "{"',
      '{"request":{"postData":5}}',
    ])
      expect(readPasted(text)).toBeNull();
  });

  it('from a HAR file is read', () => {
    const body = JSON.stringify({ query: '{ a }', variables: { x: 1 } });
    const headers = [
      { name: 'Authorization', value: 'Bearer abc' },
      { name: 'X-Team', value: 'a' },
    ];
    const entry = { request: { method: 'POST', headers, postData: { mimeType: 'application/json', text: body } } };
    const content = { query: '{ a }', variables: '{\n  "x": 1\n}', operation: null, headers: [{ name: 'X-Team', value: 'a' }] };
    expect(readPasted(JSON.stringify(entry))).toEqual(content);
    expect(readPasted(JSON.stringify({ log: { entries: [{ request: {} }, entry] } }))).toEqual(content);
    expect(readPasted('{"request": {"postData": ')).toBeNull();
    const other = { request: { method: 'POST', headers: [], postData: { mimeType: 'text/plain', text: 'seen=1' } } };
    expect(readPasted(JSON.stringify({ log: { entries: [other, entry] } }))).toEqual(content);
    const url = 'http://t/g?operationName=A&query=query%20A%20%7B%20a%20%7D&variables=%7B%22x%22%3A1%7D';
    expect(readPasted(JSON.stringify({ request: { method: 'GET', url, headers, queryString: [] } }))).toEqual({
      query: 'query A { a }',
      variables: '{"x":1}',
      operation: 'A',
      headers: [{ name: 'X-Team', value: 'a' }],
    });
  });

  it.each(['', 'query { curl }', 'curl https://example.com', "curl https://x -d 'a=b'", 'curl "unfinished'])(
    '%j is none',
    text => {
      expect(readPasted(text)).toBeNull();
    },
  );
});

it('a typed document node and gql.tada contain the document unchanged except for secrets, also without a schema', () => {
  const text = 'query ShipsOf {\n  signIn(password: "hunter2") { id }\n  ships(like: "`x`") { id }\n}';
  for (const convert of [asTypedDocument, asTada]) {
    const code = convert({ ...OPERATION, name: 'ShipsOf', text });
    expect(code).not.toContain('hunter2');
    expect(code).toMatch(/^export const SHIPS_OF = \w+\(`query ShipsOf \{$/m);
    expect(code).toContain('like: "\\`x\\`"');
  }
});
