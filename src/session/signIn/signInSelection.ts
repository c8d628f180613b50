/**
 * The selection set of a login, and how its result is read. Selects tokens, error messages and the account's name, in nested objects a few
 * levels deep and in every member of a union.
 */
import { valueAsText } from '../../lib/text/valueAsText';
import { CLIENT_MARK } from '../../schema/forms/formModel';
import {
  type FieldModel,
  fieldsOf,
  isList,
  isRequiredArgument,
  namedType,
  possibleTypes,
  type SchemaModel,
} from '../../schema/model/schemaModel';
import { isTokenName } from './isTokenName';

/** Number of nested levels that are searched. */
const DEPTH = 4;
/** Maximum number of objects per level, and of members of a union. */
const MOST = 12;
/** Fields that describe an error or report success. */
const REFUSAL = /^(message|error|error_?message|error_?code|code|field|path|reason|success|succeeded|ok|status)$/i;
/** Values of an error field that mean "no error". */
const NO_ERROR = /^(none|ok|success|no_?error|null)?$/i;
/** Fields that list errors. */
const PROBLEMS = /^((user|account|mutation|customer_?user|validation)_?)?(errors|problems|issues)$/i;
/** Fields that identify the account. */
const IDENTITY = /^(id|name|username|user_?name|email|identifier|display_?name)$/i;
/** Objects that are searched, by the names of field and type. */
const INNER =
  /token|auth|session|login|sign_?in|credential|jwt|user|viewer|customer|account|admin|member|person|payload|data|result|me$/i;
/** Prefix of aliases. Members of a union can have fields with the same name and different types, which conflict without aliases. */
const ALIAS = /^m\d+_/;

/**
 * The name of the only string field of a payload that otherwise has just errors: some servers name the token after its type
 * (`LoginPayload {string errors {message}}`). Null if there are more fields, or none.
 */
function onlyText(schema: SchemaModel, typeName: string): string | null {
  const type = schema.types.get(typeName);
  if (type?.kind !== 'object') return null;
  const fields = [...fieldsOf(type).values()].filter(
    ({ name }) => !REFUSAL.test(name) && !PROBLEMS.test(name) && !CLIENT_MARK.test(name),
  );
  const [field] = fields;
  const isText =
    field && isUnclassified(field.name) && !isList(field.type) && field.args.size === 0 && namedType(field.type) === 'String';
  return fields.length === 1 && isText && !isTokenName(field.name) ? field.name : null;
}

const isUnclassified = (name: string): boolean => !REFUSAL.test(name) && !IDENTITY.test(name) && name !== '__typename';

/** True for a string that looks like a token: at least 16 characters, with a digit, without spaces. Letters alone could be a message. */
const isOpaque = (text: string): boolean => /^[\w.~+=*-][\w.~+/=*-]{15,}$/.test(text) && /\d/.test(text);

/** Alias of a field that means a token only by what is around it, so that it is read, and masked in Wire, as a token. */
const BARE_ALIAS = 'bareToken';
const BARE_NAME = /^(value|access|raw|encoded)$/;

/**
 * True for `value` in an object named after a token (`token { value }`, `tokens { access }`), for `access` beside `refresh`, and for
 * `result: JwtToken`.
 */
function isBareToken({ name, type }: FieldModel, around: string, siblings: ReadonlyMap<string, FieldModel>): boolean {
  if (isTokenName(name)) return false;
  // The type counts only if the name has no other meaning, as that of `refresh: Token` has.
  if (!isList(type) && isTokenName(namedType(type)) && isUnclassified(name) && isTokenName(`${name}_token`)) return true;
  return BARE_NAME.test(name) && (isTokenName(around.replace(/s$/, '')) || (name === 'access' && siblings.has('refresh')));
}

/**
 * The selection set of a field of this type, with braces; '' for a scalar, null if nothing can be selected.
 * @param fieldName name of the field
 */
export function signInSelection(schema: SchemaModel, fieldName: string, typeName: string): string | null {
  const type = schema.types.get(typeName);
  if (type?.kind === 'scalar' || type?.kind === 'enum') return '';
  const inner = [onlyText(schema, typeName) ?? '', selectionOf(schema, fieldName, typeName, DEPTH, '')].join(' ').trim();
  return inner === '' ? null : ` { ${inner} }`;
}

function selectionOf(schema: SchemaModel, around: string, typeName: string, depth: number, prefix: string): string {
  const type = schema.types.get(typeName);
  if (type?.kind === 'union' || type?.kind === 'interface') {
    const members = possibleTypes(type)
      .slice(0, MOST)
      .map((member, at) => ({ member, inner: selectionOf(schema, around, member, depth, `m${at}_`) }))
      .filter(({ inner }) => inner !== '');
    return ['__typename', ...members.map(({ member, inner }) => `... on ${member} { ${inner} }`)].join(' ');
  }
  if (type?.kind !== 'object') return '';
  const parts: string[] = [];
  let searched = 0;
  let bare: string | null = null;
  const own = fieldsOf(type);
  for (const field of own.values()) {
    if ([...field.args.values()].some(isRequiredArgument)) continue;
    const of = schema.types.get(namedType(field.type));
    const alias = prefix === '' ? '' : `${prefix}${field.name}: `;
    if (of?.kind === 'scalar' || of?.kind === 'enum') {
      if (isBareToken(field, around, own)) {
        bare ??= `${prefix}${BARE_ALIAS}: ${field.name}`;
        continue;
      }
      const isRefusal = REFUSAL.test(field.name) || PROBLEMS.test(field.name);
      const isWanted = isTokenName(field.name) || IDENTITY.test(field.name);
      if (isRefusal || (isWanted && !isList(field.type))) parts.push(`${alias}${field.name}`);
      continue;
    }
    const isProblem = PROBLEMS.test(field.name);
    if (depth === 0 || searched >= MOST || !(isProblem || (!isList(field.type) && INNER.test(`${field.name} ${of?.name}`))))
      continue;
    searched += 1;
    const inner = selectionOf(schema, field.name, namedType(field.type), isProblem ? 0 : depth - 1, '');
    if (inner !== '') parts.push(`${alias}${field.name} { ${inner} }`);
  }
  return (bare === null ? parts : [...parts, bare]).join(' ');
}

/**
 * True if a value of this type can hold a token: a scalar that can be a string, or an object with a token field.
 * @param fieldName name of the field that has the type
 */
export function mayHoldToken(schema: SchemaModel, fieldName: string, typeName: string): boolean {
  const type = schema.types.get(typeName);
  if (type?.kind === 'scalar') return typeName !== 'Boolean' && typeName !== 'Int' && typeName !== 'Float';
  return holdsToken(schema, fieldName, typeName, DEPTH) || onlyText(schema, typeName) !== null;
}

function holdsToken(schema: SchemaModel, around: string, typeName: string, depth: number): boolean {
  const type = schema.types.get(typeName);
  if (type?.kind === 'union' || type?.kind === 'interface')
    return possibleTypes(type)
      .slice(0, MOST)
      .some(member => holdsToken(schema, around, member, depth));
  if (type?.kind !== 'object') return false;
  const own = fieldsOf(type);
  return [...own.values()].some(field => {
    const of = schema.types.get(namedType(field.type));
    if (isList(field.type)) return false;
    if (of?.kind === 'scalar') return isTokenName(field.name) || isBareToken(field, around, own);
    const isSearched = depth > 0 && INNER.test(`${field.name} ${of?.name}`);
    return isSearched && holdsToken(schema, field.name, namedType(field.type), depth - 1);
  });
}

/** The result of a login. */
export interface SignInResult {
  token: string | null;
  /** The server's message if it refused; '' if it refused without a message; null if it did not refuse. */
  refusal: string | null;
  /** The refusal is only a guess from an empty token field: a cookie can have signed in. */
  isGuess?: true;
  /** Name of the argument or input field that was refused. */
  refusedField: string | null;
  /** Name of the account, if the result contains it. */
  name: string | null;
}

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const nameOf = (key: string): string => key.replace(ALIAS, '');
/** Own entries of a result object, with aliases replaced by field names. */
const entriesOf = (row: Row): [name: string, value: unknown][] => Object.entries(row).map(([key, value]) => [nameOf(key), value]);

/** Reads the value of the login mutation's root field. */
export function readSignInResult(value: unknown): SignInResult {
  if (typeof value === 'string' && value !== '') return { token: value, refusal: null, refusedField: null, name: null };
  if (!isRow(value)) {
    const isRefused = value === false || value === null || value === undefined || value === '';
    return { token: null, refusal: isRefused ? '' : null, refusedField: null, name: null };
  }
  const refusal = refusalIn(value, DEPTH);
  const token =
    find(value, DEPTH, (name, text) => isTokenName(name) && text !== '') ??
    (refusal.refusal === null ? find(value, 0, (name, text) => isUnclassified(name) && isOpaque(text)) : null);
  const name = find(value, DEPTH, (key, text) => IDENTITY.test(key) && key !== 'id' && text !== '');
  if (token !== null) return { token, refusal: null, refusedField: null, name };
  if (refusal.refusal !== null || name !== null || hasAccount(value, DEPTH) || !hasEmptyToken(value, DEPTH))
    return { token, name, ...refusal };
  // The token field is empty and no account is named: probably a refusal, with or without a message.
  const message = Object.hasOwn(value, 'message') ? value.message : '';
  return { token, name, refusal: typeof message === 'string' ? message : '', refusedField: null, isGuess: true };
}

/** True if the result reports success, or contains an object with an id for the account. */
function hasAccount(row: Row, depth: number): boolean {
  const entries = entriesOf(row);
  if (entries.some(([name, value]) => /^(status|code)$/i.test(name) && /^(ok|success|200)$/i.test(valueAsText(value))))
    return true;
  return (
    depth > 0 &&
    entries.some(
      ([name, value]) =>
        isRow(value) &&
        !/error|problem/i.test(name) &&
        (entriesOf(value).some(
          ([key, id]) => key === 'id' && (typeof id === 'number' || (typeof id === 'string' && id !== '')),
        ) ||
          hasAccount(value, depth - 1)),
    )
  );
}

/** True if a token field is null and no field reports success. */
function hasEmptyToken(row: Row, depth: number): boolean {
  const entries = entriesOf(row);
  if (entries.some(([name, value]) => /^(success|succeeded|ok)$/.test(name) && value === true)) return false;
  if (entries.some(([name, value]) => isTokenName(name) && value === null)) return true;
  return depth > 0 && entries.some(([, value]) => isRow(value) && hasEmptyToken(value, depth - 1));
}

/** The first matching string, nearest level first. */
function find(row: Row, depth: number, fits: (name: string, text: string) => boolean): string | null {
  const entries = entriesOf(row);
  for (const [name, value] of entries) if (typeof value === 'string' && fits(name, value)) return value;
  if (depth === 0) return null;
  for (const [, value] of entries) {
    const found = isRow(value) ? find(value, depth - 1, fits) : null;
    if (found !== null) return found;
  }
  return null;
}

function refusalIn(row: Row, depth: number): Pick<SignInResult, 'refusal' | 'refusedField'> {
  const entries = entriesOf(row);
  const own = new Map(entries);
  const message = ['message', 'errorMessage', 'error_message', 'error', 'reason']
    .map(name => own.get(name))
    .find(text => typeof text === 'string' && !NO_ERROR.test(text));
  const field = own.get('field') ?? own.get('path');
  const refused = (text: unknown, where: unknown): Pick<SignInResult, 'refusal' | 'refusedField'> => {
    const last: unknown = Array.isArray(where) ? where.at(-1) : where;
    return { refusal: typeof text === 'string' ? text : '', refusedField: typeof last === 'string' ? last : null };
  };
  for (const [name, list] of entries) {
    if (!PROBLEMS.test(name) || !Array.isArray(list) || list.length === 0) continue;
    const first: unknown = list[0];
    if (!isRow(first)) return refused(first, null);
    const inner = new Map(entriesOf(first));
    return refused(inner.get('message') ?? message, inner.get('field') ?? inner.get('path'));
  }
  const hasErrorText = ['errorMessage', 'error_message', 'error'].some(name => {
    const text = own.get(name);
    return typeof text === 'string' && !NO_ERROR.test(text);
  });
  if (hasErrorText) return refused(message, field);
  const says = (name: string, value: unknown): boolean => own.get(name) === value;
  if (says('success', false) || says('ok', false) || says('succeeded', false)) return refused(message, field);
  // A union member whose type name or only message marks an error.
  const hasIdentity = entries.some(([name, value]) => IDENTITY.test(name) && typeof value === 'string');
  const typename = own.get('__typename');
  const isError =
    typeof typename === 'string' && /error|invalid|refus|denied|fail|problem|locked|unauthor|notverified/i.test(typename);
  if (isError || (message !== undefined && typeof typename === 'string' && !hasIdentity)) return refused(message, field);
  if (depth > 0)
    for (const [, value] of entries) {
      const inner = isRow(value) ? refusalIn(value, depth - 1) : null;
      if (inner?.refusal != null) return inner;
    }
  return { refusal: null, refusedField: null };
}
