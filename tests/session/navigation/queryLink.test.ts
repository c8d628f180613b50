/** Links from a screen to Query: they leave out what must not be in a URL, and nothing else. */
import { publicVariables, queryHref } from '../../../src/session/navigation/queryLink';

it('leaves out files, and values with secret names', () => {
  const query = 'mutation ($c: String!, $file: Upload!) { signIn(code: $c, picture: $file) { token } }';
  const file = new File(['a'], 'me.png');
  expect(JSON.parse(publicVariables(query, { c: 'ABC', file, password: 'x' }))).toEqual({ c: '', file: 'me.png', password: '' });
  expect(queryHref(query, { c: 'ABC' })).not.toContain('ABC');
});

it('keeps a code that is no credential', () => {
  const query = 'query ($code: ID!) { country(code: $code) { name } }';
  expect(publicVariables(query, { code: 'BR' })).toBe('{"code":"BR"}');
});

it('contains only the document if the URL would be too long', () => {
  expect(queryHref('{ a }', { text: 'x'.repeat(7000) })).toBe('/query?query=%7B+a+%7D');
});
