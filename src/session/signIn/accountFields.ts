/** Finds the query for the signed-in account (`me`, `viewer`, `activeUser`), and the mutation that signs out at the server. */
import { fieldsOf, isList, namedType, needsNoArguments, type SchemaModel } from '../../schema/model/schemaModel';
import { findActions } from '../../schema/mutations/actions';

const ACCOUNT =
  /^(me|viewer|whoami|who_am_i|self|myself|my_?(account|user|profile)|(current|active|logged_?in|authenticated)_?(user|customer|administrator|admin|account|item|member|person|channel_?user)|users_me)$/i;
const NAME = ['name', 'displayName', 'username', 'login', 'email', 'emailAddress', 'identifier', 'id'];
const SIGN_OUT =
  /^((user|customer|admin|auth|account)_?)?(log_?out|sign_?out|log_?off|end_?session|delete_?session|destroy_?session)(_?(user|customer|admin))?$/i;

/** A query for the signed-in account. */

export interface AccountQuery {
  query: string;
  field: string;
}

/** The query for the signed-in account; null if the schema has none. */
export function accountQuery(schema: SchemaModel): AccountQuery | null {
  const root = schema.queryType;
  for (const field of fieldsOf(root).values()) {
    if (!ACCOUNT.test(field.name) || isList(field.type) || !needsNoArguments(field)) continue;
    const type = schema.types.get(namedType(field.type));
    if (type?.kind === 'scalar') return { query: `query Account { ${field.name} }`, field: field.name };
    const own = fieldsOf(type);
    const names = NAME.filter(name => {
      const found = own.get(name);
      return (
        found && needsNoArguments(found) && !isList(found.type) && schema.types.get(namedType(found.type))?.kind === 'scalar'
      );
    }).slice(0, 3);
    return { query: `query Account { ${field.name} { __typename ${names.join(' ')} } }`, field: field.name };
  }
  return null;
}

/** The account's name in the result of an `AccountQuery` ('' if it has none); null if no user is signed in. */
export function accountIn(data: unknown, field: string): string | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, field)) return null;
  const value = (data as Record<string, unknown>)[field];
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value !== 'object' || value === null) return null;
  for (const name of NAME) {
    const text: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (typeof text === 'string' && text !== '') return text;
  }
  return '';
}

/** The mutation that signs out at the server; null if the schema has none without required arguments. */
export function signOutMutation(schema: SchemaModel): string | null {
  for (const action of findActions(schema)) {
    if (action.path.length !== 1 || !SIGN_OUT.test(action.field.name) || !needsNoArguments(action.field)) continue;
    const type = schema.types.get(namedType(action.field.type));
    const selection = type?.kind === 'scalar' || type?.kind === 'enum' ? '' : ' { __typename }';
    return `mutation SignOut { ${action.field.name}${selection} }`;
  }
  return null;
}
