import { memoryStorage, writeJson } from '../../../src/lib/storage';
import { imageOrigins, originOf, withOrigin } from '../../../src/session/connections/imageOrigins';
import { createPreferences } from '../../../src/session/connections/preferences';

it('origins that were asked for are remembered per connection', () => {
  const storage = memoryStorage();
  imageOrigins(createPreferences(storage, 'one')).update(known => withOrigin(known, 'https://b.example'));
  expect(imageOrigins(createPreferences(storage, 'one')).get()).toEqual(['https://b.example']);
  expect(imageOrigins(createPreferences(storage, 'two')).get()).toEqual([]);
});

it('the list is bounded, and the oldest goes first', () => {
  let origins: readonly string[] = [];
  for (let at = 0; at < 80; at++) origins = withOrigin(origins, `https://h${at}.example`);
  expect(origins).toHaveLength(50);
  expect(origins.at(-1)).toBe('https://h79.example');
});

it('what is stored is no origin until it is one', () => {
  const storage = memoryStorage();
  const stored = ['https://b.example/path', 'null', 'data:', 7, '__proto__', `https://${'x'.repeat(400)}.example`];
  writeJson(storage, 'oriel:one:imageOrigins', [...stored, 'https://b.example']);
  expect(imageOrigins(createPreferences(storage, 'one')).get()).toEqual(['https://b.example']);
  writeJson(storage, 'oriel:two:imageOrigins', { length: 3 });
  expect(imageOrigins(createPreferences(storage, 'two')).get()).toEqual([]);
});

it('an address gives its origin, read against the page', () => {
  expect(originOf('/graphql', 'https://a.example/data')).toBe('https://a.example');
  expect(originOf('https://api.example:8443/graphql', 'https://a.example/')).toBe('https://api.example:8443');
  expect(originOf('data:image/png;base64,', 'https://a.example/')).toBeNull();
});
