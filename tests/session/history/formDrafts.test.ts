import { memoryStorage } from '../../../src/lib/storage';
import { createFormDrafts } from '../../../src/session/history/formDrafts';

describe('drafts of forms', () => {
  it('are restored for the same connection and form only', () => {
    const storage = memoryStorage();
    createFormDrafts(storage, 'default').keep('bookBerth', { ship: 'Nordlys', legs: [{ port: 'Bergen' }] });
    const again = createFormDrafts(storage, 'default');
    expect(again.read('bookBerth')).toEqual({ ship: 'Nordlys', legs: [{ port: 'Bergen' }] });
    expect(again.read('other')).toBeNull();
    expect(createFormDrafts(storage, 'mine').read('bookBerth')).toBeNull();
    again.keep('bookBerth', null);
    expect(again.read('bookBerth')).toBeNull();
  });

  it('contain no secret and no file', () => {
    const storage = memoryStorage();
    const drafts = createFormDrafts(storage, 'default');
    drafts.keep('a', { name: 'Anna', password: 'p', input: { apiToken: 't', photo: new Blob(['x']), files: [new Blob(['y'])] } });
    expect(drafts.read('a')).toEqual({ name: 'Anna', input: { files: [null] } });
  });

  it('keep a field named __proto__', () => {
    const drafts = createFormDrafts(memoryStorage(), 'default');
    drafts.keep('a', JSON.parse('{"__proto__": {"x": 1}}'));
    expect(Object.keys(drafts.read('a') as object)).toEqual(['__proto__']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('are not stored if they are too large', () => {
    const drafts = createFormDrafts(memoryStorage(), 'default');
    drafts.keep('a', { text: 'short' });
    drafts.keep('a', { text: 'x'.repeat(800_000) });
    expect(drafts.read('a')).toBeNull();
  });
});
