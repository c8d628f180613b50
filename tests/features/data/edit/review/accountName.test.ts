/** The account that is named for a change. */
import { accountName } from '../../../../../src/features/data/edit/review/accountName';
import type { Session } from '../../../../../src/session/connections/session';

const jwt = (claims: unknown): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const nameOf = (token: string, cookie: string | null = null): string | null =>
  accountName({
    token: { cookie: { get: () => (cookie === null ? null : { name: cookie, verified: true }) } },
    connections: { tokens: () => ({ read: () => token }) },
    connection: {},
  } as unknown as Session);

test.each([
  ['the name that a person has at the provider', jwt({ sub: '17', email: 'ana@example.com', preferred_username: 'Åna' }), 'Åna'],
  ['the subject where there is no other', jwt({ sub: '17' }), '17'],
  ['no more than a line', jwt({ name: 'n'.repeat(5000) }), 'n'.repeat(100)],
  ['nothing of a token that is no JWT', 'opaque', null],
  ['nothing of what is no object', jwt(['name']), null],
  ['nothing of names of the prototype', jwt({ __proto__: { name: 'x' }, name: 7 }), null],
  ['nothing of broken ones', 'a.%%%.c', null],
])('%s', (_what, token, expected) => {
  expect(nameOf(token)).toBe(expected);
});

test('prefers the account that is signed in by cookie', () => {
  expect(nameOf(jwt({ sub: '17' }), 'Ana')).toBe('Ana');
  expect(nameOf(jwt({ sub: '17' }), '')).toBe('17');
});
