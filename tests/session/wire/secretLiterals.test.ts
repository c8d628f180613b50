/** What is secret by its name leaves a document and its variables; everything else stays to the letter. */

import { withoutSecrets } from '../../../src/session/wire/secretLiterals';
import { isAboutCredentials } from '../../../src/transport/secrets/isAboutCredentials';

const bare = (query: string, variables = '') => withoutSecrets({ query, variables });

it.each([
  [
    'a value written into the document',
    'mutation { enter(password: "ab", pin: 12) }',
    'mutation { enter(password: "", pin: "") }',
  ],
  ['what a variable begins with', 'query($apiKey: String! = "ab") { a }', 'query($apiKey: String! = "") { a }'],
  ['a list', '{ a(tokens: ["ab", "c]d"]) }', '{ a(tokens: []) }'],
  ['a text that is not finished', '{ a(password: "ab', '{ a(password: ""'],
  ['a code for signing in', 'mutation { signIn(code: "ab") }', 'mutation { signIn(code: "") }'],
])('%s', (_, query, without) => {
  expect(bare(query).query).toBe(without);
});

it('the value of a variable that a secret argument takes, whatever the variable is called', () => {
  const query = 'mutation ($c: String!, $w: [String!]!, $who: String!) { signIn(name: $who, code: $c, secrets: $w) }';
  expect(bare(query, '{"c": "ab", "w": ["cd", "ef"], "who": "nils"}').variables).toBe('{"c": "", "w": [], "who": "nils"}');
});

it.each([
  ['{ country(code: "BR") { name } }', ''],
  ['query ($code: ID!) { country(code: $code) { name } }', '{"code": "BR"}'],
  ['{ a(key: "b", secretary: "c", opinion: "d") }', '{"list": ["a", {"b": "]"}], "n": [1, 2]}'],
])('%s keeps its values', (query, variables) => {
  expect(bare(query, variables)).toEqual({ query, variables });
});

it.each([
  ['mutation { login(user: "a") }', true],
  ['mutation M { sign_in }', true],
  ['mutation { userSignUp { id } }', true],
  ['mutation { authenticateUser }', true],
  ['mutation { createAPIKey { id } }', true],
  ['mutation { a { accessToken } }', true],
  ['mutation { verifyEmail(code: "1") }', true],
  ['mutation ($input: CatalogInput!) { addToCatalog(input: $input) { id } }', false],
  ['mutation { updateBlog(only: true) { author { id } } } # after the login', false],
  ['mutation { note(text: "my password") }', false],
  ['mutation { assign(instructor: 1) { designId } }', false],
])('%s is about credentials: %s', (document, is) => {
  expect(isAboutCredentials(document)).toBe(is);
});
