/** File uploads over HTTP: exact, streamed, limited, and without leftovers. */
import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { createHarbour } from '../../src/sample/createHarbour';
import { openPglite } from '../../src/sample/database/openPglite';
import { createBlobStore } from '../../src/sample/uploads/createBlobStore';
import { copySeededFolder } from '../support/harbour/seededFolder';
import { type GraphQLAnswer, type RunningHarbour, startHarbour } from '../support/harbour/startHarbour';

// Real servers on a machine that may be busy; a hang still fails.

const ONE =
  'mutation ($visitId: ID!, $file: Upload!) { attachDocument(visitId: $visitId, file: $file) { id filename contentType sizeBytes sha256 url uploadedAt visit { id } } }';
const MANY =
  'mutation ($visitId: ID!, $files: [Upload!]!) { attachDocuments(visitId: $visitId, files: $files) { id filename sizeBytes sha256 url } }';
interface Document {
  id: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  url: string;
}

let harbour: RunningHarbour;
let token: string;
beforeAll(async () => {
  harbour = await startHarbour();
  token = await harbour.signIn();
}, 60_000);
afterAll(() => harbour.close());

async function send<Data>(form: FormData, as: string | null = token): Promise<GraphQLAnswer<Data>> {
  const response = await fetch(harbour.url, {
    method: 'POST',
    headers: as ? { authorization: `Bearer ${as}` } : { 'apollo-require-preflight': 'true' },
    body: form,
  });
  return { status: response.status, ...(await response.json()) };
}

function form(
  query: string,
  variables: Record<string, unknown>,
  map: Record<string, string[]>,
  files: Record<string, Blob>,
): FormData {
  const body = new FormData();
  body.set('operations', JSON.stringify({ operationName: null, query, variables }));
  body.set('map', JSON.stringify(map));
  for (const [key, file] of Object.entries(files)) body.set(key, file);
  return body;
}
const one = (file: Blob, visitId = 'visit-11000') =>
  form(ONE, { visitId, file: null }, { '1': ['variables.file'] }, { '1': file });
const many = (files: Blob[], visitId = 'visit-11000') =>
  form(
    MANY,
    { visitId, files: files.map(() => null) },
    Object.fromEntries(files.map((_, i) => [String(i + 1), [`variables.files.${i}`]])),
    Object.fromEntries(files.map((file, i) => [String(i + 1), file])),
  );
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const documentsOf = async (visit: string): Promise<string[]> => {
  const { data } = await harbour.ask<{ visit: { documents: { filename: string }[] } }>(
    'query ($id: ID!) { visit(id: $id) { documents { filename } } }',
    { id: visit },
  );
  return data.visit.documents.map(document => document.filename);
};

test('a file is stored with its description, and downloaded unchanged', async () => {
  const bytes = randomBytes(3 * 1024 * 1024 + 17);
  const { data, errors } = await send<{ attachDocument: Document }>(
    one(new File([bytes], 'Fracht – "Bericht".pdf', { type: 'application/pdf' })),
  );
  expect(errors).toBeUndefined();
  const document = data.attachDocument;
  expect(document).toMatchObject({
    contentType: 'application/pdf',
    sizeBytes: bytes.length,
    sha256: sha256(bytes),
    visit: { id: 'visit-11000' },
  });
  expect(document.filename).toMatch(/^Fracht – .*Bericht.*\.pdf$/);
  expect(document.url).toBe(`files/${document.id}`);
  const response = await fetch(new URL(document.url, harbour.url));
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: `"${sha256(bytes)}"`,
  });
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Fracht _ [^"]*\.pdf"; filename\*=UTF-8''Fracht%20%E2%80%93%20.*\.pdf$/,
  );
});

test('an empty file and a Blob without a name are accepted', async () => {
  const empty = await send<{ attachDocument: Document }>(one(new File([], 'empty.txt', { type: 'text/plain' })));
  expect(empty.data.attachDocument).toMatchObject({ filename: 'empty.txt', sizeBytes: 0, sha256: sha256(Buffer.alloc(0)) });
  expect(await (await fetch(new URL(empty.data.attachDocument.url, harbour.url))).text()).toBe('');
  const blob = await send<{ attachDocument: Document }>(one(new Blob(['x'])));
  expect(blob.data.attachDocument).toMatchObject({ filename: 'blob', contentType: 'application/octet-stream' });
});

test('several files keep their order, even if their parts are sent in another order', async () => {
  const parts = Array.from({ length: 5 }, (_, i) => randomBytes(i === 2 ? 700_000 : 10 + i));
  const body = new FormData();
  body.set('operations', JSON.stringify({ query: MANY, variables: { visitId: 'visit-11001', files: parts.map(() => null) } }));
  body.set('map', JSON.stringify(Object.fromEntries(parts.map((_, i) => [`f${i}`, [`variables.files.${i}`]]))));
  for (const i of [3, 0, 4, 2, 1]) body.set(`f${i}`, new File([parts[i] as Buffer<ArrayBuffer>], `part-${i}`));
  const { data } = await send<{ attachDocuments: Document[] }>(body);
  expect(data.attachDocuments.map(document => [document.filename, document.sha256])).toEqual(
    parts.map((part, i) => [`part-${i}`, sha256(part)]),
  );
});

test('one part can be used at two paths', async () => {
  const body = form(
    MANY,
    { visitId: 'visit-11002', files: [null, null] },
    { '1': ['variables.files.0', 'variables.files.1'] },
    { '1': new File(['twice'], 'twice.txt') },
  );
  const { data } = await send<{ attachDocuments: Document[] }>(body);
  expect(data.attachDocuments).toHaveLength(2);
  for (const document of data.attachDocuments)
    expect(await (await fetch(new URL(document.url, harbour.url))).text()).toBe('twice');
});

test('file names are reduced to a plain name, and types to a valid type', async () => {
  const boundary = 'xxx';
  const body = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query: ONE, variables: { visitId: 'visit-11003', file: null } })}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"1":["variables.file"]}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="1"; ${disposition}\r\nContent-Type: ${type}\r\n\r\nhello\r\n--${boundary}--\r\n`;
  const post = async (disposition: string, type: string) => {
    const response = await fetch(harbour.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: body(disposition, type),
    });
    return ((await response.json()) as GraphQLAnswer<{ attachDocument: Document }>).data.attachDocument;
  };
  expect((await post('filename="../../etc/passwd"', 'text/plain')).filename).toBe('passwd');
  expect((await post('filename="C:\\\\temp\\\\a.txt"', 'text/plain')).filename).toBe('a.txt');
  expect((await post('filename="x\u202egpj.exe"', 'text/plain')).filename).toBe('xgpj.exe');
  expect((await post(`filename="${'long'.repeat(100)}"`, 'text/plain')).filename).toHaveLength(255);
  expect(await post('filename=""', 'nonsense')).toMatchObject({ filename: 'file', contentType: 'application/octet-stream' });
  const page = await post('filename="page.html"', 'text/html');
  expect(page.contentType).toBe('text/html');
  // The declared type is stored, but not sent to a browser.
  expect((await fetch(new URL(page.url, harbour.url))).headers.get('content-type')).toBe('application/octet-stream');
});

test('a file of the maximum size is accepted; one byte more is refused with status 413, and no file of that request is stored', async () => {
  const most = Buffer.alloc(50 * 1024 * 1024, 7);
  const fits = await send<{ attachDocument: Document }>(one(new File([most], 'fits.bin'), 'visit-11004'));
  expect(fits.data.attachDocument).toMatchObject({ sizeBytes: most.length, sha256: sha256(most) });
  const over = await send(
    many([new File(['small'], 'small.txt'), new File([most, 'x'], 'over.bin'), new File(['last'], 'last.txt')], 'visit-11004'),
  );
  expect(over.status).toBe(413);
  expect(over.errors).toMatchObject([
    {
      message: '"over.bin" is larger than 50 MB, the limit for a file.',
      path: ['attachDocuments'],
      extensions: { code: 'FILE_TOO_LARGE', maxBytes: 52_428_800, variablePath: ['files', 1] },
    },
  ]);
  expect(await documentsOf('visit-11004')).toEqual(['fits.bin']);
  await until(async () => (await orphans()) === 0);
}, 120_000);

test('more than ten files are refused', async () => {
  const response = await send(many(Array.from({ length: 11 }, (_, i) => new File(['x'], `${i}`))));
  expect(response.status).toBe(413);
  expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY_FILES' });
});

test('without a token nothing is stored; the file is read to its end so that the client can read the response', async () => {
  const response = await send(one(new File([Buffer.alloc(5 * 1024 * 1024)], 'anonymous.bin'), 'visit-11006'), null);
  expect(response.status).toBe(200);
  expect(response.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  await until(async () => (await orphans()) === 0);
});

test('a visit that does not exist is reported at its argument before the file is stored', async () => {
  const response = await send(one(new File(['x'], 'x'), 'visit-0'));
  expect(response.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argumentPath: ['visitId'] } }]);
  await until(async () => (await orphans()) === 0);
});

test.each([
  ['operations missing', (body: FormData) => body.delete('operations'), /missing|must precede/],
  ['operations broken', (body: FormData) => body.set('operations', '{'), /not a JSON object/],
  ['operations as a list', (body: FormData) => body.set('operations', '[]'), /not a JSON object/],
  ['map missing', (body: FormData) => body.delete('map'), /must precede/],
  ['map broken', (body: FormData) => body.set('map', 'x'), /not valid JSON/],
  [
    'a map with a path outside the variables',
    (body: FormData) => body.set('map', '{"1":["query"]}'),
    /not a variable with the value null/,
  ],
  [
    'a map with a path that does not exist',
    (body: FormData) => body.set('map', '{"1":["variables.files.7"]}'),
    /not a variable with the value null/,
  ],
  [
    'a map with a path to the prototype',
    (body: FormData) => body.set('map', '{"1":["variables.__proto__.polluted"]}'),
    /not a variable with the value null/,
  ],
  [
    'a map with the path of a value',
    (body: FormData) => body.set('map', '{"1":["variables.visitId"]}'),
    /not a variable with the value null/,
  ],
  ['a missing file', (body: FormData) => body.delete('1'), /refers to the part "1"/],
])('a malformed request is refused: %s', async (_, spoil, message) => {
  const body = one(new File(['x'], 'x.txt'));
  spoil(body);
  const response = await send(body);
  expect(response.status).toBe(400);
  expect(response.errors?.[0]?.message).toMatch(message);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a value that is not a file is refused', async () => {
  const response = await harbour.ask(ONE, { visitId: 'visit-1', file: 'not a file' }, token);
  expect(response.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argumentPath: ['file'] } }]);
});

test('a client that disconnects during an upload leaves nothing', async () => {
  const head = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query: ONE, variables: { visitId: 'visit-11007', file: null } })}\r\n` +
      '--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"1":["variables.file"]}\r\n' +
      '--b\r\nContent-Disposition: form-data; name="1"; filename="cut.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
  );
  const socket = connect(harbour.port, '127.0.0.1');
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000000\r\n\r\n`,
  );
  socket.write(head);
  socket.write(Buffer.alloc(2_000_000));
  await until(async () => (await orphans()) === 1);
  socket.destroy();
  await until(async () => (await orphans()) === 0);
  expect(await documentsOf('visit-11007')).toEqual([]);
});

test('the leftovers of a killed process are removed at the next start', async () => {
  const folder = await copySeededFolder();
  const database = await openPglite(folder);
  const store = createBlobStore(database);
  const left = await store.write(
    (async function* () {
      yield Buffer.from('left');
    })(),
    100,
  );
  // On a shared database, another instance could still write it.
  await store.sweep(120);
  expect(await database.query('select id from harbour.blobs where id = $1::uuid', [left.id])).toHaveLength(1);
  await database.close();
  const again = await createHarbour({ dataDir: folder });
  await again.dispose();
  const reopened = await openPglite(folder);
  expect(await reopened.query('select id from harbour.blobs where id = $1::uuid', [left.id])).toEqual([]);
  // The files of the sample data are older, but belong to documents.
  const [kept] = await reopened.query<{ count: number }>('select count(*)::int as count from harbour.blobs');
  expect(kept?.count).toBeGreaterThan(500);
  await reopened.close();
  await rm(folder, { recursive: true });
});

describe('downloads', () => {
  test('HEAD returns the size, and a cached version is not sent again', async () => {
    const head = await fetch(`${harbour.origin}/files/document-1`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
    const cached = await fetch(`${harbour.origin}/files/document-1`, {
      headers: { 'if-none-match': head.headers.get('etag') as string },
    });
    expect(cached.status).toBe(304);
  });

  test.each([
    '/files/document-999999',
    '/files/visit-1',
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/',
    '/files/document-1/x',
    '/photos/1234567.svg',
    '/photos/x.svg',
    '/',
    '/graphqlx',
  ])('%s is not found', async path => {
    const response = await fetch(harbour.origin + path);
    expect(response.status).toBe(404);
  });

  test('only GET and HEAD are allowed', async () => {
    expect((await fetch(`${harbour.origin}/files/document-1`, { method: 'POST' })).status).toBe(404);
  });
});

/** The number of blobs without a document, complete or not, after pending writes have finished. */
async function orphans(): Promise<number> {
  const [row] = await harbour.database.query<{ count: number }>(
    'select count(*)::int as count from harbour.blobs b where not exists (select 1 from harbour.documents d where d.blob_id = b.id)',
  );
  return row?.count ?? 0;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(done => setTimeout(done, 5));
}
