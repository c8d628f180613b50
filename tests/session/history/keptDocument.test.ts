import { memoryDocumentStore } from '../../../src/lib/documentStore';
import { keptDocument } from '../../../src/session/history/keptDocument';

const read = (stored: unknown): readonly string[] => (Array.isArray(stored) ? stored : []);

/** Locks of which one request at a time is granted, as in a browser with several pages. */
function oneAtATime() {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    request<T>(_name: string, act: () => Promise<T>): Promise<T> {
      const done = turn.then(act);
      turn = done.catch(() => undefined);
      return done;
    },
  };
}

it('keeps the changes that two pages make at the same time', async () => {
  const documents = memoryDocumentStore();
  const locks = oneAtATime();
  const pages = ['one', 'two'].map(name => ({ name, document: keptDocument(documents, 'list', read, locks) }));
  await Promise.all(pages.map(({ name, document }) => document.change(now => [...now, name])));
  expect(await documents.get('list')).toEqual(['one', 'two']);
});

it('makes each change once where locks are missing or refused, and rejects only if the change throws', async () => {
  const refused = { request: () => Promise.reject(new DOMException('sandboxed', 'SecurityError')) };
  for (const locks of [undefined, refused, oneAtATime()]) {
    const documents = memoryDocumentStore();
    const document = keptDocument(documents, 'list', read, locks);
    await document.change(now => [...now, 'once']);
    await expect(
      document.change(() => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await document.change(now => [...now, 'again']);
    expect(await documents.get('list')).toEqual(['once', 'again']);
  }
});
