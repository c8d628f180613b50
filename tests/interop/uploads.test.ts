/** Uploads to real servers, byte for byte (contract C32 to C34). */
import { randomBytes } from 'node:crypto';
import { failureOf } from '../../src/transport/observe/failure';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { type OpenOptions, openTransport } from './support/openTransport';
import { type Field, fieldsOf, formOf, sha256, textOf } from './support/requestForm';

const KINDS = ['yoga', 'yogaWithoutPersisted', 'apolloExpress', 'mercurius', 'mercuriusWithoutPersisted'] as const;
const MEBIBYTE = 1024 * 1024;
const PREFLIGHT = { 'apollo-require-preflight': 'true' };

const RECEIVED = 'name type size sha256';
const RECEIVE = `mutation Receive($file: Upload!) { receive(file: $file) { ${RECEIVED} } }`;
const RECEIVE_MANY = `mutation ReceiveMany($files: [Upload!]!) { receiveMany(files: $files) { ${RECEIVED} } }`;
const RECEIVE_TWO = `mutation ReceiveTwo($first: Upload!, $second: Upload!) { receiveTwo(first: $first, second: $second) { size sha256 } }`;
const RECEIVE_PARCEL = `mutation ReceiveParcel($parcel: Parcel!) { receiveParcel(parcel: $parcel) { name size sha256 } }`;

/** Bytes of every value, including line breaks and dashes as in a boundary. */
const bytes = (length: number): Uint8Array<ArrayBuffer> => {
  const made = new Uint8Array(randomBytes(length));
  made.set(new TextEncoder().encode('\r\n--boundary\r\n\r\n\0').slice(0, length));
  return made;
};

const receivedAs = (content: Uint8Array) => ({ size: content.length, sha256: sha256(content) });

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.kill());

/** The one multipart request that arrived. */
async function multipartOf(
  server: RemoteServer,
): Promise<{ fields: Field[]; map: unknown; operations: Record<string, unknown> }> {
  const requests = await server.requests();
  expect(requests.map(formOf)).toEqual(['multipart']);
  const [request] = requests;
  if (!request) throw new Error('No request arrived');
  const fields = fieldsOf(request);
  return { fields, map: JSON.parse(textOf(fields, 'map')), operations: JSON.parse(textOf(fields, 'operations')) };
}

describe.each(KINDS)('%s', kind => {
  let server: RemoteServer;
  beforeAll(async () => {
    server = await host.start(kind);
  });
  beforeEach(() => server.forget());
  afterAll(() => server.stop('cut'));

  const open = (options: OpenOptions = {}) =>
    openTransport(server.url, { ...(kind === 'apolloExpress' ? { uploadHeaders: PREFLIGHT } : {}), ...options });

  test('one file arrives byte for byte, with name and type, in one request', async () => {
    const content = bytes(100_000);
    const file = new File([content], 'Fracht brief.bin', { type: 'application/x-cargo' });
    const { data, error } = await open({ token: 'mine' }).client.mutation(RECEIVE, { file }).toPromise();
    expect(error).toBeUndefined();
    expect(data).toEqual({
      receive: { name: 'Fracht brief.bin', type: 'application/x-cargo', ...receivedAs(content), __typename: 'Received' },
    });

    const { fields, map, operations } = await multipartOf(server);
    expect(fields.map(({ name }) => name)).toEqual(['operations', 'map', '1']);
    expect(map).toEqual({ '1': ['variables.file'] });
    expect(operations).toEqual({ operationName: 'Receive', variables: { file: null }, query: expect.any(String) });
    expect(fields[2]).toMatchObject({ fileName: 'Fracht brief.bin', contentType: 'application/x-cargo' });
    expect(Buffer.compare(fields[2]?.bytes ?? Buffer.alloc(0), content)).toBe(0);
    const [request] = await server.requests();
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer mine',
      accept: expect.stringMatching(/^application\/graphql-response\+json/),
    });
  });

  test('a file just below the limit arrives completely', async () => {
    const content = bytes(4 * MEBIBYTE - 1);
    const { data, error } = await open()
      .client.mutation(RECEIVE, { file: new File([content], 'large') })
      .toPromise();
    expect(error).toBeUndefined();
    expect(data?.receive).toMatchObject(receivedAs(content));
  });

  test('an empty file is sent as a file', async () => {
    const { data, error } = await open()
      .client.mutation(RECEIVE, { file: new File([], 'empty') })
      .toPromise();
    expect(error).toBeUndefined();
    expect(data?.receive).toMatchObject({ name: 'empty', ...receivedAs(new Uint8Array()) });
  });

  test('C33 a name with non-ASCII characters is sent unchanged', async () => {
    const { data } = await open()
      .client.mutation(RECEIVE, { file: new File(['x'], 'Überfahrt 船.txt', { type: 'text/plain' }) })
      .toPromise();
    const [request] = await server.requests();
    // Some servers read the name as Latin-1, so the sent bytes are checked.
    expect(request && fieldsOf(request)[2]?.fileName).toBe('Überfahrt 船.txt');
    expect(data?.receive).toMatchObject({ size: 1 });
  });

  test('C33 two files in a list are two parts, in order', async () => {
    const [one, two] = [bytes(5000), bytes(70_000)];
    const files = [new File([one], 'one'), new File([two], 'two')];
    const { data, error } = await open().client.mutation(RECEIVE_MANY, { files }).toPromise();
    expect(error).toBeUndefined();
    expect(data?.receiveMany).toMatchObject([
      { name: 'one', ...receivedAs(one) },
      { name: 'two', ...receivedAs(two) },
    ]);
    const { fields, map, operations } = await multipartOf(server);
    expect(fields.map(({ name }) => name)).toEqual(['operations', 'map', '1', '2']);
    expect(map).toEqual({ '1': ['variables.files.0'], '2': ['variables.files.1'] });
    expect(operations.variables).toEqual({ files: [null, null] });
  });

  test('C33 files deep in an input are mapped to their paths, beside ordinary values', async () => {
    const [cover, one, two] = [bytes(10), bytes(2000), bytes(300)];
    const parcel = {
      title: 'Hull survey',
      cover: new File([cover], 'cover'),
      attachments: [
        { note: 'first', file: new File([one], 'one') },
        { note: null, file: new File([two], 'two') },
      ],
    };
    const { data, error } = await open().client.mutation(RECEIVE_PARCEL, { parcel }).toPromise();
    expect(error).toBeUndefined();
    expect(data?.receiveParcel).toMatchObject([
      { name: 'cover', ...receivedAs(cover) },
      { name: 'one', ...receivedAs(one) },
      { name: 'two', ...receivedAs(two) },
    ]);
    const { map, operations } = await multipartOf(server);
    expect(
      Object.values(map as object)
        .flat()
        .sort(),
    ).toEqual(['variables.parcel.attachments.0.file', 'variables.parcel.attachments.1.file', 'variables.parcel.cover']);
    expect(operations.variables).toEqual({
      parcel: {
        title: 'Hull survey',
        cover: null,
        attachments: [
          { note: 'first', file: null },
          { note: null, file: null },
        ],
      },
    });
    expect(parcel.cover).toBeInstanceOf(File);
  });

  test('C33 one file at two places is one part with two paths', async () => {
    const content = bytes(3000);
    const file = new File([content], 'shared');
    const { data, error } = await open().client.mutation(RECEIVE_TWO, { first: file, second: file }).toPromise();
    const { fields, map } = await multipartOf(server);
    expect(fields.map(({ name }) => name)).toEqual(['operations', 'map', '1']);
    expect(map).toEqual({ '1': ['variables.first', 'variables.second'] });
    if (kind.startsWith('mercurius')) {
      // Its uploads are streams that can be read only once.
      expect(error?.networkError).toBeUndefined();
      expect(error?.graphQLErrors).toHaveLength(1);
    } else {
      expect(error).toBeUndefined();
      expect(data?.receiveTwo).toMatchObject([receivedAs(content), receivedAs(content)]);
    }
  });

  test('C33 a Blob without a name is sent as "blob"', async () => {
    const content = bytes(64);
    const { data, error } = await open()
      .client.mutation(RECEIVE, { file: new Blob([content], { type: 'image/png' }) })
      .toPromise();
    expect(error).toBeUndefined();
    expect(data?.receive).toMatchObject({ name: 'blob', type: 'image/png', ...receivedAs(content) });
  });

  test('C33 the same Blob without a name twice is still one part', async () => {
    const blob = new Blob([bytes(64)]);
    await open().client.mutation(RECEIVE_TWO, { first: blob, second: blob }).toPromise();
    const { map, fields } = await multipartOf(server);
    expect(map).toEqual({ '1': ['variables.first', 'variables.second'] });
    expect(fields[2]?.fileName).toBe('blob');
  });

  test('a file that is too large is an error with a message, after one request', async () => {
    const { data, error } = await open()
      .client.mutation(RECEIVE, { file: new File([bytes(5 * MEBIBYTE)], 'large') })
      .toPromise();
    expect(data?.receive ?? null).toBeNull();
    const requests = await server.requests();
    expect(requests.map(formOf)).toEqual(['multipart']);
    expect(error?.graphQLErrors).toHaveLength(1);
    if (kind.startsWith('yoga')) {
      expect(requests[0]?.status).toBe(413);
      expect(error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 413 });
      expect(failureOf(error)).toMatchObject({ tag: 'http', status: 413 });
    } else {
      expect(requests[0]?.status).toBe(200);
      expect(error?.networkError).toBeUndefined();
      expect(error?.message).toMatch(/size limit|too large/i);
    }
  });

  test('an upload whose resolver refuses is one request and one result', async () => {
    const file = new File(['x'], 'x');
    const query = 'mutation Refused($file: Upload!) { boom receive(file: $file) { size } }';
    const { data, error } = await open().client.mutation(query, { file }).toPromise();
    expect(data).toMatchObject({ boom: null, receive: { size: 1 } });
    expect(error?.graphQLErrors).toHaveLength(1);
    expect(await server.requests()).toHaveLength(1);
  });

  test('two uploads at once are not mixed up', async () => {
    const { client } = open();
    const contents = [bytes(40_000), bytes(50_000), bytes(60_000)];
    const results = await Promise.all(
      contents.map((content, n) => client.mutation(RECEIVE, { file: new File([content], `f${n}`) }).toPromise()),
    );
    expect(results.map(({ data }) => data?.receive)).toMatchObject(
      contents.map((content, n) => ({ name: `f${n}`, ...receivedAs(content) })),
    );
    expect((await server.requests()).map(formOf)).toEqual(['multipart', 'multipart', 'multipart']);
  });

  describe.each([
    ['a map that is no JSON', 'broken'],
    ['a map that points nowhere', '{"1":["variables.nowhere.at.all"]}'],
    ['no map', undefined],
  ])('a request damaged in transit: %s', (_, map) => {
    test('is an error of the right class, after one request', async () => {
      const spoil: typeof fetch = (input, init) => {
        const form = init?.body as FormData;
        const spoiled = new FormData();
        form.forEach((value, name) => {
          if (name !== 'map') spoiled.append(name, value);
          else if (map) spoiled.append(name, map);
        });
        return fetch(input, { ...init, body: spoiled });
      };
      const { error } = await open({ fetch: spoil })
        .client.mutation(RECEIVE, { file: new File(['x'], 'x') })
        .toPromise();
      const requests = await server.requests();
      expect(requests).toHaveLength(1);
      const status = requests[0]?.status;
      if (kind.startsWith('yoga') && map === 'broken') {
        expect(status).toBe(200);
        expect(error?.networkError).toBeUndefined();
        expect(error?.graphQLErrors.length).toBeGreaterThan(0);
      } else {
        expect(status).toBe(400);
        expect(error?.networkError).toMatchObject({
          // graphql-upload fails before Apollo, and Express responds with an HTML page.
          name: kind === 'apolloExpress' && map !== '{"1":["variables.nowhere.at.all"]}' ? 'ServerParseError' : 'ServerError',
          statusCode: 400,
        });
      }
    });
  });
});

describe('Apollo with its CSRF prevention', () => {
  test.each(['apollo', 'apolloExpress'] as const)(
    '%s refuses an upload without a preflight header: ServerError 400 that says so',
    async kind => {
      const server = await host.start(kind);
      const { error } = await openTransport(server.url)
        .client.mutation(RECEIVE, { file: new File(['x'], 'x') })
        .toPromise();
      expect((await server.requests()).map(({ status }) => status)).toEqual([400]);
      expect(error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 400 });
      expect(error?.graphQLErrors[0]?.message).toMatch(/CSRF/);
    },
  );

  test('standalone has no uploads: even with the header the status is 400', async () => {
    const server = await host.start('apollo');
    const { error } = await openTransport(server.url, { uploadHeaders: PREFLIGHT })
      .client.mutation(RECEIVE, { file: new File(['x'], 'x') })
      .toPromise();
    const requests = await server.requests();
    expect(requests.map(({ status }) => status)).toEqual([400]);
    expect(requests[0]?.headers['apollo-require-preflight']).toBe('true');
    expect(error?.networkError).toMatchObject({ statusCode: 400 });
  });

  test('C34 by default no preflight header is sent', async () => {
    const server = await host.start('yoga');
    await openTransport(server.url)
      .client.mutation(RECEIVE, { file: new File(['x'], 'x') })
      .toPromise();
    const [request] = await server.requests();
    const known = [
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'content-length',
      'content-type',
      'host',
      'sec-fetch-mode',
    ];
    const ours = Object.keys(request?.headers ?? {}).filter(
      name => !known.includes(name) && name !== 'user-agent' && name !== 'transfer-encoding',
    );
    expect(ours).toEqual([]);
  });
});
