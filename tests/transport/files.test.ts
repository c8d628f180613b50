/** Contract C11, C32 to C34: files go as multipart requests. */
import type { TransportConfig } from '../../src/transport/config';
import { createTransport } from '../../src/transport/createTransport';
import { json, scriptedFetch } from '../support/scriptedFetch';

const MUTATION = 'mutation Attach($input: Input) { attach(input: $input) }';

const send = async (variables: Record<string, unknown>, config: TransportConfig = {}) => {
  const { fetch, requests } = scriptedFetch(json({ data: { attach: true } }));
  const { client } = createTransport(config, { fetch, storage: { getItem: () => 'tok' } });
  const result = await client.mutation(MUTATION, variables).toPromise();
  const request = requests[0];
  const form = request?.form;
  const field = (name: string): unknown => JSON.parse(String(form?.get(name)));
  return { result, requests, request, form, keys: [...(form?.keys() ?? [])], field };
};

const file = (name: string, text = name): File => new File([text], name, { type: 'text/plain' });

describe('C32 the form', () => {
  it('C32 has operations, map, then the files from "1", in this order', async () => {
    const { keys, field, form, result } = await send({ input: { a: file('a.txt'), b: file('b.txt') } });
    expect(result.data).toEqual({ attach: true });
    expect(keys).toEqual(['operations', 'map', '1', '2']);
    expect(field('operations')).toEqual({
      operationName: 'Attach',
      variables: { input: { a: null, b: null } },
      query: expect.stringContaining('attach(input: $input)'),
    });
    expect(field('map')).toEqual({ '1': ['variables.input.a'], '2': ['variables.input.b'] });
    const first = form?.get('1') as File | undefined;
    expect(await first?.text()).toBe('a.txt');
  });

  it('C32 any Blob counts, queries too', async () => {
    const { fetch, requests } = scriptedFetch(json({ data: { a: 1 } }));
    const { client } = createTransport({}, { fetch, storage: null });
    await client.query('query ($f: Upload) { a(f: $f) }', { f: new Blob(['x']) }).toPromise();
    expect(requests[0]?.form).toBeDefined();
    expect(JSON.parse(String(requests[0]?.form?.get('operations')))).toMatchObject({
      operationName: null,
      variables: { f: null },
    });
  });

  it('C8 and C32 without a file it stays JSON', async () => {
    const { request } = await send({ input: { a: null } });
    expect(request?.form).toBeUndefined();
    expect(request?.json?.variables).toEqual({ input: { a: null } });
  });
});

describe('C33 the parts', () => {
  it('C33 each distinct object is one part, with all its paths', async () => {
    const shared = file('shared.txt');
    const { keys, field } = await send({ input: { a: shared, list: [file('x.txt'), shared, { deep: shared }] } });
    expect(keys).toEqual(['operations', 'map', '1', '2']);
    expect(field('map')).toEqual({
      '1': ['variables.input.a', 'variables.input.list.1', 'variables.input.list.2.deep'],
      '2': ['variables.input.list.0'],
    });
    expect(field('operations')).toMatchObject({ variables: { input: { a: null, list: [null, null, { deep: null }] } } });
  });

  it('C33 a FileList is a list', async () => {
    class FakeFileList {
      [index: number]: File;
      length = 0;
    }
    const original = globalThis.FileList;
    Object.defineProperty(globalThis, 'FileList', { value: FakeFileList, configurable: true, writable: true });
    try {
      const list = Object.assign(new FakeFileList(), { 0: file('a.txt'), 1: file('b.txt'), length: 2 });
      const { field } = await send({ input: { files: list } });
      expect(field('operations')).toMatchObject({ variables: { input: { files: [null, null] } } });
      expect(field('map')).toEqual({ '1': ['variables.input.files.0'], '2': ['variables.input.files.1'] });
    } finally {
      Object.defineProperty(globalThis, 'FileList', { value: original, configurable: true, writable: true });
    }
  });

  it('C33 a Blob without a name is sent as "blob", as one part for all its paths', async () => {
    const blob = new Blob(['bytes'], { type: 'application/x-thing' });
    const { form, keys, field } = await send({ input: { a: blob, b: blob } });
    expect(keys).toEqual(['operations', 'map', '1']);
    expect(field('map')).toEqual({ '1': ['variables.input.a', 'variables.input.b'] });
    expect(form?.get('1')).toMatchObject({ name: 'blob', type: 'application/x-thing' });
  });

  it.each([
    ['an object without a prototype', (upload: File) => Object.assign(Object.create(null), { upload })],
    [
      'an instance of a class',
      (upload: File) =>
        new (class Draft {
          upload = upload;
        })(),
    ],
    ['an object with a member named __proto__', (upload: File) => ({ ...JSON.parse('{"__proto__":1}'), upload })],
  ])('C33 a file in %s is sent', async (_, inputOf) => {
    const { keys, field, form } = await send({ input: { list: [inputOf(file('a.txt'))] } });
    expect(keys).toEqual(['operations', 'map', '1']);
    expect(field('map')).toEqual({ '1': ['variables.input.list.0.upload'] });
    expect(field('operations')).toMatchObject({ variables: { input: { list: [{ upload: null }] } } });
    expect(form?.get('1')).toMatchObject({ name: 'a.txt', size: 5 });
  });

  it.each([
    ['with a file', { upload: file('a.txt') }],
    ['without one', {}],
  ])('circular variables, %s, are reported and not sent', async (_, rest) => {
    const first: Record<string, unknown> = { ...rest };
    Object.assign(first, { one: first, other: { one: first, other: first } });
    const { result, requests } = await send({ input: first });
    expect(result.error?.message).toContain('circular');
    expect(requests).toHaveLength(0);
  });

  it('C33 the caller’s variables are not modified', async () => {
    const blob = new Blob(['x']);
    const variables = { input: { a: blob } };
    await send(variables);
    expect(variables.input.a).toBe(blob);
  });
});

describe('C34 headers', () => {
  it('C11 and C34 the transport sets no content-type and no preflight header by default; the token is sent', async () => {
    const { request } = await send({ input: file('a.txt') });
    expect(request?.method).toBe('POST');
    expect(request?.headers.has('content-type')).toBe(false);
    expect([...(request?.headers.keys() ?? [])].sort()).toEqual(['accept', 'authorization']);
    expect(request?.headers.get('authorization')).toBe('Bearer tok');
  });

  it('C34 configured headers are added to multipart requests only', async () => {
    const config = { uploadHeaders: { 'apollo-require-preflight': 'true' } };
    const upload = await send({ input: file('a.txt') }, config);
    expect(upload.request?.headers.get('apollo-require-preflight')).toBe('true');
    const plain = await send({ input: {} }, config);
    expect(plain.request?.headers.has('apollo-require-preflight')).toBe(false);
  });
});

it('C20 an upload that failed is not sent again', async () => {
  const { fetch, requests } = scriptedFetch(json({}, 500));
  const { client } = createTransport({ persistedQueries: true }, { fetch, storage: null });
  const result = await client.mutation(MUTATION, { input: file('a.txt') }).toPromise();
  expect(result.error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 500 });
  expect(requests).toHaveLength(1);
});
