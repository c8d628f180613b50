/**
 * Finds the collections of a schema: root fields, and fields of root namespaces one or two levels deep, that return a list of objects in a
 * known shape. A collection is plain data. listShape.ts describes its list and paging.ts its paging. Separate functions find its other
 * capabilities: filterCapability, sortCapability, totalSource.
 */
import { atOnce } from '../../lib/inSteps';
import { findContainers } from '../filters/findFilters';
import { findSorting } from '../filters/findSorting';
import { hasSortArgument } from '../filters/sortNames';
import type { ArgumentPath } from '../model/argumentPath';
import { fieldLabel, nameKey, plural, readableName, singular, spaceLabel } from '../model/readableName';
import {
  type ArgumentModel,
  type FieldModel,
  fieldsOf,
  isList,
  isRequiredArgument,
  needsNoArguments,
  type ObjectTypeModel,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { isPlainLeaf, keyPaths } from './displayField';
import { type FoundList, findFacts, findList, findListInUnion, isErrorList, type ListShape } from './listShape';
import { findPaging, isCursorName, type Paging, type PagingOffers } from './paging/paging';
import { isAggregateOf } from './paging/totals';
import { prefixOf, systemPrefixes } from './systemPrefixes';

/** A list of objects that can be shown as a table. */
export interface Collection {
  /** Stable and URL-safe: the path joined with '.'; `Type.field` for a nested collection. */
  readonly id: string;
  /** Field names from the query type (for a nested collection: from its record) to the list field. */
  readonly path: readonly string[];
  /** The type that has the list field. */
  readonly parentType: string;
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** The readable name of its namespace; null at the root. */
  readonly group: string | null;
  /** True if it belongs to the server software or a plug-in rather than to the application: `directus_users`, `i18NLocales`. */
  readonly isSystem: boolean;
  /** `viewer`: of the signed-in user or another singleton record (`viewer.repositories`). `nested`: of any record. */
  readonly origin: 'root' | 'namespace' | 'viewer' | 'nested';
  /** The id of a better collection with the same rows (`users` for `usersConnection`); else null. */
  readonly alternateOf: string | null;
  /** The name of the object, interface or union type of its rows. */
  readonly rowType: string;
  /** Paths start at the list field's value. With `outer.tellsFacts`, those of the paging information start at the namespace. */
  readonly shape: ListShape;
  readonly paging: Paging;
  /** Other paging styles, tried if the server rejects the arguments of `paging`. */
  readonly otherPagings: readonly Paging[];
  /** The arguments of its namespace that apply to it (`Page(page, perPage) { media }`); null if there are none. */
  readonly outer: OuterCall | null;
  /** The required arguments that the user must fill in before it can be loaded. Usually none. */
  readonly mustFill: readonly ArgumentModel[];
  /** Required arguments that accept an empty object. */
  readonly emptyObjects: readonly ArgumentPath[];
  /** All arguments that apply to it: its own and those of `outer`. Filters and sort options are derived from them. */
  readonly args: ReadonlyMap<string, ArgumentModel>;
  /** Arguments related to paging. They are neither filters nor sort options. */
  readonly pagingPaths: readonly ArgumentPath[];
  /** Those of `pagingPaths` that have a value on every page. */
  readonly given: readonly ArgumentPath[];
}

/** The field of a namespace with arguments that apply to a list inside it. */
export interface OuterCall {
  /** The names of these arguments. The list field has no arguments with the same names. */
  readonly names: ReadonlySet<string>;
  /** True if the namespace contains the total and the paging information (`Page { pageInfo }`). */
  readonly tellsFacts: boolean;
}

/** Name prefixes of server software and its plug-ins. */
const SYSTEM =
  /^(_|directus_|strapi|payload[A-Z_]|upload(File|Folder|s?_|$)|i18n|reviewWorkflow|usersPermissions(Role|Permission)|contentRelease|contentTypes?$|graphql_|pg_|sys_|wp_|django_|auth_group|auth_permission|keystone|migrations?$)/i;
/** True for a name that belongs to server software or a plug-in, not to the application. */
export const isSystemName = (name: string): boolean => SYSTEM.test(name);

const MOST_NAMESPACES = 200;
const NAMESPACE_TYPE = /(query|queries|namespace|root|api|module|resolvers?|ops|operations|viewer)$/i;
const VIEWER = /^(viewer|me|current_?user|(my)?self|whoami|(authenticated|loggedin)user)$/i;
/** Fields for technical purposes such as Apollo Federation, which are never collections. */
const MACHINERY = /^(__|_entities$|_service$|_?[aA]ggregate$)/;

/** All collections in the schema's order: those of the root first, then those of namespaces and the viewer. Memoized per model. */
export function findCollections(model: SchemaModel): readonly Collection[] {
  return model.remember('collections', () => atOnce(collectionSteps(model)));
}

/** Finds the collections one field per step, for `warmUp`. When it has finished, `findCollections` returns the memoized result. */
export function* collectionSteps(model: SchemaModel): Generator<void, readonly Collection[]> {
  const found: Collection[] = [];
  const namespaces: Namespace[] = [{ path: [], call: null, type: model.queryType, origin: 'root', pagedOnly: false }];
  const visited = new Set<string>([model.queryType.name]);
  for (let index = 0; index < namespaces.length && index < MOST_NAMESPACES; index++) {
    const { path, call, type, origin, pagedOnly } = namespaces[index] as Namespace;
    const holder: Holder = { name: type.name, fields: type.fields, call };
    for (const field of type.fields.values()) {
      yield;
      if (MACHINERY.test(field.name) || isAggregateOf(model, type.fields, field)) continue;
      const collection = collectionOf(model, holder, field, path, origin);
      if (collection !== null) {
        if (!isManyById(model, collection) && !(pagedOnly && collection.paging.style === 'none')) found.push(collection);
        continue;
      }
      if (origin === 'viewer' || path.length >= 2) continue;
      const inner = namespaceOf(model, field, path.length);
      if (inner === null || visited.has(inner.type.name)) continue;
      visited.add(inner.type.name);
      namespaces.push({ path: [...path, field.name], call: field, ...inner });
    }
  }
  const all = yield* withAlternates(yield* withSystem(found));
  return model.remember('collections', () => all);
}

/** Sets `isSystem` for collections with a prefix of a plug-in, and for old versions of others (Payload's `versionsPosts` beside `Posts`). */
function* withSystem(found: readonly Collection[]): Generator<void, Collection[]> {
  const root = found.filter(({ origin }) => origin === 'root');
  const prefixes = systemPrefixes(root.filter(({ isSystem }) => !isSystem).map(({ field }) => field.name));
  yield;
  const names = new Set(root.map(({ field }) => `versions${field.name.toLowerCase()}`));
  yield;
  const isOfSystem = (name: string): boolean => prefixes.has(prefixOf(name) ?? '') || names.has(name.toLowerCase());
  return found.map(collection =>
    collection.origin === 'root' && isOfSystem(collection.field.name) ? { ...collection, isSystem: true } : collection,
  );
}

interface Namespace {
  readonly path: readonly string[];
  /** The last field of `path`; null at the root. */
  readonly call: FieldModel | null;
  readonly type: ObjectTypeModel;
  readonly origin: Collection['origin'];
  /** True if only paged lists in it are collections. */
  readonly pagedOnly: boolean;
}

/** The collection with an id, including nested ones (`Ship.visits`); null if the schema has none. */
export function collectionById(model: SchemaModel, id: string): Collection | null {
  const known = model
    .remember('collections by id', () => new Map(findCollections(model).map(collection => [collection.id, collection])))
    .get(id);
  if (known !== undefined) return known;
  const [typeName = '', fieldName = '', ...rest] = id.split('.');
  return rest.length > 0
    ? null
    : (nestedCollections(model, typeName).find(collection => collection.field.name === fieldName) ?? null);
}

/** The collections inside a record of a type. Their ids are `Type.field`. Memoized per type. */
export function nestedCollections(model: SchemaModel, typeName: string): readonly Collection[] {
  return model.remember(`nested ${typeName}`, () => {
    const type = model.types.get(typeName);
    const found: Collection[] = [];
    for (const field of fieldsOf(type).values()) {
      const collection = collectionOf(model, { name: typeName, fields: fieldsOf(type), call: null }, field, [], 'nested');
      if (collection !== null) found.push(collection);
    }
    return found;
  });
}

/** The type that has a list field. */
interface Holder {
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldModel>;
  /** The namespace field that returns the type; its arguments can apply to the list. Null at the root and in records. */
  readonly call: FieldModel | null;
}

function collectionOf(
  model: SchemaModel,
  holder: Holder,
  field: FieldModel,
  path: readonly string[],
  origin: Collection['origin'],
): Collection | null {
  const list = findList(model, field.type) ?? findListInUnion(model, field.type);
  if (list === null || isAggregateOf(model, holder.fields, field)) return null;
  // In an envelope, a list of errors beside the actual list is not a collection.
  if (origin === 'namespace' && isErrorList(field, model.types.get(list.rowType))) return null;
  // A list of connections cannot be shown as a table.
  if (list.shape.kind === 'list' && findList(model, { kind: 'named', name: list.rowType })?.shape.kind === 'connection')
    return null;
  const collection = describe(model, holder, field, path, origin, list);
  // The list returns later pages of another one, whose first page needs no cursor.
  return collection.mustFill.some(({ name }) => isCursorName(name)) && hasCursors(list.shape) ? null : collection;
}

const hasCursors = ({ endCursor, nextToken }: ListShape): boolean => endCursor !== null || nextToken !== null;

function describe(
  model: SchemaModel,
  holder: Holder,
  field: FieldModel,
  within: readonly string[],
  origin: Collection['origin'],
  list: FoundList,
): Collection {
  const own = findPaging(model, field, offersOf(list.shape));
  const outer = findOuter(model, holder, field, list.shape, own.paging);
  const { paging, otherPagings, used, given } = outer?.paging ?? own;
  const path = within.length === 0 ? [field.name] : [...within, field.name];
  // `todosByOwnerId` beside `listTodos` is another list, not a relation.
  const label = (origin === 'root' ? readableName : fieldLabel)(nameOfRows(field.name, list.rowType));
  const named = spaceLabel(label, path, list.rowType, 'list');
  return {
    id: origin === 'nested' ? `${holder.name}.${field.name}` : path.join('.'),
    path,
    parentType: holder.name,
    field,
    label: field.label ?? named.label,
    description: field.description,
    deprecationReason: field.deprecationReason,
    group: named.group,
    isSystem: isSystemName(field.name) || isSystemName(list.rowType),
    origin,
    alternateOf: null,
    rowType: list.rowType,
    shape: outer?.shape ?? list.shape,
    paging,
    otherPagings,
    outer: outer?.call ?? null,
    ...requiredArguments(model, field, given),
    args: outer?.args ?? field.args,
    pagingPaths: outer === null ? used : [...own.used, ...outer.used],
    given,
  };
}

/** Suffixes that describe the form of a list, not its content. */
const LIST_WORDS = /(_?connection|_?list|Pagina(ted|tion)|Page|Many|Collection|WithTotal|Results?)$/i;

/** The method of a REST service at the end of a name: `shipGet`. */
const METHOD = /(?<=[a-z])Get$|_get$/;

/** The plural name of a list's rows: `ships` for `shipPage` or `getShipList` of type Ship. A list of type `TodoList` keeps its suffix. */
export function nameOfRows(name: string, rowType: string): string {
  // The verb can be a word of the type: `list_items` of ListItem.
  if (nameKey(singular(name)) === nameKey(rowType)) return name;
  const bare = name.replace(LIST_WORDS, '').replace(METHOD, '').replace(VERB, '');
  const isForm = LIST_WORDS.test(name) || METHOD.test(name) || MANY.test(name);
  return isForm && nameKey(bare) === nameKey(rowType) ? plural(bare) : withoutVerb(name);
}

/** Verbs at the start of the names of lists. */
const VERB = /^_*(?:all|list|query|(?:get|fetch|find)(?:_?[aA]ll|_?[mM]any)?)(?:_(?=[a-zA-Z])|(?=[A-Z]))/;
/** Verbs that a list can also have before a singular: `queryShip` and `allShip` return lists of ships, but `getShip` returns one ship. */
const MANY = /^_*(?:all|list|query|(?:get|fetch|find)(?:_?[aA]ll|_?[mM]any))(?:_(?=[a-zA-Z])|(?=[A-Z]))/;

/** Removes the verb from `allShips`, `listShip` and `getShips`. `getShip` is unchanged, because its rest is no plural. */
function withoutVerb(name: string): string {
  const rest = name.replace(VERB, '');
  if (/^_*list(?=[_A-Z])/.test(name)) return plural(rest);
  return name.startsWith('all') || singular(rest) !== rest ? rest : name;
}

/** The paging support of a list's result type. */
function offersOf({ kind, endCursor, itemCursor, hasNext, nextToken, total }: ListShape): PagingOffers {
  const isConnection = kind === 'connection' && (endCursor !== null || itemCursor !== null);
  return {
    hasCursor: isConnection || (endCursor !== null && hasNext !== null),
    hasToken: nextToken !== null,
    // `totalElements` is the name in Spring, which counts pages from 0.
    fromZero: /^total_?elements$/i.test(total?.at(-1) ?? ''),
  };
}

/**
 * Finds how the arguments of a namespace apply to a list in it: `Page(page, perPage) { pageInfo, media(type) }` pages the media, and
 * `search(query) { results }` filters the results. Null if it has no arguments of its own. The list's own arguments take precedence.
 */
function findOuter(model: SchemaModel, { fields, name, call }: Holder, field: FieldModel, shape: ListShape, own: Paging) {
  const names = call === null ? [] : [...call.args.keys()].filter(argument => !field.args.has(argument));
  if (call === null || names.length === 0) return null;
  const given = new Map([...call.args].filter(([argument]) => names.includes(argument)));
  const isBare = shape.total === null && shape.hasNext === null && shape.endCursor === null && shape.nextToken === null;
  const type = model.types.get(name);
  const outerShape = isBare && type !== undefined && fields.size > 0 ? { ...shape, ...findFacts(model, type) } : shape;
  const found = findPaging(model, { ...call, args: given }, offersOf(outerShape));
  const pages = own.style === 'none' && own.limit === null && (found.paging.style !== 'none' || found.paging.limit !== null);
  return {
    call: { names: new Set(names), tellsFacts: pages && isBare },
    args: new Map([...field.args, ...given]),
    used: found.used,
    paging: pages ? found : null,
    shape: pages ? outerShape : shape,
  };
}

/** The required arguments that neither paging nor sorting sets: those the user must fill in, and those that accept an empty object. */
function requiredArguments(
  model: SchemaModel,
  field: FieldModel,
  given: readonly ArgumentPath[],
): { mustFill: readonly ArgumentModel[]; emptyObjects: readonly ArgumentPath[] } {
  const must = [...field.args.values()].filter(
    argument => isRequiredArgument(argument) && !given.some(path => path[0] === argument.name),
  );
  const mayOrder = must.length > 0 && hasSortArgument(field.args);
  const isPlain = !mayOrder && must.every(argument => typeOf(model, argument.type)?.kind !== 'input');
  // No required argument can be a sort order or a filter object.
  if (isPlain) return { mustFill: must, emptyObjects: [] };
  const ordered = mayOrder ? (findSorting(model, field.args, listRow(model, field), given)?.used ?? []) : [];
  const containers = new Set(findContainers(model, must, given).map(({ argument }) => argument.name));
  const emptyObjects: ArgumentPath[] = [];
  const mustFill: ArgumentModel[] = [];
  for (const argument of must) {
    const type = typeOf(model, argument.type);
    if (ordered.some(path => path.length === 1 && path[0] === argument.name)) continue;
    const mayBeEmpty = type?.kind === 'input' && !type.isOneOf && ![...type.inputFields.values()].some(isRequiredArgument);
    if (containers.has(argument.name) && mayBeEmpty) emptyObjects.push([argument.name]);
    else mustFill.push(argument);
  }
  return { mustFill, emptyObjects };
}
const listRow = (model: SchemaModel, field: FieldModel): string => findList(model, field.type)?.rowType ?? '';

/** True for `nodes(ids: [ID!]!)`, which loads records by ids and cannot be browsed. */
function isManyById(model: SchemaModel, collection: Collection): boolean {
  const type = model.types.get(collection.rowType);
  return (
    type?.kind !== 'object' &&
    collection.mustFill.some(field => /^(_?ids|representations)$/i.test(field.name) && isList(field.type))
  );
}

/** The namespace that a field returns: a type that only groups fields, or a singleton record such as the signed-in user. Else null. */
function namespaceOf(
  model: SchemaModel,
  field: FieldModel,
  depth: number,
): { type: ObjectTypeModel; origin: 'namespace' | 'viewer'; pagedOnly: boolean } | null {
  if (isList(field.type) || !needsNoArguments(field)) return null;
  const type = typeOf(model, field.type);
  if (type?.kind !== 'object' || type === model.queryType) return null;
  const isEntity = keyPaths(model, type.name).length > 0 || type.interfaces.includes('Node');
  const isViewer = VIEWER.test(field.name);
  if (isEntity && !NAMESPACE_TYPE.test(type.name)) {
    // A singleton (`customer`, `shop`): its paged lists are collections. Unpaged lists, such as the items of an order, are only parts of
    // it.
    return depth === 0 && (isViewer || field.args.size === 0) ? { type, origin: 'viewer', pagedOnly: !isViewer } : null;
  }
  // Below the root, a type counts only if its name says so or it has no values of its own. An address or a country is not a namespace.
  if (depth > 0 && !NAMESPACE_TYPE.test(type.name) && [...type.fields.values()].some(inner => isPlainLeaf(model, inner)))
    return null;
  return { type, origin: 'namespace', pagedOnly: false };
}

/** The end of the name of a list that is loaded by ids, such as `shipsByIds`. */
const BY_IDS = /_?by_?ids$/i;

/** Among collections with the same rows and name, finds the most capable one and sets `alternateOf` of the others to it. */
function* withAlternates(found: readonly Collection[]): Generator<void, readonly Collection[]> {
  const groups = new Map<string, Collection[]>();
  for (const collection of found) {
    yield;
    if (collection.origin === 'viewer') continue;
    const bare = nameOfRows(collection.field.name.replace(BY_IDS, ''), collection.rowType).replace(LIST_WORDS, '');
    const key = `${collection.path.slice(0, -1).join('.')} ${collection.rowType} ${singular(bare).toLowerCase()}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [collection]);
    else group.push(collection);
  }
  const bestOf = new Map<Collection, string>();
  const labels = new Map<Collection, string>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const best = group.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    for (const collection of group) if (collection !== best) bestOf.set(collection, best.id);
    // The most capable one gets the shortest label: `ships_connection` is labelled like `ships`.
    labels.set(best, group.reduce((a, b) => (b.label.length < a.label.length ? b : a)).label);
  }
  return found.map(collection => {
    const best = bestOf.get(collection);
    if (best !== undefined) return { ...collection, alternateOf: best };
    const label = labels.get(collection);
    return label === undefined ? collection : { ...collection, label };
  });
}

function worth(collection: Collection): number {
  const { paging, shape } = collection;
  return (
    (collection.mustFill.length === 0 ? 100 : 0) +
    (collection.deprecationReason === null ? 50 : 0) +
    (paging.style === 'none' ? 0 : 20) +
    (shape.total === null ? 0 : 10) +
    (paging.style === 'cursor' && paging.last !== null ? 5 : 0)
  );
}
