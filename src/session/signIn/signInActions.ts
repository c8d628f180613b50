/**
 * Finds the mutations by which one signs in: they take texts (a code, a name and a password) and answer with a token, or keep a session by a
 * cookie. Names decide, since no schema says it otherwise.
 */
import type { FormField } from '../../schema/forms/formModel';
import { wordsOf } from '../../schema/model/readableName';
import { isList, namedType, type SchemaModel, typeText } from '../../schema/model/schemaModel';
import { type Action, findActions } from '../../schema/mutations/actions';
import { mayHoldToken, signInSelection } from './signInSelection';

/** One text to be filled in. */
export interface SignInField {
  /** Where it goes in the variables: `['code']`, `['input', 'email']`. */
  path: readonly string[];
  label: string;
  required: boolean;
  /** Not to be shown while it is written. */
  secret: boolean;
}

/** A mutation by which one signs in. */
export interface SignInAction {
  action: Action;
  fields: readonly SignInField[];
  /** The mutation, named `SignIn`: variables named after the arguments. */
  query: string;
  /** False where its answer has no place for a token: one is signed in by a cookie or a response header. */
  givesToken: boolean;
}

const SECRET = /password|passwort|passwd|secret|code|pin|otp|token|passphrase/i;
const TEXTS: ReadonlySet<string> = new Set(['text', 'id', 'email', 'phone', 'uuid', 'unknown']);
/** Words of a name that say that something else is done. */
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

/** The actions, best first; at most four. */
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

/** A secret says more than a name: a session can also be made as a record. Equals stay in the order of the schema. */
function worthOf({ action, fields }: SignInAction): number {
  const hasSecret = fields.some(field => field.secret);
  return (hasSecret ? 2 : 0) + (/log_?in|log_?on|sign_?in|auth/i.test(action.field.name) ? 1 : 0);
}

function signInAction(schema: SchemaModel, action: Action): SignInAction | null {
  const { field } = action;
  const typeName = namedType(field.type);
  const selection = isList(field.type) ? null : signInSelection(schema, typeName);
  if (selection === null) return null;
  const fields: SignInField[] = [];
  for (const argument of action.form) {
    const found = textFields(argument, []);
    if (found) fields.push(...found);
    else if (argument.required) return null;
  }
  if (fields.length === 0 || fields.length > 6) return null;
  // Who one is comes before what proves it: some servers list arguments by name.
  fields.sort((a, b) => Number(a.secret) - Number(b.secret));
  const givesToken = mayHoldToken(schema, typeName);
  // Without a token in its answer the name alone would say too much: only credentials make it a login.
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

/** The texts of an argument; null when it is no text and no object of texts. */
function textFields(field: FormField, above: readonly string[]): SignInField[] | null {
  const path = [...above, field.name];
  // Relay's own mark is not for the user to fill in.
  if (field.name === 'clientMutationId') return field.required ? null : [];
  if (field.control.kind === 'scalar') {
    if (!TEXTS.has(field.control.scalar.kind)) return null;
    return [{ path, label: field.label, required: field.required, secret: SECRET.test(field.name) }];
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

/** The variables of the texts that were filled in; empty optional ones are left out. Names of the schema are own keys, whatever they are. */
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
