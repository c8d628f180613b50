import { createCookie } from '../../../src/server/signIn/createCookie';
import { createSeal } from '../../../src/server/signIn/seal';

const cookie = createCookie('oriel-x', true);
const headerOf = (lines: readonly string[]): string => lines.map(line => line.split(';', 1)[0]).join('; ');

it('is split into as many parts as a browser stores, and is joined again', () => {
  const value = 'a'.repeat(9000);
  const lines = cookie.write(value, undefined) ?? [];
  expect(lines.map(line => line.split('=', 1)[0])).toEqual(['__Host-oriel-x', '__Host-oriel-x.1', '__Host-oriel-x.2']);
  expect(lines.every(line => line.length <= 4096 && line.endsWith('; Path=/; HttpOnly; SameSite=Lax; Secure'))).toBe(true);
  expect(cookie.read(`other=1; ${headerOf(lines)}`)).toBe(value);
  expect(cookie.read(headerOf(lines.slice(0, 2)))).toBeNull();
  expect(cookie.write('a'.repeat(12_000), undefined)).toBeNull();
});

it('removes parts that are no longer needed', () => {
  const header = headerOf(cookie.write('a'.repeat(9000), undefined) ?? []);
  const lines = cookie.write('short', header) ?? [];
  expect(lines.map(line => /^([^=]+)=.*?(; Max-Age=0)?$/.exec(line)?.slice(1))).toEqual([
    ['__Host-oriel-x', undefined],
    ['__Host-oriel-x.1', '; Max-Age=0'],
    ['__Host-oriel-x.2', '; Max-Age=0'],
  ]);
  expect(cookie.write(null, header)).toHaveLength(3);
  expect(cookie.write(null, 'other=1')).toEqual([]);
});

it('is not read under its plain name, which a plain connection could set', () => {
  expect(cookie.read('oriel-x=1.abc')).toBeNull();
});

it('is sealed for one purpose and one secret, and differs each time', () => {
  const seal = createSeal('one secret', 'test');
  const sealed = seal.close({ a: 1 }, 'session');
  expect(seal.open(sealed, 'session')).toEqual({ a: 1 });
  expect(sealed).not.toBe(seal.close({ a: 1 }, 'session'));
  expect(seal.open(sealed, 'pending')).toBeUndefined();
  expect(createSeal('another secret', 'test').open(sealed, 'session')).toBeUndefined();
  for (const broken of ['', 'a', sealed.slice(1), `${sealed.slice(0, -2)}AA`])
    expect(seal.open(broken, 'session')).toBeUndefined();
});
