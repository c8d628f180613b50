/**
 * Builds the introspection query and turns a server's introspection result into a `SchemaModel`. Callers send the newest form of the query
 * first (October 2021 edition and the draft's `isOneOf`), then remove the features that an older server does not support, one by one. They
 * should store the level that worked per endpoint. Reading checks the result in one pass with almost no allocation and builds each type
 * when it is first read. Parts that are not valid GraphQL are left out and listed in `problems`. Only a result that is not an introspection
 * result throws. Specification: https://spec.graphql.org/draft/#sec-Introspection
 */
import { atOnce } from '../../lib/inSteps';
import { lazily } from './lazily';
import { createLazyMap } from './lazyMap';
import { readableName } from './readableName';
import type {
  ArgumentModel,
  DirectiveModel,
  EnumValueModel,
  EnumWords,
  FieldModel,
  NamedRef,
  ObjectTypeModel,
  SchemaModel,
  TypeModel,
  TypeRef,
} from './schemaModel';

/** The newer introspection features to query, as a sum of `FEATURES` flags. A plain number, so that it can be stored. */
export type IntrospectionLevel = number;

/** The bit of each feature in an `IntrospectionLevel`. */
export const FEATURES = {
  oneOf: 1,
  inputDeprecation: 2,
  schemaDescription: 4,
  repeatable: 8,
  specifiedBy: 16,
  /** Nine nested `ofType` selections (list and non-null wrappers) instead of four. */
  deep: 32,
  deprecation: 64,
  directives: 128,
} as const;

/** All features: the level to start with for an unknown server. */
export const NEWEST_LEVEL: IntrospectionLevel = 255;

/** The level below all: the schema is fetched in parts (contentsQuery.ts). */
export const IN_PARTS: IntrospectionLevel = 256;

/** Selections for a type inside `depth` list and non-null wrappers. */
export const ofTypes = (depth: number): string => `${' ofType { kind name'.repeat(depth)}${' }'.repeat(depth)}`;

/** The text of the introspection query for a level. Its operation name is `IntrospectionQuery`. */
export function introspectionQuery(level: IntrospectionLevel = NEWEST_LEVEL): string {
  const has = (feature: keyof typeof FEATURES): boolean => (level & FEATURES[feature]) !== 0;
  const all = has('deprecation') ? '(includeDeprecated: true)' : '';
  const allInputs = has('inputDeprecation') ? '(includeDeprecated: true)' : '';
  const deprecated = has('deprecation') ? ' isDeprecated deprecationReason' : '';
  const inputDeprecated = has('inputDeprecation') ? ' isDeprecated deprecationReason' : '';
  const ofType = ofTypes(has('deep') ? 9 : 4);
  const directives = `
    directives {
      name description locations${has('repeatable') ? ' isRepeatable' : ''}
      args${allInputs} { ...InputValue }
    }`;
  return `query IntrospectionQuery {
  __schema {${has('schemaDescription') ? '\n    description' : ''}
    queryType { name }
    mutationType { name }
    subscriptionType { name }
    types { ...FullType }${has('directives') ? directives : ''}
  }
}
fragment FullType on __Type {
  kind name description${has('specifiedBy') ? ' specifiedByURL' : ''}${has('oneOf') ? ' isOneOf' : ''}
  fields${all} {
    name description
    args${allInputs} { ...InputValue }
    type { ...TypeRef }${deprecated}
  }
  inputFields${allInputs} { ...InputValue }
  interfaces { ...TypeRef }
  enumValues${all} { name description${deprecated} }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue {
  name description
  type { ...TypeRef }
  defaultValue${inputDeprecated}
}
fragment TypeRef on __Type { kind name${ofType} }
`;
}

/** Thrown for input that is not an introspection result. The message (in English) says what is wrong and where. */
export class IntrospectionError extends Error {
  override readonly name = 'IntrospectionError';
}

type Raw = { readonly [key: string]: unknown };
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/;
const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

const KINDS: ReadonlyMap<unknown, TypeModel['kind']> = new Map([
  ['SCALAR', 'scalar'],
  ['OBJECT', 'object'],
  ['INTERFACE', 'interface'],
  ['UNION', 'union'],
  ['ENUM', 'enum'],
  ['INPUT_OBJECT', 'input'],
]);

/**
 * Builds a model from an introspection result: `{ data: { __schema } }`, `{ __schema }` or the `__schema` object itself.
 * @throws IntrospectionError if `json` is not an introspection result
 */
export function readIntrospection(json: unknown): SchemaModel {
  return atOnce(introspectionSteps(json));
}

/** `readIntrospection` as a generator that yields after each type. @throws IntrospectionError like `readIntrospection` */
export function* introspectionSteps(json: unknown): Generator<void, SchemaModel> {
  const schema = schemaObject(json);
  const rawTypes = new Map<string, Raw>();
  const problems: string[] = [];
  const problem = (text: string): void => {
    if (problems.length < 100) problems.push(text.length > 300 ? `${text.slice(0, 300)}…` : text);
  };
  if (!Array.isArray(schema.types))
    throw new IntrospectionError('The introspection result has no list of types (__schema.types).');
  for (const [index, raw] of schema.types.entries()) {
    if (!isRaw(raw) || !isName(raw.name)) problem(`__schema.types[${index}] has no valid name.`);
    else if (!KINDS.has(raw.kind)) problem(`Type ${raw.name} is of an unknown kind.`);
    else if (rawTypes.has(raw.name)) problem(`Type ${raw.name} appears twice.`);
    else rawTypes.set(raw.name, raw);
  }
  const checked = yield* checkTypes(rawTypes, listOf(schema.directives), problem);
  return makeModel(schema, rawTypes, checked, problems);
}

function schemaObject(json: unknown): Raw {
  if (!isRaw(json)) throw new IntrospectionError('This is not an introspection result: it is not an object.');
  const data = isRaw(json.data) ? json.data : json;
  if (isRaw(data.__schema)) return data.__schema;
  if (Array.isArray(data.types) && isRaw(data.queryType)) return data;
  const [error] = listOf(json.errors);
  if (isRaw(error))
    throw new IntrospectionError(
      `The server refused introspection: ${(textOf(error.message) ?? 'no reason given').slice(0, 300)}`,
    );
  throw new IntrospectionError('This is not an introspection result: it has no __schema.');
}

/** The innermost (named) type of a raw type reference; null if the reference is truncated or malformed. */
function innermost(raw: unknown): Raw | null {
  let inner = raw;
  let wrappedByNonNull = false;
  for (let depth = 0; depth < 64 && isRaw(inner); depth++) {
    if (inner.kind === 'NON_NULL' ? wrappedByNonNull : false) return null;
    if (inner.kind !== 'NON_NULL' && inner.kind !== 'LIST') return isName(inner.name) ? inner : null;
    wrappedByNonNull = inner.kind === 'NON_NULL';
    inner = inner.ofType;
  }
  return null;
}

const OUTPUT = new Set(['scalar', 'enum', 'object', 'interface', 'union']);
const INPUT = new Set(['scalar', 'enum', 'input']);

/**
 * Returns the raw parts to leave out: fields of unknown types and members with invalid names. Adds a scalar to `rawTypes` for each unknown
 * type that an argument names, because users can still enter a value for it and the server knows the type.
 */
function* checkTypes(
  rawTypes: Map<string, Raw>,
  directives: readonly unknown[],
  problem: (text: string) => void,
): Generator<void, ReadonlySet<unknown>> {
  const dropped = new Set<unknown>();
  const kindOf = (name: string): TypeModel['kind'] | undefined => KINDS.get(rawTypes.get(name)?.kind);
  const drop = (raw: unknown, text: string): void => {
    dropped.add(raw);
    problem(text);
  };
  const checkArguments = (owner: string, args: unknown): boolean => {
    for (const raw of listOf(args)) {
      const where = `${owner}(${isRaw(raw) ? textOf(raw.name) : ''})`;
      if (!isRaw(raw) || !isName(raw.name)) return false;
      const inner = innermost(raw.type);
      if (inner === null) return false;
      const name = inner.name as string;
      const kind = kindOf(name);
      if (kind === undefined) {
        rawTypes.set(name, { kind: 'SCALAR', name });
        problem(`${where} is of type ${name}, which is not in the schema; treated as a scalar.`);
      } else if (!INPUT.has(kind)) return false;
    }
    return true;
  };
  // The copy excludes types that the loop adds: they are scalars and need no check.
  for (const [typeName, type] of [...rawTypes]) {
    yield;
    const seen = new Set<string>();
    for (const raw of listOf(type.fields)) {
      yield;
      if (!isRaw(raw) || !isName(raw.name)) {
        drop(raw, `A field of ${typeName} has no valid name.`);
        continue;
      }
      const where = `${typeName}.${raw.name}`;
      const inner = innermost(raw.type);
      if (seen.has(raw.name)) drop(raw, `${where} appears twice.`);
      else if (inner === null) drop(raw, `The type of ${where} is cut off or malformed.`);
      else if (!OUTPUT.has(kindOf(inner.name as string) ?? ''))
        drop(raw, `${where} is of type ${inner.name}, which is unknown or an input type.`);
      else if (!checkArguments(where, raw.args)) drop(raw, `${where} has an argument that is malformed.`);
      seen.add(raw.name);
    }
    for (const raw of listOf(type.inputFields)) {
      if (!checkArguments(typeName, [raw])) drop(raw, `A field of input ${typeName} is malformed.`);
    }
    for (const raw of listOf(type.enumValues)) {
      if (!isRaw(raw) || !isName(raw.name)) drop(raw, `A value of enum ${typeName} has no valid name.`);
    }
    for (const list of [type.interfaces, type.possibleTypes]) {
      for (const raw of listOf(list)) {
        const kind = isRaw(raw) && isName(raw.name) ? kindOf(raw.name) : undefined;
        if (kind !== (list === type.interfaces ? 'interface' : 'object'))
          drop(raw, `${typeName} names a type that is unknown or of the wrong kind.`);
      }
    }
  }
  for (const raw of directives) {
    if (!isRaw(raw) || !isName(raw.name)) drop(raw, 'A directive has no valid name.');
    else if (!checkArguments(`@${raw.name}`, raw.args)) drop(raw, `Directive @${raw.name} has an argument that is malformed.`);
  }
  return dropped;
}

/** Reads the members of types. Equal type references are one object. */
function createMemberReader(dropped: ReadonlySet<unknown>) {
  const refs = new Map<string, TypeRef>();
  const kept = (list: unknown): Raw[] => listOf(list).filter((raw): raw is Raw => isRaw(raw) && !dropped.has(raw));

  const named = (name: string): NamedRef => {
    const cached = refs.get(name) as NamedRef | undefined;
    if (cached) return cached;
    const ref: NamedRef = { kind: 'named', name };
    refs.set(name, ref);
    return ref;
  };
  const typeRef = (raw: Raw): TypeRef => {
    if (raw.kind !== 'NON_NULL' && raw.kind !== 'LIST') return named(raw.name as string);
    const of = typeRef(raw.ofType as Raw);
    const text = raw.kind === 'LIST' ? `[${textOfRef(of)}]` : `${textOfRef(of)}!`;
    let ref = refs.get(text);
    if (ref === undefined) {
      ref = raw.kind === 'LIST' ? { kind: 'list', of } : { kind: 'nonNull', of: of as NamedRef };
      texts.set(ref, text);
      refs.set(text, ref);
    }
    return ref;
  };
  const texts = new Map<TypeRef, string>();
  const textOfRef = (ref: TypeRef): string => (ref.kind === 'named' ? ref.name : (texts.get(ref) ?? ''));

  const reason = (raw: Raw): string | null =>
    raw.isDeprecated === true || (raw.isDeprecated === undefined && textOf(raw.deprecationReason))
      ? textOf(raw.deprecationReason) || 'No longer supported'
      : null;
  const argument = (raw: Raw): ArgumentModel => ({
    name: raw.name as string,
    description: textOf(raw.description),
    type: typeRef(raw.type as Raw),
    defaultValue: textOf(raw.defaultValue),
    deprecationReason: reason(raw),
  });
  const argumentMap = (list: unknown): ReadonlyMap<string, ArgumentModel> => {
    const raws = kept(list);
    return raws.length === 0 ? NO_ARGUMENTS : new Map(raws.map(raw => [raw.name as string, argument(raw)]));
  };
  const field = (raw: Raw): FieldModel => ({
    name: raw.name as string,
    description: textOf(raw.description),
    type: typeRef(raw.type as Raw),
    args: argumentMap(raw.args),
    deprecationReason: reason(raw),
  });
  const fieldMap = (list: unknown): ReadonlyMap<string, FieldModel> =>
    createLazyMap(new Map(kept(list).map(raw => [raw.name as string, raw])), field);
  const names = (list: unknown): readonly string[] => kept(list).map(raw => raw.name as string);
  const enumValue = (raw: Raw): EnumValueModel => ({
    name: raw.name as string,
    description: textOf(raw.description),
    deprecationReason: reason(raw),
  });
  return { kept, argumentMap, fieldMap, names, enumValue };
}

function makeModel(
  schema: Raw,
  rawTypes: ReadonlyMap<string, Raw>,
  dropped: ReadonlySet<unknown>,
  problems: readonly string[],
): SchemaModel {
  const { kept, argumentMap, fieldMap, names, enumValue } = createMemberReader(dropped);

  const makeType = (raw: Raw): TypeModel => {
    const base = { name: raw.name as string, description: textOf(raw.description) };
    switch (KINDS.get(raw.kind)) {
      case 'object':
        return lazily(
          { ...base, kind: 'object' },
          { fields: () => fieldMap(raw.fields), interfaces: () => names(raw.interfaces) },
        );
      case 'interface':
        return lazily(
          { ...base, kind: 'interface' },
          {
            fields: () => fieldMap(raw.fields),
            interfaces: () => names(raw.interfaces),
            possibleTypes: () => names(raw.possibleTypes),
          },
        );
      case 'union':
        return lazily({ ...base, kind: 'union' }, { possibleTypes: () => names(raw.possibleTypes) });
      case 'enum':
        return OF_CODES.test(base.name)
          ? lazily(
              { ...base, kind: 'enum', words: CODE_WORDS },
              {
                values: () =>
                  kept(raw.enumValues).map(value => ({ ...enumValue(value), label: codeLabel(value.name as string) })),
              },
            )
          : lazily({ ...base, kind: 'enum' }, { values: () => kept(raw.enumValues).map(enumValue) });
      case 'input':
        return lazily(
          { ...base, kind: 'input', isOneOf: raw.isOneOf === true },
          { inputFields: () => argumentMap(raw.inputFields) },
        );
      default:
        return { ...base, kind: 'scalar', specifiedBy: textOf(raw.specifiedByURL) ?? textOf(raw.specifiedByUrl) };
    }
  };

  const types = createLazyMap(rawTypes, makeType);
  const root = (key: string): ObjectTypeModel | null => {
    const raw = schema[key];
    const type = isRaw(raw) && isName(raw.name) ? types.get(raw.name) : undefined;
    return type?.kind === 'object' ? type : null;
  };
  const queryType = root('queryType');
  if (queryType === null) throw new IntrospectionError('The schema does not contain its query type (__schema.queryType).');
  const remembered = new Map<string, unknown>();
  return {
    description: textOf(schema.description),
    queryType,
    mutationType: root('mutationType'),
    subscriptionType: root('subscriptionType'),
    types,
    directives: createLazyMap(
      new Map(kept(schema.directives).map(raw => [raw.name as string, raw])),
      (raw): DirectiveModel => ({
        name: raw.name as string,
        description: textOf(raw.description),
        locations: listOf(raw.locations).filter(location => typeof location === 'string'),
        args: argumentMap(raw.args),
        isRepeatable: raw.isRepeatable === true,
      }),
    ),
    problems,
    remember<T>(key: string, make: () => T): T {
      if (!remembered.has(key)) remembered.set(key, make());
      return remembered.get(key) as T;
    },
  };
}

/** Names of enums whose values are codes (EUR, NL), which are written in capitals. */
const OF_CODES = /(?:code|currency|country|language)$/i;
const codeLabel = (value: string): string => (/^[A-Z]{2,3}$/.test(value) ? value : readableName(value));
const CODE_WORDS: EnumWords = { enumLabel: codeLabel };
const NO_ARGUMENTS: ReadonlyMap<string, ArgumentModel> = new Map();
