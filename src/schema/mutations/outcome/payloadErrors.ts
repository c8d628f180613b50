/** Reads the errors in the payload of a mutation, in the forms that servers use. */
import { valueAsText } from '../../../lib/text/valueAsText';
import { readableName } from '../../model/readableName';

/** An error inside a payload. */
export interface PayloadError {
  readonly message: string;
  /** The field or path that the server names, joined with '.'; null if it names none. */
  readonly field: string | null;
  /** Set if the error's code or type name says that the user lacks permission. */
  readonly isForbidden?: true;
  /** Set if the server sent no message, so that `message` is the name of a type. */
  readonly isOnlyName?: true;
}

/** An object of a result. */
export type Row = Readonly<Record<string, unknown>>;

const MESSAGE_FIELDS = ['message', 'msg', 'reason', 'detail', 'details', 'errorMessage', 'description', 'title', 'error'];

/** Limit on the items of a list that are read. */
export const MOST_ITEMS = 1000;

const NO_ERROR = /^(0|ok|okay|success|none|null|false|no[_ ]?errors?|\[\]|\{\})?$/i;

/** True for a text that servers send in the place of an error if there is none. */
export const saysNoError = (value: unknown): boolean => typeof value === 'string' && NO_ERROR.test(value);

/** True for an error object that says that there is none: `error {code: 0, message: "ok"}`. */
const isNoError = (value: Row): boolean => (value.code === 0 || saysNoError(value.code)) && saysNoError(messageOf(value) ?? '');

/** Collects the errors of an error field. A single object can have one key per input field, most of them empty. */
export function addErrorField(value: unknown, errors: PayloadError[]): void {
  if (saysNoError(value) || (isObject(value) && isNoError(value))) return;
  if (!isObject(value) || messageOf(value) !== null || codeOf(value) !== null) {
    collectErrors(value, errors, 2);
    return;
  }
  const said = Object.entries(value).filter(([key, inner]) => key !== '__typename' && !isEmpty(inner));
  for (const [field, inner] of said) {
    const lines = typeof inner === 'string' ? inner : Array.isArray(inner) ? listText(inner) : '';
    if (lines !== '') errors.push({ message: lines, field });
    else collectErrors(inner, errors, 2);
  }
  if (said.length > 0 && errors.length === 0) errors.push({ message: fallbackMessage(value), field: null });
}

const isEmpty = (value: unknown): boolean =>
  !value ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every(inner => inner === null || (Array.isArray(inner) && inner.length === 0)));

/** Collects errors from a list or object, including nested ones (`errors { message fields { path message } }`). */
export function collectErrors(value: unknown, errors: PayloadError[], depth: number): void {
  for (const item of Array.isArray(value) ? value.slice(0, MOST_ITEMS) : [value]) {
    if (typeof item === 'string' && item !== '') errors.push({ message: item, field: null });
    // Without an object around them, a name and a text in a list (`["name", "taken"]`) and a code.
    if (typeof item === 'number' && Array.isArray(value)) errors.push({ message: String(item), field: null });
    if (Array.isArray(item) && depth > 0) collectErrors(item, errors, depth - 1);
    if (!isObject(item)) continue;
    const message = messageOf(item);
    const before = errors.length;
    if (message !== null) errors.push({ message, field: fieldName(item), ...forbiddenBy(item) });
    else if (typeof item.messages === 'object')
      errors.push({ message: listText(item.messages), field: fieldName(item), ...forbiddenBy(item) });
    if (depth > 0)
      for (const inner of Object.values(item))
        if (Array.isArray(inner) && inner.some(isObject)) collectErrors(inner, errors, depth - 1);
    // An error without a message still counts.
    if (errors.length === before) errors.push({ message: fallbackMessage(item), field: fieldName(item), ...forbiddenBy(item) });
  }
}

function fallbackMessage(item: Row): string {
  const code = codeOf(item) ?? item.__typename;
  return typeof code === 'string' && code !== '' ? readableName(code) : JSON.stringify(item).slice(0, 200);
}

/** Matches error codes and type names for missing permissions. "Not signed in" is a different error. */
const FORBIDDEN =
  /^(forbidden|(access|permission)_?denied|(insufficient|missing|no)_?(permissions?|rights|privileges)|not_?(allowed|permitted))(_?error)?$/i;

export function forbiddenBy(item: Row, typeName: unknown = item.__typename): { isForbidden?: true } {
  const said = [codeOf(item), typeName].some(word => typeof word === 'string' && FORBIDDEN.test(word.replace(/[-\s]/g, '_')));
  return said ? { isForbidden: true } : {};
}

function codeOf(item: Row): string | null {
  const code = [item.code, item.errorCode, item.type].find(entry => typeof entry === 'string' && entry !== '');
  return typeof code === 'string' ? code : null;
}

/** True for the name of a field with a message to the user. */
export const isMessageField = (name: string): boolean => MESSAGE_FIELDS.includes(name) || /^(text|summary)$/.test(name);

export function messageOf(value: Row): string | null {
  for (const name of MESSAGE_FIELDS) {
    const said = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof said === 'string' && said !== '') return said;
  }
  return null;
}

const FIELD_NAMES = ['field', 'path', 'fields', 'attribute', 'argument', 'argumentName', 'property', 'key', 'input'];

export function fieldName(value: Row): string | null {
  for (const key of FIELD_NAMES) {
    const said = Object.hasOwn(value, key) ? value[key] : undefined;
    if (typeof said === 'string' && said !== '') return said;
    const parts = Array.isArray(said) ? said.filter(part => typeof part === 'string' || typeof part === 'number') : [];
    if (parts.length > 0) return parts.join('.');
  }
  return null;
}

const listText = (value: unknown): string =>
  Array.isArray(value) ? value.filter(line => typeof line === 'string').join(' ') : valueAsText(value);

/** True for an object in a result: not null and not a list. */
export const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
