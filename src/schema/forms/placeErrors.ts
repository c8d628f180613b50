/** Assigns server errors to form fields, by paths and lists in `extensions` or by the error message. */
import { wordsOf } from '../model/readableName';
import { resolveFieldPath } from './fieldPaths';
import type { FormField } from './formModel';
import type { FieldPath, FieldProblem } from './formValues';
import { columnsIn, pathInMessage, readPath } from './messagePaths';

/** A GraphQL error as the server sends it. */
export interface ServerError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Finds the form fields that server errors refer to: by a path in `extensions` (argumentPath, path, field, argumentName, …), by
 * `Variable "$input" got invalid value … at "input.eta"`, by lists of field errors in `extensions` (Laravel's `validation`, zod's
 * `issues`, NestJS), by lines of the message, by a path before a text, by an argument name, by the name of a database column, or by a
 * sentence that begins with the field's name. All other errors are returned in `rest`, to be shown above the form.
 * @param sent the variables that were sent
 */
export function placeErrors(
  fields: readonly FormField[],
  errors: readonly ServerError[],
  sent: Readonly<Record<string, unknown>> = {},
): { problems: FieldProblem[]; rest: ServerError[] } {
  const problems: FieldProblem[] = [];
  const rest: ServerError[] = [];
  for (const error of errors.map(forUsers)) {
    const details: string[] = [];
    const direct = problemsOf(fields, error, details);
    const found = direct.length + details.length > 0 ? direct : problemsOfItem(fields, error, details, sent);
    problems.push(...withoutRepeated(found));
    // A message such as "3 errors occurred" is dropped if it has details. Each detail is shown at its field or above the form.
    if (found.length === 0 && details.length === 0) rest.push(error);
    for (const message of new Set(details.slice(0, Math.max(0, MOST_DETAILS - rest.length)))) rest.push({ message });
  }
  return withoutSummaries(problems, rest);
}

const FOR_USERS = ['userPresentableMessage', 'userMessage', 'displayMessage'];

/** The error with the message that its server has for users, such as Linear's "title should not be empty", in place of a general one. */
function forUsers(error: ServerError): ServerError {
  const texts = FOR_USERS.map(key => own(error.extensions ?? {}, key));
  const said = texts.find(text => typeof text === 'string' && text.trim() !== '');
  return typeof said === 'string' ? { ...error, message: said } : error;
}

/** The problems without those that a server lists twice, under two names. */
function withoutRepeated(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return [...new Map(problems.map(problem => [JSON.stringify(problem), problem])).values()];
}

/** Maximum number of details of all errors that are not at a field. */
const MOST_DETAILS = 1000;
/** Of more errors, none is compared with all others. */
const MOST_COMPARED = 100;

/** Shorter messages, such as "invalid", can be contained in any other. */
const SHORTEST_MESSAGE = 8;

/** Messages that say nothing beside the problems of the fields. */
const SUMMARY =
  /^(?:(?:the )?(?:argument|input|form|request|data) )?validation (?:failed|errors?|exception)[.!]?$|^(?:invalid (?:input|data|arguments?|request)|bad request(?: exception)?|bad user input|unprocessable (?:entity|content)|the given data was invalid)[.!]?$/i;

/**
 * The errors without those that only repeat all others: "Validation failed: weight: must be positive" above "must be positive". The only
 * problem of a field is kept.
 */
function withoutSummaries(problems: FieldProblem[], rest: ServerError[]): { problems: FieldProblem[]; rest: ServerError[] } {
  const placed = problems.flatMap(problem => (problem.code === 'server' ? [problem.message] : []));
  if (placed.length === 0) return { problems, rest };
  const all = placed.length + rest.length > MOST_COMPARED ? [] : [...placed, ...rest.map(({ message }) => message)];
  const repeatsAll = (said: string): boolean => {
    const others = all.filter(message => message !== said);
    const isRepeated = (message: string): boolean => message.length >= SHORTEST_MESSAGE && said.includes(message);
    if (others.length === 0 || !others.every(isRepeated)) return false;
    return /valid|fail|error/i.test(others.reduce((text, message) => text.replace(message, ''), said));
  };
  const places = new Map<string, number>();
  for (const { path } of problems) places.set(String(path), (places.get(String(path)) ?? 0) + 1);
  return {
    problems: problems.filter(
      problem => problem.code !== 'server' || places.get(String(problem.path)) === 1 || !repeatsAll(problem.message),
    ),
    rest: rest.filter(({ message }) => !SUMMARY.test(message.trim()) && !repeatsAll(message)),
  };
}

/** The problems of an error in the only item of a list that was sent: an error without an index can only be about that one. */
function problemsOfItem(
  fields: readonly FormField[],
  error: ServerError,
  details: string[],
  sent: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  return fields.flatMap(({ name, control }) => {
    const items = own(sent, name);
    if (control.kind !== 'list' || control.item.control.kind !== 'group' || !Array.isArray(items) || items.length !== 1)
      return [];
    const inside = problemsOf(control.item.control.fields, error, details);
    return inside.map(problem => ({ ...problem, path: [name, 0, ...problem.path] }));
  });
}

/** Resolves a path. If it ends at an input object, the message may name a field in it, such as the column in a table constraint. */
function placeInside(fields: readonly FormField[], path: FieldPath, message: string): FieldPath | null {
  const place = resolveFieldPath(fields, path);
  if (place === null) return null;
  let inner = fields;
  for (const part of place) {
    const control = (typeof part === 'number' ? inner[0] : inner.find(field => field.name === part))?.control;
    inner = control === undefined ? [] : control.kind === 'list' ? [control.item] : 'fields' in control ? control.fields : [];
  }
  // List items have no names. Without an index, the message may be about any of them.
  const deeper = inner[0]?.name === '' ? null : placeIn(inner, message);
  return deeper === null ? place : [...place, ...deeper];
}

const PATH_KEYS = [
  'argumentPath',
  'inputPath',
  'variablePath',
  'fieldPath',
  'argumentName',
  'argument',
  'field',
  'fieldName',
  'property',
  'attribute',
  'param',
  'path',
];
const LIST_KEYS = [
  'validation',
  'validationErrors',
  'invalidArgs',
  'invalidFields',
  'fields',
  'issues',
  'errors',
  'fieldErrors',
  'violations',
  'details',
  'problems',
  'message',
];

/** Maximum number of nested objects whose errors are read. */
const MOST_LEVELS = 10;

/** Objects that may contain details of an error, such as the response of a REST service behind the API. */
const INNER_KEYS = 'exception originalError response responseBody responseJson body error details data cause'.split(' ');

/** Matches a name or a path, but no sentence. */
const NAME = /^[\w$.[\]]{1,200}$/;

function problemsOf(fields: readonly FormField[], error: ServerError, details: string[]): FieldProblem[] {
  const extensions = error.extensions ?? {};
  const listed = isRecord(extensions) ? fromExtensions(fields, extensions, error.message, 0, details) : [];
  if (listed.length > 0) return listed;
  const lines = fromLines(fields, error.message, details);
  if (lines.length > 0) return lines;
  const named = fromNamed(fields, error.message, details);
  if (named.length > 0) return named;
  for (const text of [error.message, ...detailTexts(extensions)]) {
    const place = placeIn(fields, text);
    if (place !== null) return [{ path: place, code: 'server', message: error.message }];
  }
  const place = spokenOf(fields, error.message);
  return place === null ? [] : [{ path: place, code: 'server', message: error.message }];
}

/** Words that follow a field's name in a sentence about it. */
const SAID_OF_FIELD = /^(is|are|can|cannot|must|has|have|should|may|does|needs|already|too|was)$/i;
/** Maximum number of words of a message that are read. Field names are shorter. */
const MOST_WORDS = 12;

/**
 * The field that a sentence starts with, as in messages of Rails, Laravel and Django: "Title can't be blank", "The title field is
 * required."
 */
function spokenOf(fields: readonly FormField[], message: string): FieldPath | null {
  const head = message.slice(0, 300);
  // Messages of class-validator begin with a path: "address.zip must be a string", "each value in tags must be a string".
  const [, named = '', said = ''] = /^(?:each value in )?([\w.]+) (\w+)/.exec(head) ?? [];
  const path = SAID_OF_FIELD.test(said) ? readPath(named) : null;
  const direct = path === null ? null : resolveFieldPath(fields, path);
  if (direct !== null) return direct;
  for (const text of [head, head.slice(head.indexOf(': ') + 1)]) {
    const words = wordsOf(text).slice(0, MOST_WORDS);
    if (words[0]?.toLowerCase() === 'the') words.shift();
    const said = words.findIndex(word => SAID_OF_FIELD.test(word));
    const about = words.slice(0, Math.max(0, said - (words[said - 1] === 'field' ? 1 : 0))).join('');
    const place = about === '' ? null : (resolveFieldPath(fields, [about]) ?? resolveFieldPath(fields, [`${about}Id`]));
    if (place !== null) return place;
  }
  return null;
}

function fromExtensions(
  fields: readonly FormField[],
  holder: Readonly<Record<string, unknown>>,
  message: string,
  depth: number,
  details: string[],
): FieldProblem[] {
  const found: FieldProblem[] = [];
  const add = (path: FieldPath | null, text: unknown, except: ReadonlySet<string> = new Set()): void => {
    const said = typeof text === 'string' && text !== '' ? text : message;
    const place = path === null ? null : placeInside(fields, path, said);
    if (place !== null && except.has(String(place))) return;
    if (place !== null) found.push({ path: place, code: 'server', message: said });
    else if (said !== message) details.push(said);
  };
  for (const key of PATH_KEYS) {
    const path = readPath(own(holder, key));
    if (path === null || resolveFieldPath(fields, path) === null) continue;
    add(path, message);
    return found;
  }
  if (depth > 2) return found;
  const named: [path: FieldPath | null, text: unknown][] = [];
  for (const key of LIST_KEYS) {
    const list = own(holder, key);
    if (Array.isArray(list)) {
      for (const entry of list
        .slice(0, 100)
        .flatMap(each => innermost(each))
        .slice(0, 100)) {
        // Apollo's documentation lists only names: `invalidArgs: ["email"]`. The message describes the error.
        if (typeof entry === 'string' && /args|fields/i.test(key) && NAME.test(entry)) add(readPath(entry), message);
        else if (typeof entry === 'string' && entry !== '') add(pathInMessage(entry) ?? spokenOf(fields, entry), entry);
        if (!isRecord(entry)) continue;
        const said = typeof entry.message === 'string' && entry.message !== '' ? entry.message : constraintsText(entry);
        const inner: string[] = [];
        const placed = fromExtensions(fields, entry, said ?? message, depth + 1, inner);
        found.push(...placed);
        if (placed.length === 0 && inner.length === 0 && said !== null) add(pathInMessage(said), said);
        details.push(...inner);
      }
    } else if (isRecord(list)) {
      for (const [name, text] of Object.entries(list).slice(0, 100)) {
        // Nested objects such as `details: {errors: [{path, message}]}` are read by the recursion below.
        if (isRecord(text) || (Array.isArray(text) && text.some(isRecord))) continue;
        named.push([readPath(name), Array.isArray(text) ? text.filter(line => typeof line === 'string').join(' ') : text]);
      }
    }
  }
  // In Sequelize's `fields: {email: "a@b.c"}` the text is the refused value. A list of errors says why it was refused.
  const explained = new Set(found.map(({ path }) => String(path)));
  for (const [path, text] of named) add(path, text, explained);
  for (const key of INNER_KEYS) {
    const inner = own(holder, key);
    if (found.length > 0 || !isRecord(inner)) continue;
    // The message of the service behind the API says more than "422: Unprocessable Entity".
    const text = /^response|^body$/.test(key) ? own(inner, 'message') : undefined;
    const said = typeof text === 'string' && text !== '' ? text : message;
    const known = details.length;
    found.push(...fromExtensions(fields, inner, said, depth + 1, details));
    if (found.length === 0 && details.length === known) add(pathInMessage(said) ?? spokenOf(fields, said), said);
  }
  return found;
}

/**
 * The errors in a tree of class-validator, `{property: "address", children: [{property: "zip", constraints}]}`, each with its whole path.
 * Any other value is returned unchanged.
 */
function innermost(entry: unknown, outer: FieldPath = []): unknown[] {
  const property = isRecord(entry) ? readPath(own(entry, 'property')) : null;
  if (!isRecord(entry) || property === null || outer.length > MOST_LEVELS) return [entry];
  const path = [...outer, ...property];
  const children = own(entry, 'children');
  const inner = Array.isArray(children) ? children.slice(0, 100).flatMap(child => innermost(child, path)) : [];
  return inner.length > 0 && constraintsText(entry) === null ? inner : [{ ...entry, property: path }, ...inner];
}

/** The messages in class-validator's `constraints: {isEmail: "email must be an email"}`, joined; null if there are none. */
function constraintsText(entry: Readonly<Record<string, unknown>>): string | null {
  const constraints = own(entry, 'constraints');
  if (!isRecord(constraints)) return null;
  const texts = Object.values(constraints).filter(text => typeof text === 'string');
  return texts.length === 0 ? null : texts.join(' ');
}

/** Database messages in an error's extensions, such as `detail: "Key (email)=(a@b.c) already exists."`. */
function detailTexts(extensions: unknown, depth = 2): string[] {
  if (!isRecord(extensions)) return [];
  const texts = ['detail', 'details', 'message', 'sqlMessage']
    .map(key => own(extensions, key))
    .filter((text): text is string => typeof text === 'string');
  if (depth === 0) return texts;
  for (const key of ['exception', 'originalError', 'internal', 'error', 'cause'])
    texts.push(...detailTexts(own(extensions, key), depth - 1));
  return texts;
}

/** The form field that a message names, by a path or by a database column; null if it names none. */
function placeIn(fields: readonly FormField[], text: string): FieldPath | null {
  const byPath = pathInMessage(text);
  const place = byPath === null ? null : resolveFieldPath(fields, byPath);
  if (place !== null) return place;
  for (const column of columnsIn(text.slice(0, 2000))) {
    const found = resolveFieldPath(fields, [column]);
    if (found !== null) return found;
  }
  return null;
}

/** A line of a list in a message: `- Ship.name: Too short`. */
const LINE = /^\s{0,20}[-*•]\s{0,5}(?:\w{1,100}\.)?(\w{1,100}): (.{1,1000})$/;

/** The problems in a message that lists one field per line; [] for any other message. Lines without a known field go to `details`. */
function fromLines(fields: readonly FormField[], message: string, details: string[]): FieldProblem[] {
  const found: FieldProblem[] = [];
  const others: string[] = [];
  for (const line of message.slice(0, 20_000).split('\n').slice(1, 100)) {
    const [, name, said = ''] = LINE.exec(line) ?? [];
    const path = name === undefined ? null : resolveFieldPath(fields, [name]);
    if (path !== null) found.push({ path, code: 'server', message: said });
    else if (line.trim() !== '') others.push(line.trim());
  }
  if (found.length > 0) details.push(...others);
  return found;
}

/** A path or name before a text, at the start of a message or of one of its parts. */
const NAMED = /(?:^|, |\n)([\w$][\w$.[\]]{0,200}): /g;

/**
 * The problems in a message that consists of texts with the path of a field before each: Bean Validation's `addShip.input.name: must not be
 * blank, addShip.input.eta: must be a future date`, or one per line. [] unless the first one is a field of the form.
 */
function fromNamed(fields: readonly FormField[], message: string, details: string[]): FieldProblem[] {
  const text = message.slice(0, 20_000);
  const starts = [...text.matchAll(NAMED)].slice(0, 100).flatMap(({ 0: whole, 1: name = '', index }) => {
    const path = readPath(name);
    const place = path === null ? null : resolveFieldPath(fields, path);
    // Within a text a colon may follow any word.
    return place === null && !(name.includes('.') || whole.startsWith('\n'))
      ? []
      : [{ index, place, from: index + whole.length }];
  });
  const problems: FieldProblem[] = [];
  const others: string[] = [];
  for (const [at, { index, place, from }] of starts.entries()) {
    const end = starts[at + 1]?.index;
    if (place === null) others.push(text.slice(index, end).replace(/^(?:, |\n)/, ''));
    else problems.push({ path: place, code: 'server', message: text.slice(from, end).trim() });
  }
  if (starts[0]?.index !== 0 || starts[0].place === null) return [];
  details.push(...others);
  return problems;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function own<T>(holder: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}
