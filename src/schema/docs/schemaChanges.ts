/**
 * Finds the differences between two versions of a schema. graphql-js finds breaking and dangerous changes. A comparison of the two models
 * adds what it does not report: new types, fields and directives, deprecations, compatible type changes and some default values. Changes of
 * descriptions are ignored. This module imports graphql-js and is loaded when the user opens the list of differences.
 */
import { buildClientSchema, findBreakingChanges, findDangerousChanges, type IntrospectionQuery } from 'graphql';
import { sameJson } from '../../lib/sameJson';
import { readIntrospection } from '../model/introspection';
import { type ArgumentModel, fieldsOf, type SchemaModel, type TypeModel, typeText } from '../model/schemaModel';

/** The type of a change. The interface chooses the message by it. */
export type ChangeWord =
  | 'added'
  | 'removed'
  | 'typeChanged'
  | 'kindChanged'
  | 'requiredAdded'
  | 'optionalAdded'
  | 'noLongerImplements'
  | 'nowImplements'
  | 'noLongerMember'
  | 'newMember'
  | 'defaultChanged'
  | 'repeatableRemoved'
  | 'deprecated'
  | 'undeprecated'
  | 'other';

/** A difference between two versions of a schema. */
export interface SchemaChange {
  /** `breaking`: existing requests can fail. `dangerous`: they succeed, but can behave differently. `safe`: neither. */
  readonly weight: 'breaking' | 'dangerous' | 'safe';
  readonly what: ChangeWord;
  /** The schema coordinate of the changed part: `Ship.visits(first:)`, `@cost`. For `other` it can be the sentence of graphql-js. */
  readonly place: string;
  /** The documentation page of the part: a type with an optional member, or `@` and a directive. Null if the part no longer exists. */
  readonly path: readonly string[] | null;
  /** The old and new type, default value, interface or the like; null if `what` says everything. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * All differences, most severe first, each group in the schema's order. The work pauses between steps, so that the browser can render.
 * @param before the introspection result of the earlier version, with or without a `data` wrapper
 * @throws Error if either argument is not an introspection result
 */
export async function schemaChanges(before: unknown, now: unknown): Promise<SchemaChange[]> {
  const [oldModel, newModel] = [readIntrospection(before), readIntrospection(now)];
  await pause();
  const [oldResult, newResult] = withoutEqualTypes(before, now);
  await pause();
  const oldSchema = clientSchema(oldResult);
  await pause();
  const newSchema = clientSchema(newResult);
  await pause();
  const read = (weight: SchemaChange['weight'], changes: readonly { type: string; description: string }[]): SchemaChange[] =>
    changes.map(({ type, description }) => {
      const change = { weight, ...readChange(type, description) };
      return change.path === null || !isThere(newModel, change.path) ? { ...change, path: null } : change;
    });
  const breaking = read('breaking', findBreakingChanges(oldSchema, newSchema));
  await pause();
  const dangerous = read('dangerous', findDangerousChanges(oldSchema, newSchema));
  await pause();
  return [...breaking, ...dangerous, ...unreported(oldModel, newModel, [...breaking, ...dangerous])];
}

/** Yields to the event loop, so that the browser can handle input and render. */
const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

const clientSchema = (schema: RawSchema) =>
  buildClientSchema({ __schema: schema } as unknown as IntrospectionQuery, { assumeValid: true });

interface RawType {
  readonly kind: string;
  readonly name: string;
}
interface RawSchema {
  readonly types: readonly RawType[];
}

/** The `__schema` object of a result that `readIntrospection` accepted. */
function rawSchema(result: unknown): RawSchema {
  const inner = ((result as { data?: unknown }).data ?? result) as { __schema?: RawSchema };
  return inner.__schema ?? (inner as unknown as RawSchema);
}

/**
 * Both schemas, with the fields removed from all objects and interfaces that are equal in both. graphql-js compares types by name, so equal
 * types have no changes to find. For a large schema with few changes, there is then almost nothing left to build.
 */
function withoutEqualTypes(before: unknown, now: unknown): [RawSchema, RawSchema] {
  const [old, fresh] = [rawSchema(before), rawSchema(now)];
  const earlier = new Map(old.types.map(type => [type.name, type]));
  const same = new Set<string>();
  for (const type of fresh.types)
    if ((type.kind === 'OBJECT' || type.kind === 'INTERFACE') && sameJson(type, earlier.get(type.name))) same.add(type.name);
  const emptied = (schema: RawSchema): RawSchema => ({
    ...schema,
    types: schema.types.map(type => (same.has(type.name) ? { ...type, fields: [], interfaces: [] } : type)),
  });
  return [emptied(old), emptied(fresh)];
}

function isThere(model: SchemaModel, [name = '', field]: readonly string[]): boolean {
  if (name.startsWith('@')) return model.directives.has(name.slice(1));
  const type = model.types.get(name);
  if (type === undefined || field === undefined) return type !== undefined;
  if (type.kind === 'enum') return type.values.some(value => value.name === field);
  return type.kind === 'input' ? type.inputFields.has(field) : fieldsOf(type).has(field);
}

const N = '([_A-Za-z][_0-9A-Za-z]*)';
// Bounded: all texts are the constants in READERS.
const sentence = (text: string): RegExp => new RegExp(`^${text.replaceAll('{N}', N)}\\.?$`, 's');

type Read = Pick<SchemaChange, 'what' | 'place' | 'path'> & { from?: string; to?: string };
type Reader = readonly [pattern: RegExp, read: (...parts: string[]) => Read];

const at = (what: ChangeWord, type = '', field?: string): Read => ({
  what,
  place: field === undefined ? type : `${type}.${field}`,
  path: field === undefined ? [type] : [type, field],
});
const atArgument = (what: ChangeWord, type = '', field = '', argument = ''): Read => ({
  what,
  place: `${type}.${field}(${argument}:)`,
  path: [type, field],
});
const atDirective = (what: ChangeWord, directive = '', argument?: string): Read => ({
  what,
  place: argument === undefined ? `@${directive}` : `@${directive}(${argument}:)`,
  path: [`@${directive}`],
});

/** Removes article and `type` from a kind in a sentence: `a Scalar type` → `Scalar`. */
const bareKind = (words: string): string => words.replace(/^an? | type$/g, '');

/** graphql-js reports names only inside English sentences. These patterns extract them, by type of change. */
const READERS: Readonly<Record<string, readonly Reader[]>> = {
  TYPE_REMOVED: [[sentence('(?:Standard scalar )?{N} was removed.*'), type => at('removed', type)]],
  TYPE_CHANGED_KIND: [
    [
      sentence('{N} changed from (.*) to (.*?)'),
      (type, from = '', to = '') => ({ ...at('kindChanged', type), from: bareKind(from), to: bareKind(to) }),
    ],
  ],
  TYPE_REMOVED_FROM_UNION: [
    [sentence('{N} was removed from union type {N}'), (m = '', u) => ({ ...at('noLongerMember', u), from: m })],
  ],
  VALUE_REMOVED_FROM_ENUM: [[sentence('{N} was removed from enum type {N}'), (value, type) => at('removed', type, value)]],
  REQUIRED_INPUT_FIELD_ADDED: [
    [sentence('A required field {N} on input type {N} was added'), (f, type) => at('requiredAdded', type, f)],
  ],
  IMPLEMENTED_INTERFACE_REMOVED: [
    [sentence('{N} no longer implements interface {N}'), (type, i = '') => ({ ...at('noLongerImplements', type), from: i })],
  ],
  FIELD_REMOVED: [[sentence('{N}\\.{N} was removed'), (type, field) => at('removed', type, field)]],
  FIELD_CHANGED_KIND: [
    [
      sentence('{N}\\.{N} changed type from (\\S+) to (\\S+?)'),
      (t, f, from = '', to = '') => ({ ...at('typeChanged', t, f), from, to }),
    ],
  ],
  REQUIRED_ARG_ADDED: [
    [sentence('A required arg {N} on {N}\\.{N} was added'), (a, t, f) => atArgument('requiredAdded', t, f, a)],
  ],
  ARG_REMOVED: [[sentence('{N}\\.{N} arg {N} was removed'), (t, f, a) => atArgument('removed', t, f, a)]],
  ARG_CHANGED_KIND: [
    [
      sentence('{N}\\.{N} arg {N} has changed type from (\\S+) to (\\S+?)'),
      (t, f, a, from = '', to = '') => ({ ...atArgument('typeChanged', t, f, a), from, to }),
    ],
  ],
  DIRECTIVE_REMOVED: [[sentence('{N} was removed'), name => atDirective('removed', name)]],
  DIRECTIVE_ARG_REMOVED: [[sentence('{N} was removed from {N}'), (a, name) => atDirective('removed', name, a)]],
  REQUIRED_DIRECTIVE_ARG_ADDED: [
    [sentence('A required arg {N} on directive {N} was added'), (a, name) => atDirective('requiredAdded', name, a)],
  ],
  DIRECTIVE_REPEATABLE_REMOVED: [
    [sentence('Repeatable flag was removed from {N}'), name => atDirective('repeatableRemoved', name)],
  ],
  DIRECTIVE_LOCATION_REMOVED: [
    [sentence('{N} was removed from {N}'), (location = '', name) => ({ ...atDirective('removed', name), from: location })],
  ],
  VALUE_ADDED_TO_ENUM: [[sentence('{N} was added to enum type {N}'), (value, type) => at('added', type, value)]],
  TYPE_ADDED_TO_UNION: [[sentence('{N} was added to union type {N}'), (m = '', u) => ({ ...at('newMember', u), to: m })]],
  OPTIONAL_INPUT_FIELD_ADDED: [
    [sentence('An optional field {N} on input type {N} was added'), (f, t) => at('optionalAdded', t, f)],
  ],
  OPTIONAL_ARG_ADDED: [
    [sentence('An optional arg {N} on {N}\\.{N} was added'), (a, t, f) => atArgument('optionalAdded', t, f, a)],
  ],
  IMPLEMENTED_INTERFACE_ADDED: [
    [sentence('{N} added to interfaces implemented by {N}'), (i = '', type) => ({ ...at('nowImplements', type), to: i })],
  ],
  ARG_DEFAULT_VALUE_CHANGE: [
    [sentence('{N}\\.{N} arg {N} defaultValue was removed'), (t, f, a) => atArgument('defaultChanged', t, f, a)],
    [
      sentence('{N}\\.{N} arg {N} has changed defaultValue from (.*?) to (.*?)'),
      (t, f, a, from = '', to = '') => ({ ...atArgument('defaultChanged', t, f, a), from, to }),
    ],
  ],
};

/** Extracts the names from a sentence of graphql-js. An unknown sentence becomes the `place` of an `other` change. */
function readChange(type: string, description: string): Omit<SchemaChange, 'weight'> {
  for (const [pattern, read] of READERS[type] ?? []) {
    const found = pattern.exec(description);
    if (found) return { from: null, to: null, ...read(...found.slice(1)) };
  }
  return { what: 'other', place: description, path: null, from: null, to: null };
}

/** The changes that graphql-js does not report. `reported` are the changes it found. */
function unreported(before: SchemaModel, now: SchemaModel, reported: readonly SchemaChange[]): SchemaChange[] {
  const found: SchemaChange[] = [];
  const known = new Set(reported.map(({ what, place }) => `${what} ${place}`));
  const add = (change: Pick<SchemaChange, 'what' | 'place' | 'path'> & Partial<SchemaChange>): void => {
    found.push({ weight: 'safe', from: null, to: null, ...change });
  };
  const compare = (
    place: string,
    path: readonly string[],
    was: Part,
    is: Part,
    typeWeight: SchemaChange['weight'] = 'safe',
  ): void => {
    if ((was.deprecated === null) !== (is.deprecated === null))
      add({ what: is.deprecated === null ? 'undeprecated' : 'deprecated', place, path, to: is.deprecated });
    if (was.type !== is.type && !known.has(`typeChanged ${place}`))
      add({ weight: typeWeight, what: 'typeChanged', place, path, from: was.type, to: is.type });
    // Requests that omit the value now use another default.
    if (was.defaultValue !== is.defaultValue && !known.has(`defaultChanged ${place}`))
      add({ weight: 'dangerous', what: 'defaultChanged', place, path, from: was.defaultValue, to: is.defaultValue });
  };
  for (const directive of now.directives.values()) {
    const place = `@${directive.name}`;
    const path = [place];
    const old = before.directives.get(directive.name);
    if (old === undefined) {
      add({ what: 'added', place, path });
      continue;
    }
    for (const argument of directive.args.values()) {
      const was = old.args.get(argument.name);
      const argumentPlace = `${place}(${argument.name}:)`;
      // graphql-js does not compare the types of directive arguments.
      if (was)
        compare(
          argumentPlace,
          path,
          partOf(was),
          partOf(argument),
          takesAll(typeText(argument.type), typeText(was.type)) ? 'safe' : 'breaking',
        );
      else if (!known.has(`requiredAdded ${argumentPlace}`)) add({ what: 'optionalAdded', place: argumentPlace, path });
    }
    for (const location of directive.locations)
      if (!old.locations.includes(location)) add({ what: 'added', place, path, to: location });
    if (directive.isRepeatable && !old.isRepeatable) add({ what: 'other', place, path, to: 'repeatable' });
  }
  for (const type of now.types.values()) {
    // A schema lists a built-in scalar only if it uses it, so these can appear without a change of the schema.
    if (type.name.startsWith('__') || /^(Int|Float|String|Boolean|ID)$/.test(type.name)) continue;
    const old = before.types.get(type.name);
    if (old === undefined) {
      add({ what: 'added', place: type.name, path: [type.name] });
      continue;
    }
    if (old.kind !== type.kind) continue;
    const [wasMarked, isMarked] = [markOf(old), markOf(type)];
    if (wasMarked !== isMarked) add({ what: 'other', place: type.name, path: [type.name], from: wasMarked, to: isMarked });
    const oldMembers = membersOf(old);
    for (const [name, member] of membersOf(type)) {
      const was = oldMembers.get(name);
      const place = `${type.name}.${name}`;
      const path = [type.name, name];
      if (was === undefined) {
        if (member.addedIsSafe) add({ what: 'added', place, path });
        continue;
      }
      compare(place, path, was, member);
      for (const [argument, part] of member.args) {
        const oldPart = was.args.get(argument);
        if (oldPart) compare(`${place}(${argument}:)`, path, oldPart, part);
      }
    }
  }
  return found;
}

/** True if an input of type `type` accepts every value of type `given`: the same type text, with at most fewer `!`. */
function takesAll(type: string, given: string): boolean {
  let at = 0;
  for (const letter of type) {
    if (letter !== '!' && given[at] === '!') at++;
    if (given[at] !== letter) return false;
    at++;
  }
  return at === given.length || given.slice(at) === '!';
}

/** The built-in directive on a type: the URL of `@specifiedBy` for a scalar, `@oneOf` for an input object; null without one. */
function markOf(type: TypeModel): string | null {
  if (type.kind === 'scalar') return type.specifiedBy || null;
  return type.kind === 'input' && type.isOneOf ? '@oneOf' : null;
}

/** The compared properties of a field, input field, argument or enum value. `type` is '' for an enum value. */
interface Part {
  deprecated: string | null;
  type: string;
  defaultValue: string | null;
}

interface Member extends Part {
  args: ReadonlyMap<string, Part>;
  /** True if adding such a member is safe. graphql-js does not report these. */
  addedIsSafe: boolean;
}

const partOf = ({ type, defaultValue, deprecationReason }: ArgumentModel): Part => ({
  deprecated: deprecationReason,
  type: typeText(type),
  defaultValue,
});

/** Fields, input fields or values of a type by name. */
function membersOf(type: TypeModel): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  const args = new Map<string, Part>();
  for (const field of fieldsOf(type).values()) {
    const parts = new Map(Array.from(field.args.values(), argument => [argument.name, partOf(argument)] as const));
    const part = { deprecated: field.deprecationReason, type: typeText(field.type), defaultValue: null };
    members.set(field.name, { ...part, args: parts, addedIsSafe: true });
  }
  if (type.kind === 'input')
    for (const field of type.inputFields.values()) members.set(field.name, { ...partOf(field), args, addedIsSafe: false });
  if (type.kind === 'enum')
    for (const { name, deprecationReason } of type.values)
      members.set(name, { deprecated: deprecationReason, type: '', defaultValue: null, args, addedIsSafe: false });
  return members;
}
