/**
 * Finds the actions by which one signs in: a mutation that takes texts (a code, a name and a password) and gives a token. Told by the names
 * of the action and of what it returns, since no schema says it otherwise.
 */

import type { FormField } from '../../schema/forms/formModel';
import { fieldsOf, isList, mustBeGiven, namedType, type SchemaModel, typeText } from '../../schema/model/schemaModel';
import { type Action, findActions } from '../../schema/mutations/actions';

/** One text to be filled in. */
export interface SignInField {
  /** Where it goes in the variables: `['code']`, `['input', 'email']`. */
  path: readonly string[];
  label: string;
  required: boolean;
  /** Not to be shown while it is written. */
  secret: boolean;
}

/** An action by which one signs in. */
export interface SignInAction {
  action: Action;
  fields: readonly SignInField[];
  /** The mutation: variables named after the arguments. */
  query: string;
  /** From the mutation's data to the token. */
  tokenPath: readonly string[];
}

const SIGN_IN =
  /^(sign_?in|log_?in|authenticate|auth|token_?auth|obtain_?token|get_?token|create_?(access_?)?token|generate_?(customer_?|access_?)?token|create_?session|start_?session|customer_?access_?token_?create)/i;
const TOKEN = /^(access_?|auth_?|id_?|api_?|bearer_?|session_?)?(token|jwt)(_?value)?$/i;
const SECRET = /password|passwort|secret|code|pin|otp|token|passphrase/i;
const TEXTS: ReadonlySet<string> = new Set(['text', 'id', 'email', 'phone', 'uuid', 'unknown']);
/** How deep a token is looked for in what the action returns. */
const DEPTH = 3;

/** The actions, best first; at most four. */
export function findSignInActions(schema: SchemaModel): readonly SignInAction[] {
  return schema.remember('app.signInActions', () =>
    findActions(schema)
      .filter(action => action.path.length === 1 && SIGN_IN.test(action.field.name))
      .map(action => signInAction(schema, action))
      .filter(found => found !== null)
      .slice(0, 4),
  );
}

function signInAction(schema: SchemaModel, action: Action): SignInAction | null {
  const { field } = action;
  const token = tokenSelection(schema, field.name, namedType(field.type), isList(field.type), DEPTH);
  if (!token) return null;
  const fields: SignInField[] = [];
  for (const argument of action.form) {
    const found = textFields(argument, []);
    if (found) fields.push(...found);
    else if (argument.required) return null;
  }
  if (fields.length === 0 || fields.length > 6) return null;
  const used = [...field.args.values()].filter(argument => fields.some(one => one.path[0] === argument.name));
  const variables = used.map(argument => `$${argument.name}: ${typeText(argument.type)}`).join(', ');
  const args = used.map(argument => `${argument.name}: $${argument.name}`).join(', ');
  return {
    action,
    fields,
    query: `mutation SignIn(${variables}) { ${field.name}(${args})${token.selection} }`,
    tokenPath: [field.name, ...token.path],
  };
}

/** The texts of an argument; null when it is no text and no object of texts. */
function textFields(field: FormField, above: readonly string[]): SignInField[] | null {
  const path = [...above, field.name];
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

/** How to select the token, and where it is then. */
function tokenSelection(
  schema: SchemaModel,
  name: string,
  typeName: string,
  list: boolean,
  depth: number,
): { selection: string; path: string[] } | null {
  if (list) return null;
  const type = schema.types.get(typeName);
  // The action itself gives the token as a text; its name has said that it signs in.
  if (type?.kind === 'scalar') return depth === DEPTH || TOKEN.test(name) ? { selection: '', path: [] } : null;
  if (depth === 0 || (type?.kind !== 'object' && type?.kind !== 'interface')) return null;
  const fields = [...fieldsOf(type).values()].filter(field => ![...field.args.values()].some(mustBeGiven));
  // The nearest token first, then one inside a part of the answer.
  const named = fields.find(
    field => TOKEN.test(field.name) && schema.types.get(namedType(field.type))?.kind === 'scalar' && !isList(field.type),
  );
  if (named) return { selection: ` { ${named.name} }`, path: [named.name] };
  for (const field of fields) {
    const inner = schema.types.get(namedType(field.type));
    if (inner?.kind !== 'object' || !/token|auth|session|login|credential|jwt/i.test(field.name + inner.name)) continue;
    const found = tokenSelection(schema, field.name, inner.name, isList(field.type), depth - 1);
    if (found) return { selection: ` { ${field.name}${found.selection} }`, path: [field.name, ...found.path] };
  }
  return null;
}

/** The token in a mutation's data; null when there is none. */
export function tokenIn(data: unknown, path: readonly string[]): string | null {
  let value = data;
  for (const part of path)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The variables of the texts that were filled in; empty optional ones are left out. */
export function signInVariables(fields: readonly SignInField[], values: ReadonlyMap<string, string>): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values.get(field.path.join('.')) ?? '';
    if (value === '' && !field.required) continue;
    let place = variables;
    for (const part of field.path.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as Record<string, unknown>;
    }
    place[field.path.at(-1) ?? ''] = value;
  }
  return variables;
}
