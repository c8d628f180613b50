/** Values with secret names are removed from a document and its variables; everything else is unchanged. */

import { withoutSecrets } from '../../../src/session/wire/secretLiterals';
import { isAboutCredentials } from '../../../src/transport/secrets/isAboutCredentials';
import { maskStructure } from '../../../src/transport/secrets/maskStructure';
import fc from '../../support/fastCheck';

const bare = (query: string, variables = '') => withoutSecrets({ query, variables });

it.each([
  [
    'a value written into the document',
    'mutation { enter(password: "ab", pin: 12) }',
    'mutation { enter(password: "", pin: "") }',
  ],
  ['the default value of a variable', 'query($apiKey: String! = "ab") { a }', 'query($apiKey: String! = "") { a }'],
  ['a list', '{ a(tokens: ["ab", "c]d"]) }', '{ a(tokens: []) }'],
  ['a text that is not finished', '{ a(password: "ab', '{ a(password: ""'],
  ['a code for signing in', 'mutation { signIn(code: "ab") }', 'mutation { signIn(code: "") }'],
])('%s', (_, query, without) => {
  expect(bare(query).query).toBe(without);
});

it('the value of a variable for a secret argument, whatever its name', () => {
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

const head = (lines: string): string => `# oriel\n${lines}\n# ---\nquery A($password: String) { a(password: $password) }\n`;

it.each([
  ['a secret header', '# header Authorization: Bearer eyJhbGciOi', '# header Authorization:'],
  ['a header in another notation', '#header: X-Api-Key : hunter2', '#header: X-Api-Key :'],
  ['a header without a colon', '# header X-Api-Key hunter2', '# header X-Api-Key'],
  ['a header with a late colon', '# header X-Api-Key hunter2:hunter3', '# header X-Api-Key'],
  ['one that goes on', '# header Authorization:\n#   Bearer hunter2\n#\thunter3', '# header Authorization:\n#\n#'],
  ['variables', '# variables: {"password":"hunter2", "a": 1}', '# variables: {"password":"", "a": 1}'],
  ['many lines', '# variables: {\n#   "password":\n#     "hunter2"\n# }', '# variables: {\n#   "password":\n#     ""\n# }'],
  ['a key apart from its colon', '# variables: {"password"\n#   : "hunter2" }', '# variables: {"password"\n#   : "" }'],
  [
    'variables given twice',
    '# variables: {"apiKey": "hunter2"}\n# variables: {}',
    '# variables: {"apiKey": ""}\n# variables: {}',
  ],
  ['JSON in another header', '# header X-A: {"token": "hunter2"}', '# header X-A: {"token": ""}'],
])('%s in the head of a file', (_, lines, without) => {
  for (const end of ['\n', '\r\n'])
    expect(bare(head(lines).replaceAll('\n', end)).query).toBe(head(without).replaceAll('\n', end));
  expect(maskStructure(head(lines))).not.toMatch(/hunter|eyJ/);
});

it.each([
  '# header Authorization: Bearer {{token}}',
  '# header X-Api-Key: {{key}}\n# header X-Region: eu',
  '# variables: {"password": "{{password}}", "a": {{a}}}',
  '# assert path data.ships[0].name = {"a": [1]}',
  '# header X-Region eu\n# header of the page: see the manual',
  '# The password: see "the manual" [1], or ask.\n  # { a(first: 1) } # "',
])('%s stays', lines => {
  expect(bare(head(lines)).query).toBe(head(lines));
});

it('comments without secrets stay as they are', () => {
  const signs = [
    '#',
    '# ',
    ' ',
    '\n# ',
    '\r\n#',
    '\r #',
    '"',
    '{',
    '}',
    '[',
    ']',
    ':',
    'a',
    '1',
    '\\',
    '\u2028',
    '\ufeff',
    '"""',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 30 }), pieces => {
      expect(bare(`# ${pieces.join('')}`).query).toBe(`# ${pieces.join('')}`);
    }),
  );
});
