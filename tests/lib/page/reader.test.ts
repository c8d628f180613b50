import { readerCookie, readReader } from '../../../src/lib/page/reader';

it('the server reads what the browser writes', () => {
  const reader = { language: 'zh-Hant', timeZone: 'America/Argentina/Buenos_Aires', theme: 'dark', density: 'roomy' };
  const cookie = readerCookie(reader, true);
  expect(cookie).toMatch(/; Path=\/; Max-Age=31536000; SameSite=Lax; Secure$/);
  expect(readReader(`a=b; ${cookie.split(';')[0]}; c=d`)).toEqual(reader);
  expect(readerCookie({}, false)).toBe('oriel-reader=; Path=/; Max-Age=31536000; SameSite=Lax');
});

it.each([
  undefined,
  '',
  ';;;',
  'oriel-reader',
  'oriel-reader=',
  'oriel-reader=%',
  `oriel-reader=theme=${'x'.repeat(65)}`,
  'x-oriel-reader=theme=dark',
])('invalid cookies are ignored: %s', cookies => {
  expect(readReader(cookies)).toEqual({});
});
