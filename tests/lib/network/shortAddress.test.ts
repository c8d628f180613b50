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
    const whole = `wss://${host.toLowerCase()}/`;
    expect(shortAddress(`wss://${host}/${'x'.repeat(300)}`).slice(0, whole.length)).toBe(whole);
  }
});

it('an address that is long but no URL is cut', () => {
  expect(shortAddress('y'.repeat(500))).toBe(`${'y'.repeat(200)}…`);
});

it('an address cannot imitate another one', () => {
  // The first letter is Cyrillic.
  expect(shortAddress('https://\u0430pi.example.org/graphql')).toBe('https://xn--pi-6kc.example.org/graphql');
  expect(shortAddress('https://evil.example/\u202elqhparg')).toBe('https://evil.example/%E2%80%AElqhparg');
  expect(shortAddress('https://api.example.org\u200b.evil.example/')).toBe('https://api.example.org.evil.example/');
  expect(shortAddress('https://evil.example\\@api.example.org/')).toBe('https://evil.example/@api.example.org/');
});

it('a relative address is resolved if its base is known', () => {
  expect(shortAddress('//evil.example/graphql', 'https://oriel.example/')).toBe('https://evil.example/graphql');
  expect(shortAddress('//evil.example/graphql')).toBe('//evil.example/graphql');
});
