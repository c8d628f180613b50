/**
 * Executes operations against example data for any schema. A value depends only on the seed, the type and id of its object and the field
 * name. So an object has the same values everywhere, and the same seed gives the same bytes in any order of requests (@graphql-tools/mock
 * cannot do this: it uses Math.random). Mutations change the results of later operations. Lists are filtered and sorted.
 */
import {
  buildClientSchema,
  type DocumentNode,
  execute,
  executeSync,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
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
import { matchesFilter, order } from './matchesFilter';
import { numberAt, pick } from './numberAt';
import { type SortStep, sortSteps } from './sortSteps';
import { customScalar, integerFor, textFor } from './textFor';

/** An operation from a request. */
export interface ExampleRequest {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  operationName: string | null;
}

/** Executes operations against example data. */
export interface ExampleServer {
  /** The operation type of a request; null if it cannot be parsed. */
  kindOf(request: ExampleRequest): 'query' | 'mutation' | 'subscription' | null;
  /** Returns the result of an operation. `turn` is the number of the event of a subscription. Default 0. */
  answer(request: ExampleRequest, turn?: number): Promise<unknown>;
}

/** An object in a result. */
class ExampleObject {
  constructor(
    readonly type: string,
    readonly key: string,
    /** Fixed values by field name; all other fields are generated. */
    readonly preset: ReadonlyMap<string, unknown> = new Map(),
    /** Arguments of the field that returned this object. A payload passes them on to the objects that it contains. */
    readonly given: GivenArguments | null = null,
  ) {}
}

/** Number of objects of a type: at least 25, plus up to 29 depending on the seed, plus those that mutations create. */
const LEAST_OBJECTS = 25;
const MORE_OBJECTS = 30;
/** Maximum length of a list in an object. */
const MOST_NESTED = 5;
/** Maximum number of objects in one result, because nested lists multiply. */
const MOST_OBJECTS = 20_000;
/** Number of objects that the fields of a single object may always use, even if the limit of the result is reached. */
const LEAST_ROOM = 20;

/** Names of mutations that delete an object. */
const DELETES = /^(?:delete|remove|destroy)/i;

/** Creates an example server. @param introspection the introspection data, with or without `data` around it */
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
          // `execute` resolves a subscription's selection set once: the result is one event.
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

/** The number of objects that may still be created for a result. */
export interface ExampleRoom {
  left: number;
}

/** The limit for a new result. */
export const exampleRoom = (): ExampleRoom => ({ left: MOST_OBJECTS });

/**
 * Generates field values of single objects. The query type of `schema` must be the type of the objects. Nullable fields are never null here.
 * @returns a function that returns the fields which `document` selects from the object with that key
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

/** The changes made by mutations, by type and id. */
interface ExampleStore {
  /** Ids of a type's objects, in order. */
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
  /** True: nullable fields always have a value. Default: about one in twelve is null. */
  isWhole?: boolean;
}

function fieldResolver(schema: GraphQLSchema, store: ExampleStore, seed: string): GraphQLFieldResolver<unknown, Context> {
  const mutation = schema.getMutationType()?.name;
  const resolve: GraphQLFieldResolver<unknown, Context, Record<string, unknown>> = (
    parent,
    args,
    context,
    { fieldName, returnType, parentType },
  ) => {
    const { room, turn, isWhole } = context;
    const source = parent instanceof ExampleObject ? parent : new ExampleObject(parentType.name, turn === 0 ? '' : String(turn));
    if (source.preset.has(fieldName)) return source.preset.get(fieldName);
    const isChange = source.type === mutation;
    const own = givenOf(args, isChange ? (DELETES.test(fieldName) ? 'delete' : 'write') : null);
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
    const read = (type: GraphQLObjectType, key: string, field: string): unknown =>
      resolve(new ExampleObject(type.name, key), {}, context, {
        fieldName: field,
        returnType: type.getFields()[field]?.type,
        parentType: type,
      } as GraphQLResolveInfo);
    /** Ids of the objects of a type that fulfil the arguments, in the order that these ask for. */
    const keysOf = (named: GraphQLNamedType): string[] => {
      const keys = store.keys(entityOf(named, ''));
      if (given.isEmpty || given.change !== null) return keys;
      const found = keys.filter(key => {
        const type = schema.getType(entityOf(named, key));
        return !isObjectType(type) || matchesFilter(given.args, type, field => read(type, key, field));
      });
      const steps = isObjectType(named) ? sortSteps(given.args, leafFields(named)) : [];
      return isObjectType(named) && steps.length > 0
        ? found.sort(byValues(steps, (key, field) => read(named, key, field)))
        : found;
    };
    const object = (named: GraphQLNamedType, at: string): ExampleObject | null => {
      if (room.left-- <= 0) return null;
      const page = isObjectType(named) ? pageOf(schema, named, keysOf, given, entityOf) : null;
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
      const isAll = source.key === '' || source.given !== null;
      const some = isAll
        ? given.page(keysOf(named))
        : nested(store.keys(entityOf(named, '')), seed, source.type, source.key, fieldName);
      room.left -= some.length;
      return room.left < 0 ? [] : some.map(key => new ExampleObject(entityOf(named, key), key));
    };
    if (changes?.has(fieldName)) return changes.get(fieldName);
    const isMissing =
      !isWhole && !isNonNullType(returnType) && isLeafType(getNamedType(returnType)) && source.key !== '' && fieldName !== 'id';
    if (isMissing && numberAt(seed, 'missing', source.type, source.key, fieldName) % 12 === 0) return null;
    return value(returnType, '');
  };
  return resolve;
}

/** Compares two keys by the values of their objects; null comes last. */
const byValues =
  (steps: readonly SortStep[], read: (key: string, field: string) => unknown) =>
  (one: string, other: string): number => {
    for (const { field, isDown } of steps) {
      const [left, right] = [read(one, field), read(other, field)];
      const difference = left === null || right === null ? Number(left === null) - Number(right === null) : order(left, right);
      if (difference !== 0) return isDown && left !== null && right !== null ? -difference : difference;
    }
    return 0;
  };

const leafFields = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields()).flatMap(field => (isLeafType(getNullableType(field.type)) ? field.name : []));

/** A few of the ids, for a list in an object. */
function nested(keys: readonly string[], ...place: readonly (string | number)[]): string[] {
  const from = numberAt(...place) % Math.max(1, keys.length);
  return keys.slice(from, from + (numberAt('count', ...place) % (MOST_NESTED + 1)));
}

/** True if objects of the type have an id. */
function isEntity(schema: GraphQLSchema, name: string): boolean {
  const type = schema.getType(name);
  if (type && isAbstractType(type)) return schema.getPossibleTypes(type).some(possible => isEntity(schema, possible.name));
  if (!type || !isObjectType(type)) return false;
  return Object.values(type.getFields()).some(
    ({ name: field, type: of }) => field === 'id' || field === '_id' || getNamedType(of).name === 'ID',
  );
}

/** The fields of a Relay connection for the requested page; null if the type is not a connection. */
function pageOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  keysOf: (named: GraphQLNamedType) => string[],
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
  const all = keysOf(node);
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

/** Applies a mutation to an object: deletes it, or stores the arguments that match one of its fields. */
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
    const definition = Object.hasOwn(type.getFields(), field) ? type.getFields()[field] : undefined;
    if (definition && isLeafType(getNamedType(definition.type)) && field !== 'id') changes.set(field, value);
  }
}

/** The value of a scalar or enum field. */
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
