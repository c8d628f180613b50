/**
 * The collections of a schema: root fields (and fields of root namespaces, one or two levels deep) that give a list of objects in any of
 * the known shapes. A collection is plain data. Its list is described by listShape.ts and its paging by paging.ts; what else it offers is found
 * by functions of their own: filterCapability, sortCapability, totalSource.
 */
import { atOnce } from '../../lib/inSteps';
import { findContainers } from '../filters/findFilters';
import { findSorting } from '../filters/findSorting';
import { haveSortName } from '../filters/sortNames';
import type { ArgumentPath } from '../model/argumentPath';
import { fieldLabel, nameKey, plural, readableName, singular } from '../model/readableName';
import {
  type ArgumentModel,
  type FieldModel,
  fieldsOf,
  isList,
  mustBeGiven,
  needsNoArguments,
  type ObjectTypeModel,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { isPlainLeaf, keyPaths } from './displayField';
import { type FoundList, findFacts, findList, isComplaint, type ListShape } from './listShape';
import { findPaging, type Paging, type PagingOffers } from './paging';
import { prefixOf, systemPrefixes } from './systemPrefixes';
import { isAggregateOf } from './totals';

/** A list of objects that can be shown as a table. */
export interface Collection {
  /** Url-safe and stable: the path joined with '.'; nested ones are `Type.field`. */
  readonly id: string;
  /** Fields from the query type (or, for a nested one, from its record) down to the list field. */
  readonly path: readonly string[];
  /** The type whose field the list is. */
  readonly parentType: string;
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** Readable name of the namespace it stands in; null at the root. */
  readonly group: string | null;
  /** Of the server's own machinery or of a plug-in, not of the business it serves: `directus_users`, `i18NLocales`. */
  readonly isSystem: boolean;
  /** `viewer`: of the signed-in user, or of another record there is only one of (`viewer.repositories`); `nested`: of any record. */
  readonly origin: 'root' | 'namespace' | 'viewer' | 'nested';
  /** Id of the better collection of the same rows, when this is another form of it (`usersConnection` beside `users`); else null. */
  readonly alternateOf: string | null;
  /** Name of the object, interface or union type of its rows. */
  readonly rowType: string;
  /** Paths lead from the list field's value; the facts among them from its namespace's where `outer` says so. */
  readonly shape: ListShape;
  readonly paging: Paging;
  /** Other ways to page, to be tried when the server refuses the arguments of `paging`. */
  readonly otherPagings: readonly Paging[];
  /** The namespace it stands in when that takes arguments that count for it (`Page(page, perPage) { media }`); else null. */
  readonly outer: OuterCall | null;
  /** The arguments that have to be filled in before anything can be loaded; usually none. */
  readonly mustFill: readonly ArgumentModel[];
  /** Arguments that have to be given but may be empty objects. */
  readonly emptyObjects: readonly ArgumentPath[];
  /** All arguments that count for it: its own and those of `outer`. Filters and orders are found among them. */
  readonly args: ReadonlyMap<string, ArgumentModel>;
  /** Arguments that paging uses; they are neither filters nor orders. */
  readonly pagingPaths: readonly ArgumentPath[];
  /** Arguments among `pagingPaths` that every page gives a value. */
  readonly given: readonly ArgumentPath[];
}

/** The last field of a namespace, called with arguments for a list inside it. */
export interface OuterCall {
  /** Names of the arguments that are given there; the list field has none of these. */
  readonly names: ReadonlySet<string>;
  /** True where the total and what paging needs are given there (`Page { pageInfo }`). */
  readonly tellsFacts: boolean;
}

/** Prefixes that servers and their plug-ins give what is theirs. */
const SYSTEM =
  /^(directus_|strapi|payload[A-Z_]|__|upload(File|Folder|s?_|$)|i18n|reviewWorkflow|usersPermissions(Role|Permission)|contentRelease|contentTypes?$|graphql_|pg_|sys_|wp_|django_|auth_group|auth_permission|keystone|_?migrations?$)/i;
/** True for a name that servers and their plug-ins give what is theirs. */
export const isSystemName = (name: string): boolean => SYSTEM.test(name);

const MOST_NAMESPACES = 200;
const NAMESPACE_TYPE = /(query|queries|namespace|root|api|module|resolvers?|ops|operations|viewer)$/i;
const VIEWER = /^(viewer|me|current_?user|(my)?self|whoami|(authenticated|loggedin)user)$/i;
/** Fields of the machinery, not of the API. */
const MACHINERY = /^(__|_entities$|_service$|_?[aA]ggregate$)/;

/** All collections of a schema, in its own order: those of the root first, then those of namespaces and of the viewer. Found once per model. */
export function findCollections(model: SchemaModel): readonly Collection[] {
  return model.remember('collections', () => atOnce(collectionSteps(model)));
}

/** Finds the collections a field at a time, for `warmUp`: after it has run to its end `findCollections` costs nothing. */
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
  return model.remember('collections', () => withAlternates(withSystem(found)));
}

/** Old versions of the records of another collection: Payload's `versionsPosts` beside `Posts`. */
const VERSIONS = /^versions_?(.+)$/i;

/** Marks those that a shared prefix says to be of the system, and old versions of others. */
function withSystem(found: readonly Collection[]): Collection[] {
  const root = found.filter(({ origin }) => origin === 'root');
  const prefixes = systemPrefixes(root.filter(({ isSystem }) => !isSystem).map(({ field }) => field.name));
  const names = new Set(root.map(({ field }) => field.name.toLowerCase()));
  const isOfSystem = (name: string): boolean =>
    prefixes.has(prefixOf(name) ?? '') || names.has(VERSIONS.exec(name.slice(0, 300))?.[1]?.toLowerCase() ?? '');
  return found.map(collection =>
    collection.origin === 'root' && isOfSystem(collection.field.name) ? { ...collection, isSystem: true } : collection,
  );
}

interface Namespace {
  readonly path: readonly string[];
  /** Its last field; null at the root. */
  readonly call: FieldModel | null;
  readonly type: ObjectTypeModel;
  readonly origin: Collection['origin'];
  readonly pagedOnly: boolean;
}

/** The collection of an id, nested ones (`Ship.visits`) included; null when the schema has none. */
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

/** The lists of objects a record of a type holds, each pageable on its own. Ids are `Type.field`. */
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

/** The type a list field belongs to, as far as it matters here. */
interface Holder {
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldModel>;
  /** The field that leads to it, whose arguments may count for what it holds; null at the root and in records. */
  readonly call: FieldModel | null;
}

function collectionOf(
  model: SchemaModel,
  holder: Holder,
  field: FieldModel,
  path: readonly string[],
  origin: Collection['origin'],
): Collection | null {
  const list = findList(model, field.type);
  if (list === null || isAggregateOf(model, holder.fields, field)) return null;
  // What went wrong stands beside the list that was asked for.
  if (origin === 'namespace' && isComplaint(field, model.types.get(list.rowType))) return null;
  // A list of connections is no table.
  if (list.shape.kind === 'list' && findList(model, { kind: 'named', name: list.rowType })?.shape.kind === 'connection')
    return null;
  return describe(model, holder, field, path, origin, list);
}

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
  return {
    id: origin === 'nested' ? `${holder.name}.${field.name}` : path.join('.'),
    path,
    parentType: holder.name,
    field,
    label: field.label ?? fieldLabel(nameOfRows(field.name, list.rowType)),
    description: field.description,
    deprecationReason: field.deprecationReason,
    group: within.length === 0 ? null : within.map(readableName).join(' › '),
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

/** Ends of names that say how a list comes, not what is in it. */
const LIST_WORDS = /(_?connection|_?list|Pagina(ted|tion)|Page|Many|Collection|WithTotal|Results?)$/i;

/** `shipPage` and `getShipList` of ships are the ships; a list of `TodoList` keeps its name. */
export function nameOfRows(name: string, rowType: string): string {
  const bare = name.replace(LIST_WORDS, '').replace(/^(all|list|get|fetch)_?(?=[A-Z])/, '');
  return LIST_WORDS.test(name) && nameKey(bare) === nameKey(rowType) ? plural(bare) : withoutVerb(name);
}

/** `allShips`, `listShips` and `getShips` are the ships; `getShip` says what it does with one. */
function withoutVerb(name: string): string {
  const [, verb = '', rest = ''] = /^(all|list|get|fetch)_?(?=[A-Z])(.*)$/.exec(name) ?? [];
  return verb === 'all' || (rest !== '' && singular(rest) !== rest) ? rest : name;
}

/** What the answer of a list offers for paging. */
function offersOf({ kind, endCursor, itemCursor, hasNext, nextToken, total }: ListShape): PagingOffers {
  const isConnection = kind === 'connection' && (endCursor !== null || itemCursor !== null);
  return {
    hasCursor: isConnection || (endCursor !== null && hasNext !== null),
    hasToken: nextToken !== null,
    // Spring's own word, and Spring counts from 0.
    fromZero: /^total_?elements$/i.test(total?.at(-1) ?? ''),
  };
}

/**
 * What the arguments of a namespace do for a list in it: `Page(page, perPage) { pageInfo, media(type) }` pages the media, and
 * `search(query) { results }` filters the results. Null where it takes none; the list's own arguments come first.
 */
function findOuter(model: SchemaModel, { fields, name, call }: Holder, field: FieldModel, shape: ListShape, own: Paging) {
  const names = call === null ? [] : [...call.args.keys()].filter(argument => !field.args.has(argument));
  if (call === null || names.length === 0) return null;
  const given = new Map([...call.args].filter(([argument]) => names.includes(argument)));
  const isBare = shape.total === null && shape.hasNext === null && shape.endCursor === null && shape.nextToken === null;
  const type = model.types.get(name);
  const told = isBare && type !== undefined && fields.size > 0 ? { ...shape, ...findFacts(model, type) } : shape;
  const found = findPaging(model, { ...call, args: given }, offersOf(told));
  const pages = own.style === 'none' && own.limit === null && (found.paging.style !== 'none' || found.paging.limit !== null);
  return {
    call: { names: new Set(names), tellsFacts: pages && isBare },
    args: new Map([...field.args, ...given]),
    used: found.used,
    paging: pages ? found : null,
    shape: pages ? told : shape,
  };
}

/** What has to be filled in before a list can be loaded: required arguments that neither paging nor an order takes care of. */
function requiredArguments(
  model: SchemaModel,
  field: FieldModel,
  given: readonly ArgumentPath[],
): { mustFill: readonly ArgumentModel[]; emptyObjects: readonly ArgumentPath[] } {
  const must = [...field.args.values()].filter(
    argument => mustBeGiven(argument) && !given.some(path => path[0] === argument.name),
  );
  const mayOrder = must.length > 0 && haveSortName(field.args);
  const isPlain = !mayOrder && must.every(argument => typeOf(model, argument.type)?.kind !== 'input');
  // Nothing that an order or a filter could take care of.
  if (isPlain) return { mustFill: must, emptyObjects: [] };
  const ordered = mayOrder ? (findSorting(model, field.args, listRow(model, field), given)?.used ?? []) : [];
  const containers = new Set(findContainers(model, must, given).map(({ argument }) => argument.name));
  const emptyObjects: ArgumentPath[] = [];
  const mustFill: ArgumentModel[] = [];
  for (const argument of must) {
    const type = typeOf(model, argument.type);
    if (ordered.some(path => path.length === 1 && path[0] === argument.name)) continue;
    const mayBeEmpty = type?.kind === 'input' && !type.isOneOf && ![...type.inputFields.values()].some(mustBeGiven);
    if (containers.has(argument.name) && mayBeEmpty) emptyObjects.push([argument.name]);
    else mustFill.push(argument);
  }
  return { mustFill, emptyObjects };
}
const listRow = (model: SchemaModel, field: FieldModel): string => findList(model, field.type)?.rowType ?? '';

/** `nodes(ids: [ID!]!)`: records by their ids, no collection to look through. */
function isManyById(model: SchemaModel, collection: Collection): boolean {
  const type = model.types.get(collection.rowType);
  return (
    type?.kind !== 'object' &&
    collection.mustFill.some(field => /^(_?ids|representations)$/i.test(field.name) && isList(field.type))
  );
}

/** The type of a field that only groups others, or that is the signed-in user's own place. */
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
    // The only one of its kind (`customer`, `shop`): its lists are as good as those of the root. What it merely holds (an order's items) is not.
    return depth === 0 && (isViewer || field.args.size === 0) ? { type, origin: 'viewer', pagedOnly: !isViewer } : null;
  }
  // Further down only what is plainly made for grouping: an address or a country is a part, not a place.
  if (depth > 0 && !NAMESPACE_TYPE.test(type.name) && [...type.fields.values()].some(inner => isPlainLeaf(model, inner)))
    return null;
  return { type, origin: 'namespace', pagedOnly: false };
}

/** Of several lists of the same rows under one name the one that can do most is kept as such, the others point to it. */
function withAlternates(found: readonly Collection[]): readonly Collection[] {
  const groups = new Map<string, Collection[]>();
  for (const collection of found) {
    if (collection.origin === 'viewer') continue;
    const bare = collection.field.name.replace(/^all_?(?=[A-Z_])/, '').replace(LIST_WORDS, '');
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
    // `ships_connection` can do more than `ships` and is called as people call it.
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
