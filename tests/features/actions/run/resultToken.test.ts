/** Tokens in the results of actions. */
import { resultToken, withoutSecrets } from '../../../../src/features/actions/run/resultToken';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

it.each([
  ['by its name', { token: 'abcdefgh' }, 'abcdefgh'],
  ['by the shape of a JSON Web Token', { result: JWT }, JWT],
  ['by its name rather than by its shape', { refreshToken: JWT, note: JWT, accessToken: 'abcdefgh' }, 'abcdefgh'],
  ['not one for another purpose', { refreshToken: JWT }, null],
  ['not a text that begins like one', { result: 'eyJhbGciOiJIUzI1NiJ9' }, null],
])('a token: %s', (_, value, expected) => {
  expect(resultToken('authenticate', value)).toBe(expected);
});

it('a JSON Web Token is masked whatever its name is', () => {
  expect(withoutSecrets({ result: JWT, list: [{ value: JWT, name: 'Ada' }] }, '•')).toEqual({
    result: '•',
    list: [{ value: '•', name: 'Ada' }],
  });
});
