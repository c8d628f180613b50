import { memoryStorage, writeJson } from '../../../src/lib/storage';
import { imageOrigins, originOf, withOrigin } from '../../../src/session/connections/imageOrigins';
import { createPreferences } from '../../../src/session/connections/preferences';

it('allowed origins are stored per connection', () => {
  const storage = memoryStorage();
  imageOrigins(createPreferences(storage, 'one')).update(known => withOrigin(known, 'https://b.example'));
  expect(imageOrigins(createPreferences(storage, 'one')).get()).toEqual(['https://b.example']);
  expect(imageOrigins(createPreferences(storage, 'two')).get()).toEqual([]);
});

it('the list is bounded, and the oldest is removed first', () => {
  let origins: readonly string[] = [];
  for (let at = 0; at < 80; at++) origins = withOrigin(origins, `https://h${at}.example`);
  expect(origins).toHaveLength(50);
  expect(origins.at(-1)).toBe('https://h79.example');
});

it('stored values that are not origins are ignored', () => {
  const storage = memoryStorage();
  const stored = ['https://b.example/path', 'null', 'data:', 7, '__proto__', `https://${'x'.repeat(400)}.example`];
  writeJson(storage, 'oriel:one:imageOrigins', [...stored, 'https://b.example']);
  expect(imageOrigins(createPreferences(storage, 'one')).get()).toEqual(['https://b.example']);
  writeJson(storage, 'oriel:two:imageOrigins', { length: 3 });
  expect(imageOrigins(createPreferences(storage, 'two')).get()).toEqual([]);
});

it('the origin of a URL is resolved against the page', () => {
  expect(originOf('/graphql', 'https://a.example/data')).toBe('https://a.example');
  expect(originOf('https://api.example:8443/graphql', 'https://a.example/')).toBe('https://api.example:8443');
  expect(originOf('data:image/png;base64,', 'https://a.example/')).toBeNull();
});
