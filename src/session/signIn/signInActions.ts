/**
 * Finds the sign-in mutations of a schema: they take strings (a code, or a name and a password) and return a token or set a session cookie.
 * They are recognized by their names, because a schema has no other sign of it.
 */
import type { FormField } from '../../schema/forms/formModel';
import { wordsOf } from '../../schema/model/readableName';
import { isList, namedType, type SchemaModel, typeText } from '../../schema/model/schemaModel';
import { type Action, findActions } from '../../schema/mutations/actions';
import { mayHoldToken, signInSelection } from './signInSelection';

/** One text input of a sign-in form. */
export interface SignInField {
  /** Path in the variables: `['code']`, `['input', 'email']`. */
  path: readonly string[];
  label: string;
  description: string | null;
  required: boolean;
  /** Typed characters are hidden, as in a password input. */
  secret: boolean;
}

/** A sign-in mutation. */
export interface SignInAction {
  action: Action;
  fields: readonly SignInField[];
  /** Text of the operation `SignIn`, with variables named after the arguments. */
  query: string;
  /** False if the payload has no field for a token: the server signs in by a cookie or a response header. */
  givesToken: boolean;
}

const SECRET = /password|passwort|passwd|secret|code|pin|otp|token|passphrase/i;
const TEXTS: ReadonlySet<string> = new Set(['text', 'id', 'email', 'phone', 'uuid', 'unknown']);
/** Words of a name that mark a mutation for another purpose. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  'out off up register refresh verify verification reset forgot forgotten change delete remove revoke update edit set unlink link request send resend enable disable validate check confirm recover impersonate'.split(
    ' ',
  ),
);

/** True for `login`, `signIn`, `userLogin`, `authenticate`, `tokenCreate`, `obtainJwtToken`, `customerAccessTokenCreate`, `createSession`. */
export function isSignInName(name: string): boolean {
  const words = wordsOf(name).map(word => word.toLowerCase());
  const has = (...wanted: string[]): boolean => wanted.some(word => words.includes(word));
  if (words.some(word => OTHER_WORDS.has(word))) return false;
  if (has('login', 'signin', 'logon', 'authenticate', 'authorize')) return true;
  if (words.some((word, at) => (word === 'log' || word === 'sign') && words[at + 1] === 'in')) return true;
  if (name === 'auth' || (has('token') && has('auth', 'create', 'obtain', 'get', 'generate', 'issue', 'fetch'))) return true;
  return has('session') && has('create', 'start', 'open', 'new');
}

/** The sign-in mutations of a schema, most likely first; at most four. */
export function findSignInActions(schema: SchemaModel): readonly SignInAction[] {
  return schema.remember('signIn.actions', () =>
    findActions(schema)
      .filter(action => action.path.length === 1 && isSignInName(action.field.name))
      .map(action => signInAction(schema, action))
      .filter(found => found !== null)
      .sort((a, b) => worthOf(b) - worthOf(a))
      .slice(0, 4),
  );
}

/** Rank of a mutation. A secret input counts more than the name: `createSession` can also create a plain record. Ties keep schema order. */
function worthOf({ action, fields }: SignInAction): number {
  const hasSecret = fields.some(field => field.secret);
  return (hasSecret ? 2 : 0) + (/log_?in|log_?on|sign_?in|auth/i.test(action.field.name) ? 1 : 0);
}

function signInAction(schema: SchemaModel, action: Action): SignInAction | null {
  const { field } = action;
  const typeName = namedType(field.type);
  const selection = isList(field.type) ? null : signInSelection(schema, field.name, typeName);
  if (selection === null) return null;
  const fields: SignInField[] = [];
  for (const argument of action.form) {
    const found = textFields(argument, []);
    if (found) fields.push(...found);
    else if (argument.required) return null;
  }
  if (fields.length === 0 || fields.length > 6) return null;
  // The user name comes before the password: some servers sort arguments by name.
  fields.sort((a, b) => Number(a.secret) - Number(b.secret));
  const givesToken = mayHoldToken(schema, field.name, typeName);
  // Without a token in the payload the name alone is not enough evidence: a login also takes a secret.
  if (!givesToken && !fields.some(one => one.secret)) return null;
  const used = [...field.args.values()].filter(argument => fields.some(one => one.path[0] === argument.name));
  const variables = used.map(argument => `$${argument.name}: ${typeText(argument.type)}`).join(', ');
  const args = used.map(argument => `${argument.name}: $${argument.name}`).join(', ');
  return {
    action,
    fields,
    query: `mutation SignIn(${variables}) { ${field.name}(${args})${selection} }`,
    givesToken,
  };
}

/** The string inputs of an argument; null if it is neither a string nor an input object of strings. */
function textFields(field: FormField, above: readonly string[]): SignInField[] | null {
  const path = [...above, field.name];
  if (field.control.kind === 'scalar') {
    if (!TEXTS.has(field.control.scalar.kind)) return null;
    const { label, description, required } = field;
    return [{ path, label, description, required, secret: SECRET.test(field.name) }];
  }
  if (field.control.kind !== 'group' || above.length > 0) return null;
  const inner: SignInField[] = [];
  for (const one of field.control.fields) {
    const found = textFields(one, path);
    if (found) inner.push(...found);
    else if (one.required) return null;
  }
  return inner;
}

/** Builds the variables from the typed values, without empty optional ones. Objects without a prototype, so that any schema name is safe as a key. */
export function signInVariables(fields: readonly SignInField[], values: ReadonlyMap<string, string>): Record<string, unknown> {
  const variables: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    const value = values.get(field.path.join('.')) ?? '';
    if (value === '' && !field.required) continue;
    const [first = '', second] = field.path;
    if (second === undefined) variables[first] = value;
    else {
      const inner = (variables[first] ?? Object.create(null)) as Record<string, unknown>;
      inner[second] = value;
      variables[first] = inner;
    }
  }
  return variables;
}
