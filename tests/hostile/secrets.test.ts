/** Secrets are masked in every text, and similar words are not: the rules for names, for headers, and for texts by their structure. */

import { operationMask } from '../../src/transport/secrets/documentSecrets';
import { isAboutCredentials } from '../../src/transport/secrets/isAboutCredentials';
import { isSecretHeader, isSecretName } from '../../src/transport/secrets/isSecretName';
import { MASK, mask, masked, maskUrl } from '../../src/transport/secrets/mask';
import { secretValues } from '../../src/transport/secrets/secretValues';
import fc from '../support/fastCheck';

const SECRET_NAMES =
  'password Password passWord DBPassword dbPassword db_password DB_PASSWORD newPassword old_password passwordConfirmation confirmPassword currentPassword userPass user_pass pass pw pwd dbPass smtpPass APIToken apiToken api_token IDToken idToken id_token accessToken access_token accesstoken refreshToken refresh_token sessionToken bearerToken token tokens jwt JWT jwtToken OTPCode otpCode otp totp oneTimeOtp mfaCode apiKey api_key APIKey apikey apiKeyValue api_key_value apiKeys privateKey private_key secretKey signingKey encryptionKey clientSecret client_secret secret secrets mySecret accessCode access_code verificationCode resetCode recoveryCodes pin PIN cardPin cvv cvc cardCvc cvv2 ssn iban credentials credential authorization Authorization bearer passphrase passcode securityAnswer cardNumber connectionString seedPhrase mnemonic cookie sessionCookie auth xAuth authHeader hunterPasswordHash motdepasse contraseña Passwort subscriptionKey masterKey PASSWORD userPassword1 authToken2 unlockCode inviteCode'.split(
    ' ',
  );
const PLAIN_NAMES =
  'author authors authorId authority authored tokenize tokenizer tokenType tokenCount totalTokens promptTokens nextPageToken pageToken continuationToken passenger passengers passengerName passage compass bypass passport boardingPass seasonPass keyboard keyword keywords monkey key keys primaryKey foreignKey publicKey sortKey apiKeyId accessKeyId secretary secretaryName spin pinned opinion shipping mapping pins spinCount countryCode currencyCode postalCode zipCode errorCode statusCode languageCode passwordChangedAt passwordPolicy passwordUpdatedAt secretName tokenExpiresAt ibanName designation signature cursor id name email title session sessionId sessions conferenceSession cookiePolicy cookieName login username hash salty captain description'.split(
    ' ',
  );
const SECRET_HEADERS =
  'Authorization Proxy-Authorization Cookie Set-Cookie X-Api-Key X-Auth X-Auth-Token X-Session-Id Ocp-Apim-Subscription-Key X-Hasura-Admin-Secret X-Amz-Security-Token X-Vault-Token ApiKey X-CSRF-Token X-Shopify-Access-Token'.split(
    ' ',
  );
const PLAIN_HEADERS =
  'Accept Content-Type Idempotency-Key X-Request-Id X-Hasura-Role X-Author Surrogate-Key Apollo-Require-Preflight User-Agent WWW-Authenticate X-Keyboard'.split(
    ' ',
  );

it.each(SECRET_NAMES)('the name %s is secret', name => {
  expect(isSecretName(name)).toBe(true);
});
it.each(PLAIN_NAMES)('the name %s is not secret', name => {
  expect(isSecretName(name)).toBe(false);
});
it.each(SECRET_HEADERS)('the header %s is secret', name => {
  expect(isSecretHeader(name)).toBe(true);
});
it.each(PLAIN_HEADERS)('the header %s is not secret', name => {
  expect(isSecretHeader(name)).toBe(false);
});

const S = 'hunter2-Zebra9';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuaWxzIn0.sflKxwRJSMeKKF2QT4';
const inJson = (value: unknown, times = 1): string =>
  times === 0 ? (value as string) : inJson(JSON.stringify(value), times - 1);

it.each<[string, string]>([
  ['a text', `{"password":"${S}"}`],
  ['a text with spaces around it', `{ "password" \n : \t "${S}" }`],
  ['an escaped name', `{"pass\\u0077ord":"${S}"}`],
  ['an escaped value', `{"password":"${S.replace('h', '\\u0068')}"}`],
  ['a list', `{"tokens":["${S}","${S}"]}`],
  ['a list of lists', `{"tokens":[["${S}"]]}`],
  ['an object', `{"credentials":{"user":"nils","anything":"${S}"}}`],
  ['an object of objects', `{"secret":{"a":{"b":["${S}"]}}}`],
  ['an object with a token', `{"token":{"id":"7","value":"${S}"}}`],
  ['a pair of name and value', `[{"name":"password","value":"${S}"}]`],
  ['a name and a value of a header', `[{"key":"X-Api-Key","value":"${S}"}]`],
  ['JSON in a text', `{"body":${inJson({ password: S }, 2)}}`],
  ['JSON in JSON in a text', `{"body":${inJson({ password: S }, 3)}}`],
  ['JSON in a text four times', `{"body":${inJson({ password: S }, 5)}}`],
  ['JSON in a text seven times', `{"body":${inJson({ password: S }, 8)}}`],
  ['a document', `mutation { login(password: "${S}") { id } }`],
  ['a block text', `mutation { login(password: """${S}""") { id } }`],
  ['a block text in JSON', JSON.stringify({ query: `mutation { login(password: """\n${S}\n""") { id } }` })],
  ['a document in JSON', JSON.stringify({ query: `mutation { login(password: "${S}") { id } }` })],
  ['a default', `query ($apiKey: String! = "${S}") { a }`],
  ['a default of a list', `query ($tokens: [String!]! = ["${S}"]) { a }`],
  ['an object in a document', `mutation { login(credentials: {name: "nils", word: "${S}"}) { id } }`],
  ['a text that is cut off', `{"password":"${S}`],
  ['a text that is cut off in an escape', `{"password":"${S}\\`],
  ['a part of a stream', `--graphql\r\ncontent-type: application/json\r\n\r\n{"data":{"token":"${S}"}}\r\n--graphql--`],
  ['an event', `event: next\ndata: {"data":{"token":"${S}"}}\n\n`],
  ['a bearer in a text', `{"message":"No access for Bearer ${S}"}`],
  ['a bearer in plain text', `No access for bearer ${S}.`],
  ['a bearer in an escaped text', `{"message":"\\u0042earer ${S}"}`],
  ['basic authorization', '{"message":"Basic aHVudGVyMi1aZWJyYTk6aHVudGVyMi1aZWJyYTk="}'],
  ['an address', `{"url":"https://a.example/x?b=1&access_token=${S}&c=2"}`],
  ['an address in plain text', `GET https://a.example/x?api_key=${S} failed`],
  ['a form', `grant=1&password=${S}&next=2`],
  ['a user in an address', `{"url":"https://nils:${S}@a.example/x"}`],
  ['a user in an escaped address', `{"url":"https:\\/\\/nils:${S}@a.example\\/x"}`],
  ['a user in a database address', `{"message":"cannot reach postgres://nils:${S}@db/x"}`],
  ['a JSON Web Token', `{"note":"${JWT} ${S.slice(0, 0)}"}`],
  ['a private key', `{"note":"-----BEGIN RSA PRIVATE KEY-----\\n${S}\\n-----END"}`],
])('%s is masked', (_, text) => {
  const masked = mask(text, '');
  for (const secret of [S, JWT, 'hunter2', 'Zebra9', 'aHVudGVyMi1aZWJyYTk']) expect(masked).not.toContain(secret);
});

it.each<[string, string]>([
  ['numbers', '{"pin":4711}'],
  ['numbers of a document', '{ a(pin: 4711) }'],
  ['numbers in an object', '{"credentials":{"code":4711}}'],
  ['numbers in a list', '{"otp":[4711,4711]}'],
  ['a number in JSON in a text', '{"body":"{\\"pin\\":4711}"}'],
])('%s are masked', (_, text) => {
  expect(mask(text, '')).not.toContain('4711');
});

it.each([
  '{"data":{"ship":{"id":"7","name":"Nordlys","length":228.4,"big":12345678901234567890,"tags":["a","b"],"none":null}}}',
  '{"author":"nils","passenger":"ann","keyboard":"de","secretary":"bo","tokenize":"yes","countryCode":"NO"}',
  '{"usage":{"totalTokens":12,"promptTokens":7},"pageInfo":{"endCursor":"abc","nextPageToken":"def"}}',
  '{"message":"Bearer authentication is required"}',
  '{"message":"Basic information about tokens"}',
  '{"message":"He said: \\"wait\\", then left at 12:30 {today}"}',
  'query Q($id: ID!) { ship(id: $id) { name(lang: "en") visits(first: 5) { total } } }',
  '{"url":"https://a.example/x?page=2&sort=name#top"}',
  '{"code":"NOT_FOUND","path":["a",0]}',
  '{"token":{"id":"7","createdAt":"2024-01-02"}}',
  '# a comment "with an odd quote\n{ a }',
  '{"unfinished":"tex',
  '',
  '"""a block',
  // Base64 may end in letters that are a secret name, followed by its padding.
  '{"ftv1":"GgsIpsar2AYQgPeOeSILCKbGq9gGEMD88DVY0ce4Q3L5AQAAAAAAAPA/Pw=="}',
])('%s is unchanged', text => {
  expect(mask(text, '')).toBe(text);
});

describe('a secret that an operation submits', () => {
  const of = (document: string, variables: unknown) =>
    operationMask(
      () => document,
      () => JSON.stringify(variables),
    );
  const login = of('mutation ($p: String!, $n: Int) { login(password: $p, pin: $n) { id } }', { p: S, n: 4711 });

  it.each([
    `{"errors":[{"message":"Wrong password ${S}"}]}`,
    `{"errors":[{"message":"no","extensions":{"input":["${S}"],"number":4711}}]}`,
    `{"errors":[{"message":"no","extensions":{"input":${inJson({ a: S }, 2)}}}]}`,
    `{"errors":[{"message":"${S.replace('h', '\\u0068')}"}]}`,
    `{"errors":[{"message":"${encodeURIComponent(S)} in an address"}]}`,
    `<html>Wrong: ${S}</html>`,
    `{"data":{"login":{"note":"${S}","n":4711}}}`,
  ])('is masked in %s', text => {
    expect(login.got(text)).not.toMatch(/hunter2|Zebra9|4711/);
  });

  it.each(['hunter2-Zebra9', 'hunter2-Zebra', 'hunter2-Zebr', 'pass', '??>>~~ÿÿ?>', '\ud800 half'])(
    '%j is masked in Base64 too, alone and after a user name',
    secret => {
      const sent = of('mutation ($p: String!) { login(password: $p) { id } }', { p: secret });
      const shown = (text: string): string => sent.got(`{"errors":[{"message":"No account ${text}"}]}`);
      for (const before of ['', 'a:', 'ab:', 'abc:']) {
        const bytes = Buffer.from(before + secret);
        for (const text of [bytes.toString('base64'), bytes.toString('base64url')]) {
          // The other characters encode the user name and the last bits of the secret.
          expect(shown(text)).toMatch(new RegExp(`account [\\w+/-]{0,${before.length + 2}}${MASK}[\\w+/-]?={0,2}"`));
        }
      }
    },
  );

  it('is masked in the request', () => {
    expect(login.sent(JSON.stringify({ variables: { p: S, n: 4711 } }))).not.toMatch(/hunter2|4711/);
  });

  it.each(['{ a: password }', '{ user { a: apiToken } }', 'query { a : otpCode }'])(
    'is masked under an alias too: %s',
    document => {
      expect(of(document, {}).got(`{"data":{"user":{"a":"${S}"}}}`)).not.toContain(S);
    },
  );

  it.each([
    'query Q($p: String!) { ...L(secret: $p) } fragment L($secret: String) on Query { save(text: $secret) }',
    'query Q($p: String!) { ...L(k: $p) } fragment L($k: String) on Query { save(secret: $k) }',
    'query Q($p: String!) { ...A(k: $p) } fragment A($k: String) on Query { ...B (l: $k) } fragment B($l: String) on Query { save(secret: $l) }',
    `query Q { ...L(k: "${S}") } fragment L($k: String) on Query { save(secret: $k) }`,
  ])('is masked if it is passed through arguments of fragments: %s', document => {
    const mask = of(document, { p: S });
    expect(mask.sent(JSON.stringify({ query: document, variables: { p: S } }))).not.toMatch(/hunter2|Zebra9/);
    expect(mask.got(`{"errors":[{"message":"Wrong ${S}"}]}`)).not.toMatch(/hunter2|Zebra9/);
  });

  it('does not mask another variable whose argument has the name of the secret variable', () => {
    const mask = of('query Q($id: ID, $node: ID) { a(apiKey: $id) b(id: $node) }', { id: S, node: 'a-plain-node-id' });
    expect(mask.sent('{"node":"a-plain-node-id"}')).toBe('{"node":"a-plain-node-id"}');
  });

  it('does not include the code of an error, but includes that of a sign-in', () => {
    const signIn = of('mutation ($code: String!) { signIn(code: $code) { id } }', { code: 'sesame-42' });
    expect(signIn.got('{"errors":[{"message":"sesame-42?","extensions":{"code":"UNAUTHENTICATED"}}]}')).toBe(
      `{"errors":[{"message":"${MASK}?","extensions":{"code":"UNAUTHENTICATED"}}]}`,
    );
    expect(signIn.sent('{"code":"sesame-42"}')).toBe(`{"code":"${MASK}"}`);
  });

  it('is masked together with any number of secrets of environments', () => {
    const known = Array.from({ length: 1500 }, (_, at) => `environment-secret-${at}-end`);
    const mask = operationMask(
      () => 'mutation M($password: String) { m(password: $password) }',
      () => '{"password":"submitted-by-hand"}',
      () => known,
    );
    expect(mask.got('no environment-secret-1499-end here, nor submitted-by-hand')).toBe(`no ${MASK} here, nor ${MASK}`);
  });

  it('is masked together with the token, however many secrets are submitted', () => {
    const submitted = Array.from({ length: 2100 }, (_, at) => ({ password: `submitted-by-hand-${at}` }));
    const mask = operationMask(
      () => 'mutation M($all: [Input]) { m(all: $all) }',
      () => JSON.stringify({ all: submitted }),
      () => ['the-token-of-the-reader'],
    );
    expect(mask.got('{"note":"the-token-of-the-reader"}')).toBe(`{"note":"${MASK}"}`);
  });

  it('is masked completely if it contains, starts like or overlaps another one', () => {
    const secrets = secretValues(['abcdef', 'abcdefghij', 'fghijklm', 'eyJhead-one', 'eyJhead-two', ...many(100)]);
    expect(secrets.remove('1 abcdef 2 abcdefghij 3 abcdefghx 4')).toBe(`1 ${MASK} 2 ${MASK} 3 ${MASK}ghx 4`);
    expect(secrets.remove('1 abcdefghijklm 2')).toBe(`1 ${MASK} 2`);
    expect(secrets.remove('eyJhead-oneeyJhead-two eyJhead-three')).toBe(`${MASK}${MASK} eyJhead-three`);
  });

  it('is found at any position, even among thousands', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '"', '\\') });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 60 }), fc.array(letters, { maxLength: 20 }), (values, texts) => {
        const long = values.filter(value => value.length >= 4);
        const left = secretValues(long).remove([...texts, ...long].join(' - '));
        for (const value of long) expect(left).not.toContain(value);
      }),
    );
  });

  it('does not mask other words if it is short', () => {
    const short = of('mutation { login(password: "abc") { id } }', {});
    expect(short.got('{"a":"abc abcdef","name":"abc"}')).toBe(`{"a":"${MASK} abcdef","name":"${MASK}"}`);
  });
});

it.each([
  ['https://nils:secret@a.example/graphql?key=ab&b=cd#x', `https://${MASK}@a.example/graphql?key=${MASK}&b=${MASK}#x`],
  ['//nils:secret@a.example/graphql', `//${MASK}@a.example/graphql`],
  ['/graphql', '/graphql'],
])('the URL %s shows no secret', (address, shown) => {
  expect(maskUrl(address, '')).toBe(shown);
});

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `eyJhbGciOiJIUzI1NiJ9.${at * 7919}/key`);

describe('time is linear', () => {
  const LONG = 60_000;
  it.each<[string, string]>([
    ['quotes', '"'.repeat(LONG)],
    ['escaped quotes', '\\"'.repeat(LONG)],
    ['quotes and backslashes', '"\\'.repeat(LONG)],
    ['blocks', '"""a'.repeat(LONG / 4)],
    ['brackets', '['.repeat(LONG)],
    ['braces with names', '{"a":'.repeat(LONG / 5)],
    ['colons', 'a: '.repeat(LONG / 3)],
    ['variables in brackets', '[$a '.repeat(LONG / 4)],
    ['spaces', ' '.repeat(LONG)],
    ['hashes', '#'.repeat(LONG)],
    ['names', 'a'.repeat(LONG)],
    ['tokens', 'eyJ-'.repeat(LONG / 4)],
    ['tokens with dots', 'eyJ.'.repeat(LONG / 4)],
    ['capitals', 'A'.repeat(LONG)],
    ['slashes', '/'.repeat(LONG)],
    ['addresses', '//a'.repeat(LONG / 3)],
    ['parameters', '?a'.repeat(LONG / 2)],
    ['bearers', 'bearer '.repeat(LONG / 7)],
    ['keys', '-----BEGIN PRIVATE KEY-----'.repeat(LONG / 27)],
    ['texts in texts', inJson('{"a":"b"}', 12)],
    ['a text of two megabytes', `{"a":"${'x'.repeat(2_000_000)}"}`],
  ])('for %s', (_, text) => {
    const { user } = process.cpuUsage();
    mask(text, 'token-value-1');
    isAboutCredentials(text);
    isSecretName(text);
    maskUrl(text, '');
    const mine = operationMask(
      () => text,
      () => text,
    );
    mine.got(text);
    expect((process.cpuUsage().user - user) / 1000).toBeLessThan(2000);
  });

  it('for a response of a megabyte and thousands of secrets', () => {
    const rows = Array.from({ length: 8000 }, (_, at) => ({ id: `ship-${at}`, note: `eyJhbGciOiJIUzI1NiJ9.${at}.`.repeat(4) }));
    const secrets = many(4000);
    const text = JSON.stringify({ data: { rows, last: secrets[3999] } });
    const { user } = process.cpuUsage();
    for (const left of [secretValues(secrets).remove(text), masked(text, secrets)]) {
      expect(left).toContain('ship-7999');
      expect(left).not.toContain(secrets[3999]);
    }
    expect((process.cpuUsage().user - user) / 1000).toBeLessThan(4000);
  });
});
