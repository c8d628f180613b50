import { shortAddress } from '../../../src/lib/network/shortAddress';

it('a short address is complete', () => {
  expect(shortAddress('https://api.example.org/graphql?x=1')).toBe('https://api.example.org/graphql?x=1');
  expect(shortAddress('no address')).toBe('no address');
});

it('a long path is cut', () => {
  const short = shortAddress(`https://api.example.org/${'x'.repeat(5000)}`);
  expect(short).toHaveLength('https://api.example.org'.length + 201);
  expect(short).toMatch(/^https:\/\/api\.example\.org\/x+…$/);
});

it('a long host is complete, also in capitals', () => {
  const labels = Array.from({ length: 4 }, () => 'harbour'.repeat(7)).join('.');
  for (const host of [`${labels}.evil.example`, `${labels}.EVIL.example:8080`]) {
    expect(shortAddress(`wss://${host}/${'x'.repeat(300)}`).slice(0, `wss://${host}/`.length)).toBe(`wss://${host}/`);
  }
});

it('an address that is long but no URL is cut', () => {
  expect(shortAddress('y'.repeat(500))).toBe(`${'y'.repeat(200)}…`);
});
