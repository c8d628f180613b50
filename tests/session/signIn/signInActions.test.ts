/** @jest-environment node */
import { buildSchema, graphqlSync, introspectionFromSchema } from 'graphql';
import { readIntrospection } from '../../../src/schema/model/introspection';
import { accountIn, accountQuery, signOutMutation } from '../../../src/session/signIn/accountFields';
import { createHeaderTokens } from '../../../src/session/signIn/headerTokens';
import { isTokenName } from '../../../src/session/signIn/isTokenName';
import { findSignInActions, isSignInName, signInVariables } from '../../../src/session/signIn/signInActions';
import { readSignInResult } from '../../../src/session/signIn/signInSelection';
import { tokenInHeaders } from '../../../src/session/signIn/tokenInHeaders';

const found = (mutations: string, types = '') =>
  findSignInActions(
    readIntrospection(introspectionFromSchema(buildSchema(`type Query { a: Int } type Mutation { ${mutations} } ${types}`))),
  );

describe('actions for signing in', () => {
  it('return a token in exchange for a code', () => {
    const [action] = found('signIn(code: String!): String! bookVisit(input: String): String');
    expect(action?.query).toBe('mutation SignIn($code: String!) { signIn(code: $code) }');
    expect(action?.fields).toEqual([{ path: ['code'], label: 'Code', description: null, required: true, secret: true }]);
    expect(readSignInResult('abc').token).toBe('abc');
  });

  it('return it in an object, or in a nested one', () => {
    const types =
      'type Auth { user: String accessToken: String } type Payload { session: Session } type Session { id: ID jwt: String }';
    const [flat] = found('login(email: String!, password: String!): Auth', types);
    expect(flat?.query).toContain('{ login(email: $email, password: $password) { accessToken } }');
    expect(flat?.fields.map(field => [field.label, field.secret])).toEqual([
      ['Email', false],
      ['Password', true],
    ]);
    const [deep] = found('createSession(password: String!): Payload', types);
    expect(deep?.query).toContain('{ session { id jwt } }');
    expect(readSignInResult({ session: { id: '1', jwt: 'x' } }).token).toBe('x');
  });

  it('return it as the only string of their payload, whatever its name (Hot Chocolate)', () => {
    const types =
      'type LoginPayload { string: String errors: [LoginError!] } union LoginError = Invalid type Invalid { message: String! } type Quiet { note: String motto: String }';
    const [action] = found('login(email: String!, password: String!): LoginPayload!', types);
    expect([action?.givesToken, action?.query.includes(' string ')]).toEqual([true, true]);
    expect(readSignInResult({ string: 'eyJhbGciOi.eyJzdWIi.c2lnbg', errors: null, __typename: 'LoginPayload' }).token).toBe(
      'eyJhbGciOi.eyJzdWIi.c2lnbg',
    );
    expect(readSignInResult({ string: 'Welcome back, Ada', errors: null }).token).toBe(null);
    expect(readSignInResult({ string: null, errors: [{ __typename: 'Invalid', message: 'No' }] }).refusal).toBe('No');
    expect(found('login(email: String!, password: String!): Quiet', types)).toEqual([]);
    expect(readSignInResult({ next: '/dashboard/of/the/harbour' }).token).toBe(null);
    for (const string of ['PENDING_VERIFICATION', 'InvalidCredentials', 'please-check-your-mail'])
      expect(readSignInResult({ string, errors: null }).token).toBe(null);
    const refused = readSignInResult({ string: 'f3a9c1d27b604e58', errors: [{ __typename: 'Invalid', message: 'No' }] });
    expect(refused).toMatchObject({ token: null, refusal: 'No' });
  });

  it('ask for the name before the password, whatever the order in the schema', () => {
    const [action] = found('login(password: String!, username: String!): String!');
    expect(action?.fields.map(field => field.label)).toEqual(['Username', 'Password']);
  });

  it('accept an input object of strings', () => {
    const [action] = found(
      'login(input: LoginInput!): Auth',
      'type Auth { token: String! } input LoginInput { email: String! password: String! remember: Boolean }',
    );
    expect(action?.fields.map(field => field.path)).toEqual([
      ['input', 'email'],
      ['input', 'password'],
    ]);
    expect(
      signInVariables(
        action?.fields ?? [],
        new Map([
          ['input.email', 'a@b'],
          ['input.password', 'p'],
        ]),
      ),
    ).toEqual({ input: { email: 'a@b', password: 'p' } });
  });

  it.each([
    [
      'takes a value that cannot be typed',
      'login(device: Device!): Auth',
      'input Device { kind: Kind! } enum Kind { A } type Auth { token: String }',
    ],
    ['gives no token', 'login(email: String!): User', 'type User { id: ID! name: String }'],
    ['gives a list', 'login(email: String!): [String!]!', ''],
    ['only changes the token of something', 'updateToken(token: String!): String', ''],
    ['takes nothing', 'login: String', ''],
  ])('do not include a mutation that %s', (_what, mutation, types) => {
    expect(found(mutation, types)).toEqual([]);
  });

  it('list the login first if the schema also creates session records (the style of Parse Server)', () => {
    const types = `
      input CreateSessionInput { fields: SessionFields clientMutationId: String } input SessionFields { ACL: ACLInput expiresAt: Date }
      input ACLInput { read: [String!] } scalar Date type CreateSessionPayload { session: Session! clientMutationId: String }
      type Session { id: ID! sessionToken: String }
      input LogInInput { username: String! password: String! authData: Object clientMutationId: String } scalar Object
      type LogInPayload { viewer: Viewer! clientMutationId: String } type Viewer { sessionToken: String! user: User! } type User { id: ID! username: String }`;
    const actions = found(
      'createSession(input: CreateSessionInput!): CreateSessionPayload logIn(input: LogInInput!): LogInPayload',
      types,
    );
    expect(actions.map(({ action, fields }) => [action.id, fields.map(({ path }) => path.join('.'))])).toEqual([
      ['logIn', ['input.username', 'input.password']],
    ]);
    expect(readSignInResult({ viewer: { sessionToken: 'r:1', user: { id: '1' } } }).token).toBe('r:1');
  });

  it('are sorted by fit: with a password before with a name only, a login before a new session', () => {
    const types = 'type Session { token: String }';
    const mutations =
      'createSession(user: String!, password: String!): Session loginAsGuest(name: String!): Session login(user: String!, password: String!): Session';
    expect(found(mutations, types).map(({ action }) => action.id)).toEqual(['login', 'createSession', 'loginAsGuest']);
  });

  it('do not ask for a required clientMutationId', () => {
    const [action] = found(
      'login(input: LoginInput!): Auth',
      'type Auth { token: String! } input LoginInput { email: String! password: String! clientMutationId: String! }',
    );
    expect(action?.fields.map(field => field.label)).toEqual(['Email', 'Password']);
  });

  it('leave out optional values that were not filled in', () => {
    const fields = [
      { path: ['email'], label: 'Email', description: null, required: true, secret: false },
      { path: ['otp'], label: 'Otp', description: null, required: false, secret: true },
    ];
    expect(signInVariables(fields, new Map([['email', 'a']]))).toEqual({ email: 'a' });
  });
});

describe('the names of logins and tokens', () => {
  it.each(
    'login signIn sign_in userLogin loginUser auth_login emailPasswordSignIn authenticate authenticateUserWithPassword tokenCreate tokenAuth obtainJwtToken customerAccessTokenCreate generateCustomerToken createSession logIn'.split(
      ' ',
    ),
  )('%s is a login', name => expect(isSignInName(name)).toBe(true));

  it.each(
    'logout signOut signUp registerLogin refreshToken verifyToken deleteSession tokenRevoke updateLogin createShip'.split(' '),
  )('%s is not a login', name => expect(isSignInName(name)).toBe(false));

  it.each(
    'token jwt jwtToken accessToken access_token idToken id_token bearer bearerToken sessionToken authToken apiToken tokenValue userAccessToken'.split(
      ' ',
    ),
  )('%s is a token', name => expect(isTokenName(name)).toBe(true));

  it.each(
    'refreshToken csrfToken resetToken tokenType tokenExpiresIn expiresIn deviceToken nextToken verificationToken name'.split(
      ' ',
    ),
  )('%s is not a token', name => expect(isTokenName(name)).toBe(false));
});

describe('the result of a login', () => {
  /** Runs the found mutation against a schema, so that its selection is valid and its real result is read. */
  const answered = (sdl: string, root: Record<string, unknown>) => {
    const schema = buildSchema(`type Query { a: Int } ${sdl}`);
    const [action] = findSignInActions(readIntrospection(introspectionFromSchema(schema)));
    if (!action) throw new Error('No login was found');
    const variableValues = signInVariables(action.fields, new Map(action.fields.map(field => [field.path.join('.'), 'x'])));
    const { data, errors } = graphqlSync({ schema, source: action.query, rootValue: root, variableValues });
    expect(errors).toBeUndefined();
    return readSignInResult(data?.[action.action.field.name]);
  };
  const UNION = `type Mutation { login(username: String!, password: String!): AuthenticationResult! }
    union AuthenticationResult = CurrentUser | InvalidCredentialsError | NativeAuthStrategyError
    type CurrentUser { id: ID! identifier: String! sessionToken: String }
    type InvalidCredentialsError { errorCode: Code! message: String! authenticationError: String! }
    type NativeAuthStrategyError { errorCode: String! message: String }
    enum Code { INVALID }`;

  it('a member of a union with a token', () => {
    const response = answered(UNION, { login: { __typename: 'CurrentUser', id: '1', identifier: 'anna', sessionToken: 't' } });
    expect(response).toEqual({ token: 't', refusal: null, refusedField: null, name: 'anna' });
  });

  it('a member of a union that refuses', () => {
    const login = {
      __typename: 'InvalidCredentialsError',
      errorCode: 'INVALID',
      message: 'Wrong password',
      authenticationError: 'x',
    };
    expect(answered(UNION, { login })).toMatchObject({ token: null, refusal: 'Wrong password' });
  });

  it('a member of a union that signs in without a token', () => {
    const login = { __typename: 'CurrentUser', id: '1', identifier: 'anna', sessionToken: null };
    expect(answered(UNION, { login })).toEqual({ token: null, refusal: null, refusedField: null, name: 'anna' });
  });

  it('a token nested in a payload', () => {
    const sdl = `type Mutation { logIn(input: LogInInput!): LogInPayload } input LogInInput { username: String! password: String! }
      type LogInPayload { clientMutationId: String viewer: Viewer! } type Viewer { user: User! sessionToken: String! }
      type User { objectId: ID! username: String }`;
    const logIn = { viewer: { user: { objectId: '1', username: 'anna' }, sessionToken: 'r:1' } };
    expect(answered(sdl, { logIn })).toMatchObject({ token: 'r:1', name: 'anna' });
  });

  it.each([
    ['session { token { value } }', 'session: Session } type Session { id: ID token: Token } type Token { value: String!'],
    ['tokens { access }', 'tokens: Pair } type Pair { access: String! refresh: String!'],
    ['auth { access }', 'auth: Auth } type Auth { access: String refresh: String'],
    ['access', 'access: String! refresh: String!'],
    ['result', 'refresh: JwtToken clientMutationId: String result: JwtToken query: Query } scalar JwtToken type Other { a: Int'],
  ])('a token named by what is around it: %s', (selected, payload) => {
    const sdl = `type Mutation { signIn(email: String!, password: String!): Payload } type Payload { ${payload} }`;
    const names = selected.split(/[ {}]+/).filter(name => name !== '');
    const signIn = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'secret');
    expect(answered(sdl, { signIn })).toMatchObject({ token: 'secret', refusal: null });
  });

  it('no token where "value" or "access" means something else', () => {
    const types = 'type Payload { access: String level: Setting } type Setting { value: String }';
    expect(found('login(email: String!, password: String!): Payload', types)).toEqual([]);
  });

  it('errors beside an empty payload', () => {
    const sdl = `type Mutation { tokenCreate(email: String!, password: String!): CreateToken }
      type CreateToken { token: String refreshToken: String errors: [AccountError!]! } type AccountError { field: String message: String }`;
    const tokenCreate = {
      token: null,
      refreshToken: null,
      errors: [{ field: 'email', message: 'Please, enter valid credentials' }],
    };
    expect(answered(sdl, { tokenCreate })).toMatchObject({
      token: null,
      refusal: 'Please, enter valid credentials',
      refusedField: 'email',
    });
  });

  it('errors that are plain strings', () => {
    const sdl = `type Mutation { signIn(input: SignInInput!): SignInPayload } input SignInInput { email: String! password: String! }
      type SignInPayload { token: String viewer: Viewer errors: [String!]! } type Viewer { email: String! }`;
    const signIn = { token: null, viewer: null, errors: ['Invalid email or password'] };
    expect(answered(sdl, { signIn })).toMatchObject({ token: null, refusal: 'Invalid email or password' });
  });

  it('an error beside an empty payload', () => {
    const sdl = `type Mutation { login(email: String!, password: String!): Login } type Login { user: User error: String }
      type User { email: String! }`;
    expect(answered(sdl, { login: { user: null, error: 'Wrong password' } }).refusal).toBe('Wrong password');
    expect(answered(sdl, { login: { user: { email: 'a@b' }, error: null } }).refusal).toBeNull();
  });

  it('a result without token and account is a refusal, with or without a reason', () => {
    const sdl = `type Mutation { login(email: String!, password: String!): Login } type Login { token: String user: User message: String success: Boolean }
      type User { email: String! }`;
    const login = { token: null, user: null, message: null, success: null };
    expect(answered(sdl, { login }).refusal).toBe('');
    expect(answered(sdl, { login: { ...login, message: 'Locked' } }).refusal).toBe('Locked');
    expect(answered(sdl, { login: { ...login, success: true } }).refusal).toBeNull();
  });

  it('true or false, if the session is kept in a cookie', () => {
    const sdl = 'type Mutation { login(email: String!, password: String!): Boolean }';
    expect(answered(sdl, { login: true }).refusal).toBeNull();
    expect(answered(sdl, { login: false }).refusal).toBe('');
  });

  it.each([
    [{ token: null, user: { id: '5' } }],
    [{ token: null, user: { id: 5, name: null } }],
    [{ token: null, status: 'SUCCESS' }],
    [{ token: null, code: 200, message: 'Signed in' }],
    [{ token: null, result: { status: 'ok' } }],
    [{ error: 'NONE', user: { name: 'Ann' } }],
  ])('an account or true without a token is not a refusal: %j', value => {
    expect(readSignInResult(value)).toMatchObject({ token: null, refusal: null });
  });

  it('an empty token field alone may be a refusal, errors are one', () => {
    const message = 'Check your mail for the code';
    expect(readSignInResult({ token: null, message })).toMatchObject({ refusal: message, isGuess: true });
    expect(readSignInResult({ token: null, user: { id: '' } })).toMatchObject({ refusal: '', isGuess: true });
    for (const errors of [['Wrong password'], [{ message: 'Wrong password', id: '1' }]]) {
      const response = readSignInResult({ token: null, errors });
      expect(response.refusal).toBe('Wrong password');
      expect(response.isGuess).toBeUndefined();
    }
  });

  it.each([[null], [undefined], [''], [7], [[]], [{}], [{ token: '' }], [{ token: 5 }]])('without a token: %p', value => {
    expect(readSignInResult(value).token).toBeNull();
  });
});

describe('tokens in headers', () => {
  it('are returned once, for the mutation of their response', async () => {
    const headers = { 'vendure-auth-token': 'v1' };
    const tokens = createHeaderTokens(async () => new Response('{}', { headers }));
    const body = (query: string, operationName: string) => ({ body: JSON.stringify({ query, operationName }) });
    await tokens.fetch('/', body('query SignIn { a }', 'SignIn'));
    expect(tokens.take('SignIn')).toBeNull();
    await tokens.fetch('/', body('mutation SignIn { a }', 'SignIn'));
    expect([tokens.take('Other'), tokens.take('SignIn'), tokens.take('SignIn')]).toEqual([null, 'v1', null]);
  });

  it('are read without "Bearer", unless the value is not a token', () => {
    expect(tokenInHeaders(new Headers({ authorization: 'Bearer abc' }))).toBe('abc');
    expect(tokenInHeaders(new Headers({ authorization: 'Basic a b' }))).toBeNull();
    expect(tokenInHeaders(new Headers())).toBeNull();
  });
});

describe('the account', () => {
  const model = (sdl: string) => readIntrospection(introspectionFromSchema(buildSchema(sdl)));
  it('is queried by the field of the schema', () => {
    expect(accountQuery(model('type Query { ships: Int me: User } type User { id: ID! name: String }'))?.query).toBe(
      'query Account { me { __typename name id } }',
    );
    expect(accountQuery(model('type Query { activeAdministrator: A } type A { emailAddress: String }'))?.field).toBe(
      'activeAdministrator',
    );
    expect(accountQuery(model('type Query { user(id: ID!): U me(token: String!): U } type U { id: ID }'))).toBeNull();
  });

  it('is signed in if the response names it', () => {
    expect(accountIn({ me: { id: '1', name: 'Anna' } }, 'me')).toBe('Anna');
    expect(accountIn({ me: { __typename: 'User' } }, 'me')).toBe('');
    for (const data of [{ me: null }, {}, null, 'x']) expect(accountIn(data, 'me')).toBeNull();
  });

  it('is signed out by the mutation of the schema', () => {
    expect(signOutMutation(model('type Query { a: Int } type Mutation { logout: R! } type R { ok: Boolean }'))).toBe(
      'mutation SignOut { logout { __typename } }',
    );
    expect(signOutMutation(model('type Query { a: Int } type Mutation { logout(id: ID!): Int }'))).toBeNull();
  });
});
