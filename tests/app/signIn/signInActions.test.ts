/** @jest-environment node */
import { buildSchema, introspectionFromSchema } from 'graphql';
import { findSignInActions, signInVariables, tokenIn } from '../../../src/app/signIn/signInActions';
import { readIntrospection } from '../../../src/schema/model/introspection';

const found = (mutations: string, types = '') =>
  findSignInActions(
    readIntrospection(introspectionFromSchema(buildSchema(`type Query { a: Int } type Mutation { ${mutations} } ${types}`))),
  );

describe('actions by which one signs in', () => {
  it('give a token for a code', () => {
    const [action] = found('signIn(code: String!): String! bookVisit(input: String): String');
    expect(action?.query).toBe('mutation SignIn($code: String!) { signIn(code: $code) }');
    expect(action?.fields).toEqual([{ path: ['code'], label: 'Code', required: true, secret: true }]);
    expect(tokenIn({ signIn: 'abc' }, action?.tokenPath ?? [])).toBe('abc');
  });

  it('give it within an object, or within a part of it', () => {
    const types =
      'type Auth { user: String accessToken: String } type Payload { session: Session } type Session { id: ID jwt: String }';
    const [flat] = found('login(email: String!, password: String!): Auth', types);
    expect(flat?.query).toContain('{ login(email: $email, password: $password) { accessToken } }');
    expect(flat?.fields.map(field => [field.label, field.secret])).toEqual([
      ['Email', false],
      ['Password', true],
    ]);
    const [deep] = found('createSession(password: String!): Payload', types);
    expect(deep?.tokenPath).toEqual(['createSession', 'session', 'jwt']);
    expect(tokenIn({ createSession: { session: { jwt: 'x' } } }, deep?.tokenPath ?? [])).toBe('x');
  });

  it('take an input of texts', () => {
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
      'takes something that cannot be typed in',
      'login(device: Device!): Auth',
      'input Device { kind: Kind! } enum Kind { A } type Auth { token: String }',
    ],
    ['gives no token', 'login(email: String!): User', 'type User { id: ID! name: String }'],
    ['gives a list', 'login(email: String!): [String!]!', ''],
    ['only changes the token of something', 'updateToken(token: String!): String', ''],
    ['takes nothing', 'login: String', ''],
  ])('are none of those whose action %s', (_what, mutation, types) => {
    expect(found(mutation, types)).toEqual([]);
  });

  it('leave out what was not filled in and need not be', () => {
    const fields = [
      { path: ['email'], label: 'Email', required: true, secret: false },
      { path: ['otp'], label: 'Otp', required: false, secret: true },
    ];
    expect(signInVariables(fields, new Map([['email', 'a']]))).toEqual({ email: 'a' });
  });

  it('without a token in the answer give none', () => {
    for (const data of [null, undefined, {}, { login: null }, { login: { token: '' } }, { login: { token: 5 } }]) {
      expect(tokenIn(data, ['login', 'token'])).toBeNull();
    }
  });
});
