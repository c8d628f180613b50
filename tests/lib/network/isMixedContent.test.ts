import { isMixedContent } from '../../../src/lib/network/isMixedContent';

it.each([
  ['http://api.example/graphql', true],
  ['ws://api.example/graphql', true],
  ['https://api.example/graphql', false],
  ['wss://api.example/graphql', false],
  ['http://localhost:4000/graphql', false],
  ['http://app.localhost/graphql', false],
  ['http://127.0.0.1/graphql', false],
  ['http://[::1]/graphql', false],
  ['http://127.0.0.1.example/graphql', true],
])('a page that came over https may be kept from %s: %s', (address, blocked) => {
  expect(isMixedContent(new URL(address), new URL('https://oriel.example/'))).toBe(blocked);
  expect(isMixedContent(new URL(address), new URL('http://oriel.example/'))).toBe(false);
});
