/** The `fetch` over XMLHttpRequest: its result for each kind of end. The upload journey runs it in a real browser. */
import { createTransport } from '../../../src/transport/createTransport';
import { xhrFetch } from '../../../src/transport/http/xhrFetch';

/** An XMLHttpRequest that the test controls. */
class FakeXhr {
  static latest: FakeXhr;
  upload: { onprogress?: (e: object) => void; onload?: (e: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  statusText = '';
  response: ArrayBuffer | null = null;
  responseHeaders = '';
  responseType = '';
  withCredentials = false;
  opened: unknown[] = [];
  headers: Record<string, string> = {};
  body: unknown;
  constructor() {
    FakeXhr.latest = this;
  }
  open(...args: unknown[]): void {
    this.opened = args;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getAllResponseHeaders(): string {
    return this.responseHeaders;
  }
  send(body: unknown): void {
    this.body = body;
  }
  abort(): void {
    this.onabort?.();
  }
  answer(status: number, text: string, headers = 'Content-Type: application/json\r\nX-Two: a: b\r\n'): void {
    Object.assign(this, {
      status,
      statusText: 'Fine',
      responseHeaders: headers,
      response: new TextEncoder().encode(text).buffer,
    });
    this.onload?.();
  }
}
const Xhr = FakeXhr as unknown as typeof XMLHttpRequest;

it('resolves to a Response with status, headers and body', async () => {
  const pending = xhrFetch('/graphql', { method: 'POST', headers: { accept: 'a' }, body: 'b' }, () => {}, Xhr);
  FakeXhr.latest.answer(418, '{"ü":1}');
  const response = await pending;
  expect(FakeXhr.latest.opened).toEqual(['POST', '/graphql']);
  expect(FakeXhr.latest.headers).toEqual({ accept: 'a' });
  expect([response.status, response.statusText, response.headers.get('x-two'), await response.text()]).toEqual([
    418,
    'Fine',
    'a: b',
    '{"ü":1}',
  ]);
});

it('resolves to a Response without a body for status 204', async () => {
  const pending = xhrFetch('/', { method: 'POST' }, () => {}, Xhr);
  FakeXhr.latest.answer(204, '');
  expect(await (await pending).text()).toBe('');
});

it('keeps a status that the Response constructor refuses', async () => {
  const pending = xhrFetch('/', { method: 'POST' }, () => {}, Xhr);
  FakeXhr.latest.answer(999, 'denied');
  const response = await pending;
  expect([response.status, response.ok, await response.text()]).toEqual([999, false, 'denied']);
});

it('rejects like fetch: a TypeError without a response, the reason of an abort', async () => {
  const failing = xhrFetch('/', {}, () => {}, Xhr);
  FakeXhr.latest.onerror?.();
  await expect(failing).rejects.toBeInstanceOf(TypeError);
  const controller = new AbortController();
  const aborted = xhrFetch('/', { signal: controller.signal }, () => {}, Xhr);
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  await expect(xhrFetch('/', { signal: controller.signal }, () => {}, Xhr)).rejects.toMatchObject({ name: 'AbortError' });
});

describe('an upload through the transport', () => {
  const start = () => {
    const transport = createTransport({}, { XMLHttpRequest: Xhr, storage: null });
    const seen: unknown[] = [];
    transport.uploads.subscribe(() => {
      const [entry] = transport.uploads.get().values();
      seen.push(entry ? [entry.phase, entry.sentBytes, entry.totalBytes] : 'gone');
    });
    const result = transport.client
      .mutation('mutation Attach($f: Upload) { a(f: $f) }', { f: new File(['x'.repeat(100)], 'x') })
      .toPromise();
    return { transport, seen, result };
  };
  const begun = async (transport: ReturnType<typeof start>['transport']) => {
    while (transport.uploads.get().size === 0) await new Promise(resolve => setImmediate(resolve));
  };

  it('reports the bytes sent, the wait for the server, and the end', async () => {
    const { transport, seen, result } = start();
    await begun(transport);
    FakeXhr.latest.upload.onprogress?.({ loaded: 40, total: 400 });
    FakeXhr.latest.upload.onload?.({ loaded: 400, total: 400 });
    FakeXhr.latest.answer(200, '{"data":{"a":9007199254740993}}');
    expect((await result).data).toEqual({ a: '9007199254740993' });
    expect(seen.slice(1)).toEqual([['sending', 40, 400], ['sending', 400, 400], ['processing', 400, 400], 'gone']);
    expect(FakeXhr.latest.body).toBeInstanceOf(FormData);
  });

  it('is certainly not complete as long as the rest is more than what was sent between two reports', async () => {
    const { transport, result } = start();
    await begun(transport);
    const isPartial = () => [...transport.uploads.get().values()][0]?.isPartial;
    const report = (loaded: number): void => FakeXhr.latest.upload.onprogress?.({ loaded, total: 1000 });
    // On a fast line, all of it can have been sent before the first report.
    expect(isPartial()).toBe(false);
    const said = [300, 600, 650, 700, 950].map(loaded => {
      report(loaded);
      return isPartial();
    });
    // 300 bytes at once, then 50, then 250.
    expect(said).toEqual([true, true, true, true, false]);
    FakeXhr.latest.upload.onload?.({ loaded: 1000, total: 1000 });
    expect(isPartial()).toBe(false);
    FakeXhr.latest.answer(200, '{"data":{"a":"1"}}');
    await result;
  });

  it('can be cancelled by the user; the result says that it may have arrived', async () => {
    const { transport, result } = start();
    await begun(transport);
    const [id] = transport.uploads.get().keys();
    transport.cancelUpload(id ?? 0);
    const { error } = await result;
    expect(error?.networkError).toMatchObject({ name: 'CancelledError', message: expect.stringContaining('may have received') });
    expect(transport.uploads.get().size).toBe(0);
  });

  it('that is cancelled while a part of it is certainly not sent says so', async () => {
    const { transport, result } = start();
    await begun(transport);
    FakeXhr.latest.upload.onprogress?.({ loaded: 300, total: 1000 });
    const [id] = transport.uploads.get().keys();
    transport.cancelUpload(id ?? 0);
    expect((await result).error?.networkError?.message).toBe('The upload was stopped before all of it was sent');
  });
});
