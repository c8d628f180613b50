/**
 * Answers operations with example data for any schema. A value is made of the seed, its type, the id of its object and the name of its field, so an
 * object has the same values wherever it is met, and the same seed gives the same bytes in whatever order things are asked for (which is why this is
 * not @graphql-tools/mock: it draws from Math.random). Mutations change what is seen from then on. Filters are passed over.
 */
import {
  buildClientSchema,
  type DocumentNode,
  execute,
  executeSync,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  type IntrospectionQuery,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { type GivenArguments, givenOf } from './givenArguments';
import { numberAt, pick } from './numberAt';
import { customScalar, integerFor, textFor } from './textFor';

/** An operation as it was sent. */
export interface ExampleRequest {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  operationName: string | null;
}

/** See the head of the file. */
export interface ExampleServer {
  /** What kind of operation a request asks for; null where it cannot be read. */
  kindOf(request: ExampleRequest): 'query' | 'mutation' | 'subscription' | null;
  /** `turn`: which event of a subscription. Default 0. */
  answer(request: ExampleRequest, turn?: number): Promise<unknown>;
}

/** An object of an answer. */
class ExampleObject {
  constructor(
    readonly type: string,
    readonly key: string,
    /** Values that are given; all else is made. */
    readonly preset: ReadonlyMap<string, unknown> = new Map(),
    /** What the field that made it was given: a payload hands it on to what it holds. */
    readonly given: GivenArguments | null = null,
  ) {}
}

/** Objects that a type has, besides those that are created. */
const LEAST_OBJECTS = 25;
const MORE_OBJECTS = 30;
/** Objects of a list within an object, at most. */
const MOST_NESTED = 5;
/** Objects of one answer: nested lists grow without end. */
const MOST_OBJECTS = 20_000;
/** Objects that the fields of a single object may always be made of, however many were made before. */
const LEAST_ROOM = 20;

/** Names of mutations that take something away. */
const DELETES = /^(?:delete|remove|destroy)/i;

/** Makes one. @param introspection the answer of an introspection query, with or without `data` around it */
export function createExampleServer(introspection: unknown, seed: string): ExampleServer {
  const inner = (introspection as { data?: unknown }).data ?? introspection;
  const schema = buildClientSchema(inner as IntrospectionQuery, { assumeValid: true });
  const store = createStore(seed);
  return {
    kindOf({ query, operationName }) {
      try {
        const operations = parse(query).definitions.filter(definition => definition.kind === 'OperationDefinition');
        return (operations.find(({ name }) => name?.value === operationName) ?? operations[0])?.operation ?? null;
      } catch {
        return null;
      }
    },
    async answer({ query, variables, operationName }, turn = 0) {
      try {
        const document = parse(query, { maxTokens: 50_000 });
        const errors = validate(schema, document);
        if (errors.length > 0) return { errors };
        const room = exampleRoom();
        return await execute({
          schema,
          // A subscription's event is answered as a query of its type.
          document,
          rootValue: undefined,
          contextValue: { room, turn },
          variableValues: variables,
          operationName,
          fieldResolver: fieldResolver(schema, store, seed),
          typeResolver: value => (value as ExampleObject).type,
        });
      } catch (error) {
        return { errors: [{ message: error instanceof Error ? error.message : String(error) }] };
      }
    },
  };
}

/** How many objects may still be made for an answer. */
export interface ExampleRoom {
  left: number;
}

/** That of a new answer. */
export const exampleRoom = (): ExampleRoom => ({ left: MOST_OBJECTS });

/**
 * Makes values of fields of single objects, with a schema whose query type is that of the objects. They are never null where that is left to chance.
 * @returns the fields that `document` asks of the object with that key
 */
export function exampleFields(schema: GraphQLSchema, seed: string) {
  const fields = fieldResolver(schema, createStore(seed), seed);
  const type = schema.getQueryType()?.name ?? '';
  return (
    key: string,
    document: DocumentNode,
    variableValues: Readonly<Record<string, unknown>>,
    room: ExampleRoom,
  ): Record<string, unknown> => {
    const own = { left: Math.max(room.left, LEAST_ROOM) };
    const before = own.left;
    const { data } = executeSync({
      schema,
      document,
      rootValue: new ExampleObject(type, key),
      contextValue: { room: own, turn: 0, isWhole: true } satisfies Context,
      variableValues,
      fieldResolver: fields,
      typeResolver: value => (value as ExampleObject).type,
    });
    room.left -= before - own.left;
    return data ?? {};
  };
}

/** What mutations have done, by type and id. */
interface ExampleStore {
  /** Ids of a type's objects, in their order. */
  keys(type: string): string[];
  create(type: string): string;
  remove(type: string, key: string): void;
  changed(type: string, key: string): Map<string, unknown>;
}

function createStore(seed: string): ExampleStore {
  const created = new Map<string, number>();
  const removed = new Set<string>();
  const changes = new Map<string, Map<string, unknown>>();
  const count = (type: string): number => LEAST_OBJECTS + (numberAt(seed, type) % MORE_OBJECTS) + (created.get(type) ?? 0);
  return {
    keys: type => Array.from({ length: count(type) }, (_, at) => String(at + 1)).filter(key => !removed.has(`${type} ${key}`)),
    create(type) {
      created.set(type, (created.get(type) ?? 0) + 1);
      return String(count(type));
    },
    remove: (type, key) => void removed.add(`${type} ${key}`),
    changed(type, key) {
      const place = `${type} ${key}`;
      const known = changes.get(place) ?? new Map<string, unknown>();
      changes.set(place, known);
      return known;
    },
  };
}

interface Context {
  room: ExampleRoom;
  turn: number;
  /** Nothing is left out by chance. */
  isWhole?: boolean;
}

function fieldResolver(schema: GraphQLSchema, store: ExampleStore, seed: string): GraphQLFieldResolver<unknown, Context> {
  const mutation = schema.getMutationType()?.name;
  return (parent, args, { room, turn, isWhole }, { fieldName, returnType, parentType }) => {
    const source = parent instanceof ExampleObject ? parent : new ExampleObject(parentType.name, turn === 0 ? '' : String(turn));
    if (source.preset.has(fieldName)) return source.preset.get(fieldName);
    const isChange = source.type === mutation;
    const own = givenOf(args as Record<string, unknown>, isChange ? (DELETES.test(fieldName) ? 'delete' : 'write') : null);
    const given = own.isEmpty && source.given && !isEntity(schema, source.type) ? source.given : own;
    const changes = source.type === parentType.name && source.key !== '' ? store.changed(source.type, source.key) : undefined;
    const value = (type: GraphQLOutputType, at: string): unknown => {
      if (isNonNullType(type)) return value(type.ofType, at);
      if (isListType(type)) return list(type.ofType, at);
      const named = getNamedType(type);
      return isLeafType(named)
        ? leaf(named, fieldName, [seed, source.type, source.key, fieldName, at], source.key, isChange)
        : object(named, at);
    };
    const entityOf = (named: GraphQLNamedType, key: string): string =>
      isAbstractType(named) ? pick(schema.getPossibleTypes(named), seed, named.name, key).name : named.name;
    const object = (named: GraphQLNamedType, at: string): ExampleObject | null => {
      if (room.left-- <= 0) return null;
      const page = isObjectType(named) ? pageOf(schema, named, store, given, entityOf) : null;
      if (page) return new ExampleObject(named.name, `${source.type}.${source.key}.${fieldName}`, page);
      if (!isEntity(schema, named.name)) {
        const type = entityOf(named, `${source.key}${fieldName}${at}`);
        return new ExampleObject(
          type,
          `${source.type}.${source.key}.${fieldName}${at}`,
          undefined,
          isChange || !own.isEmpty ? given : source.given,
        );
      }
      const some = entityOf(named, '');
      const key =
        given.idOf(named.name) ??
        (given.change === 'write' ? store.create(some) : pick(store.keys(some), seed, source.type, source.key, fieldName, at));
      const type = entityOf(named, key);
      applyChange(schema, store, type, key, given);
      return new ExampleObject(type, key);
    };
    const list = (element: GraphQLOutputType, at: string): unknown[] => {
      const named = getNamedType(element);
      if (isListType(getNullableType(element))) return [value(element, `${at}.0`)];
      if (isLeafType(named))
        return Array.from({ length: 1 + (numberAt(seed, source.key, fieldName) % 3) }, (_, index) =>
          value(element, `${at}.${index}`),
        );
      if (!isEntity(schema, named.name)) return Array.from({ length: 3 }, (_, index) => object(named, `${at}.${index}`));
      const keys = store.keys(entityOf(named, ''));
      const isAll = source.key === '' || source.given !== null;
      const some = isAll ? given.page(keys) : nested(keys, seed, source.type, source.key, fieldName);
      room.left -= some.length;
      return room.left < 0 ? [] : some.map(key => new ExampleObject(entityOf(named, key), key));
    };
    if (changes?.has(fieldName)) return changes.get(fieldName);
    const isMissing =
      !isWhole && !isNonNullType(returnType) && isLeafType(getNamedType(returnType)) && source.key !== '' && fieldName !== 'id';
    if (isMissing && numberAt(seed, 'missing', source.type, source.key, fieldName) % 12 === 0) return null;
    return value(returnType, '');
  };
}

/** Some of the ids, for a list within an object. */
function nested(keys: readonly string[], ...place: readonly (string | number)[]): string[] {
  const from = numberAt(...place) % Math.max(1, keys.length);
  return keys.slice(from, from + (numberAt('count', ...place) % (MOST_NESTED + 1)));
}

/** Whether a type's objects have an id. */
function isEntity(schema: GraphQLSchema, name: string): boolean {
  const type = schema.getType(name);
  if (type && isAbstractType(type)) return schema.getPossibleTypes(type).some(possible => isEntity(schema, possible.name));
  if (!type || !isObjectType(type)) return false;
  return Object.values(type.getFields()).some(
    ({ name: field, type: of }) => field === 'id' || field === '_id' || getNamedType(of).name === 'ID',
  );
}

/** A page of a list in the form of Relay's connections; null where the type is none. */
function pageOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  store: ExampleStore,
  given: GivenArguments,
  entityOf: (named: GraphQLNamedType, key: string) => string,
): Map<string, unknown> | null {
  if (!isObjectType(type)) return null;
  const { edges, nodes } = type.getFields();
  const edge = edges && getNamedType(edges.type);
  const node = nodes
    ? getNamedType(nodes.type)
    : edge && isObjectType(edge)
      ? edge.getFields().node && getNamedType((edge.getFields().node as { type: GraphQLOutputType }).type)
      : undefined;
  if (!node || isLeafType(node) || !isEntity(schema, node.name)) return null;
  const all = store.keys(entityOf(node, ''));
  const keys = given.page(all);
  const objects = keys.map(key => new ExampleObject(entityOf(node, key), key));
  const cursors = keys.map(key => String(all.indexOf(key) + 1));
  const pageInfo = new ExampleObject(
    'PageInfo',
    'page',
    new Map<string, unknown>([
      ['hasNextPage', keys.length > 0 && keys.at(-1) !== all.at(-1)],
      ['hasPreviousPage', keys.length > 0 && keys[0] !== all[0]],
      ['startCursor', cursors[0] ?? null],
      ['endCursor', cursors.at(-1) ?? null],
    ]),
  );
  return new Map<string, unknown>([
    ['nodes', objects],
    [
      'edges',
      objects.map(
        (object, at) =>
          new ExampleObject(
            edge?.name ?? '',
            cursors[at] as string,
            new Map<string, unknown>([
              ['node', object],
              ['cursor', cursors[at]],
            ]),
          ),
      ),
    ],
    ['pageInfo', pageInfo],
    ['totalCount', all.length],
  ]);
}

/** Takes over what a mutation was given where the object has a field of that name. */
function applyChange(schema: GraphQLSchema, store: ExampleStore, name: string, key: string, given: GivenArguments): void {
  if (given.change === null) return;
  if (given.change === 'delete') {
    store.remove(name, key);
    return;
  }
  const type = schema.getType(name);
  if (!type || !isObjectType(type)) return;
  const changes = store.changed(name, key);
  for (const [field, value] of given.values) {
    const known = Object.hasOwn(type.getFields(), field) ? type.getFields()[field] : undefined;
    if (known && isLeafType(getNamedType(known.type)) && field !== 'id') changes.set(field, value);
  }
}

/** A single value. */
function leaf(
  type: GraphQLNamedType,
  field: string,
  place: readonly (string | number)[],
  key: string,
  isChange: boolean,
): unknown {
  if (isEnumType(type)) return pick(type.getValues(), ...place).value;
  switch (type.name) {
    case 'ID':
      return field === 'id' || field === '_id' ? key || '1' : String(1 + (numberAt(...place) % LEAST_OBJECTS));
    case 'Int':
      return field === 'id' && /^\d+$/.test(key) ? Number(key) : integerFor(field, ...place);
    case 'Float':
      return coordinate(field, ...place) ?? (numberAt(...place) % 100_000) / 100;
    case 'Boolean':
      return isChange || numberAt(...place) % 2 === 0;
    case 'String':
      return field === 'id' ? key : textFor(field, ...place);
    default:
      return field === 'id' ? key : customScalar(type.name, field, ...place);
  }
}

function coordinate(field: string, ...place: readonly (string | number)[]): number | null {
  const share = numberAt(...place) / 2 ** 32;
  if (/^lat/i.test(field)) return Math.round(share * 140_000 - 70_000) / 1000;
  return /^(?:lon|lng)/i.test(field) ? Math.round(share * 360_000 - 180_000) / 1000 : null;
}
