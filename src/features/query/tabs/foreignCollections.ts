/**
 * Imports collections of other programs: GraphiQL 6, Altair, Insomnia (4 as JSON, 5 as YAML), Postman 1 and 2, Bruno (its export and
 * OpenCollection as YAML; `.bru` files: bruFile.ts), Hoppscotch. Only operations are imported, with their folders and headers; other
 * entries are reported by name, without guessing what they are.
 */
import { ownValues } from '../../../lib/ownValues';
import type { Environment } from '../../../session/environments/environments';
import {
  entryOf,
  entryOfBody,
  type ForeignEntry,
  type ForeignHeader,
  headersOf,
  headersWithin,
  listOf,
  nameOf,
  orOfAddress,
  type Parts,
  UNNAMED,
  withHeaders,
} from './foreignEntry';

/** A collection in a file. `holds`: the file contains a single request, or the settings of its folder. */
export interface ForeignCollection {
  name: unknown;
  entries: ForeignEntry[];
  holds?: 'request' | 'settings';
  /** Sent with all requests of the folder. */
  headers?: readonly ForeignHeader[];
  environments?: readonly Environment[];
}

const MOST_DEPTH = 50;
const MOST_ENTRIES = 20_000;

/** Converts the parsed value of a file; null if its format is unknown. */
export function foreignCollections(value: unknown): ForeignCollection[] | null {
  if (Array.isArray(value)) {
    const all = value.map(ownValues);
    if (all.length > 0 && all.every(each => each && hasRequests(each))) return all.map(each => requests(each as Parts));
    const isGraphiql = all.length > 0 && all.every(each => Array.isArray(each?.get('items')));
    return isGraphiql ? value.map(graphiql) : null;
  }
  const file = ownValues(value);
  if (!file) return null;
  const collections = file.get('collections');
  if (typeof file.get('version') === 'number' && Array.isArray(collections) && file.get('type') === undefined)
    return listOf(collections).map(each => {
      // The export of all Postman data has the same top-level properties.
      const parts = ownValues(each);
      return parts && hasRequests(parts) ? requests(parts) : graphiql(each);
    });
  if (file.get('type') === 'collection' && Array.isArray(file.get('queries'))) return [tree(file, altair, 'title')];
  if (file.get('type') === 'window' && typeof file.get('query') === 'string')
    return [{ name: file.get('windowName'), entries: [altairQuery(file)] }];
  // The Postman API wraps the collection in a property.
  const postmanFile = ownValues(file.get('collection')) ?? file;
  if (Array.isArray(postmanFile.get('item')) && ownValues(postmanFile.get('info')))
    return [tree(postmanFile, postman, '', ownValues(postmanFile.get('info'))?.get('name'))];
  if (file.get('_type') === 'export' && Array.isArray(file.get('resources')))
    return insomnia4(listOf(inBraces(file.get('resources'), INSOMNIA_VARIABLE)));
  const type = file.get('type');
  if (typeof type === 'string' && INSOMNIA_5.test(type) && Array.isArray(file.get('collection')))
    return [tree(ownValues(inBraces(value, INSOMNIA_VARIABLE)) ?? file, insomnia5, 'name')];
  if (hasRequests(file)) return [requests(file)];
  return brunoValue(file);
}

/** Converts the template variables of another program to those of Oriel: `{{name}}`. */
const inBraces = (value: unknown, variable: RegExp): unknown =>
  JSON.parse(JSON.stringify(value).replace(variable, '{{$1}}')) as unknown;

const INSOMNIA_VARIABLE = /\{\{ {0,8}_\.([\w.$-]{1,100}) {0,8}\}\}/g;
const HOPPSCOTCH_VARIABLE = /<<([\w.$-]{1,100})>>/g;
const INSOMNIA_5 = /^(?:collection|spec)\.insomnia/;

/** The content of a node: an entry, child nodes, or both. `headers` are sent with all requests in it. */
interface Branch {
  entry?: ForeignEntry;
  inner?: readonly unknown[];
  headers?: readonly ForeignHeader[];
}

/** The position of a node: the names of its parent folders, and their headers. */
interface Place {
  folder: readonly string[];
  headers: readonly ForeignHeader[];
}

/** Returns all entries of a tree in order, at any depth; entries beyond the limits are reported as `left`. */
function tree(root: Parts, read: (node: Parts) => Branch, nameKey: string, name: unknown = root.get(nameKey)): ForeignCollection {
  const entries: ForeignEntry[] = [];
  const visit = (node: unknown, depth: number, place: Place): void => {
    const parts = ownValues(node);
    if (!parts || depth > MOST_DEPTH || entries.length >= MOST_ENTRIES) {
      entries.push({ left: nameOf(parts?.get('name')) });
      return;
    }
    const { entry, inner, headers = [] } = read(parts);
    if (entry) entries.push(placed(entry, place));
    if (!inner) return;
    const own = depth === 0 ? [] : [nameOf(parts.get('title') ?? brunoName(parts))];
    const within = { folder: [...place.folder, ...own], headers: headersWithin(place.headers, headers) };
    for (const each of inner) visit(each, depth + 1, within);
  };
  visit(Object.fromEntries(root), 0, { folder: [], headers: [] });
  return { name, entries };
}

/** Puts an entry in its folder. Its own headers replace those of the folder, and those of an inner folder replace those of an outer one. */
export function placed(entry: ForeignEntry, { folder, headers }: Place): ForeignEntry {
  if (!('query' in entry)) return entry;
  const own = entry.headers ?? [];
  const taken = new Set(own.map(({ name }) => name.toLowerCase()));
  const inherited = [...headers].reverse().filter(({ name }) => !taken.has(name.toLowerCase()) && taken.add(name.toLowerCase()));
  return { ...entry, folder: [...folder, ...(entry.folder ?? [])], headers: headersWithin(inherited.reverse(), own) };
}

function graphiql(value: unknown): ForeignCollection {
  const collection = ownValues(value);
  const entries = listOf(collection?.get('items')).map((each): ForeignEntry => {
    const item = ownValues(each);
    if (!item) return { left: UNNAMED };
    const entry = entryOf(item.get('name'), item.get('query'), item.get('variables'), item.get('operationName'));
    return withHeaders(entry, item.get('headers'));
  });
  return { name: collection?.get('name'), entries };
}

function altair(node: Parts): Branch {
  const headers = headersOf(node.get('headers'));
  if (Array.isArray(node.get('queries')))
    return { inner: [...listOf(node.get('queries')), ...listOf(node.get('collections'))], headers };
  return { entry: altairQuery(node) };
}

function altairQuery(node: Parts): ForeignEntry {
  const entry = entryOf(node.get('windowName'), node.get('query'), node.get('variables'), node.get('selectedOperation'));
  return withHeaders(entry, node.get('headers'));
}

function postman(node: Parts): Branch {
  if (Array.isArray(node.get('item'))) return { inner: listOf(node.get('item')) };
  const name = node.get('name');
  const request = ownValues(node.get('request'));
  const body = ownValues(request?.get('body'));
  const graphql = ownValues(body?.get('graphql'));
  const entry = graphql
    ? entryOf(name, graphql.get('query'), graphql.get('variables'), graphql.get('operationName'))
    : entryOfBody(name, body?.get('raw') ?? body?.get('formdata'));
  const url = ownValues(request?.get('url'));
  const whole = orOfAddress(entry, url?.get('raw') ?? request?.get('url'), url?.get('query'));
  return { entry: withHeaders(whole, request?.get('header')) };
}

/** Resources are a flat list in which each names its parent. Each workspace becomes a collection. */
function insomnia4(resources: readonly unknown[]): ForeignCollection[] {
  const all = resources.slice(0, MOST_ENTRIES).map(ownValues);
  const byId = new Map(
    all.flatMap(each => (each && typeof each.get('_id') === 'string' ? [[each.get('_id'), each] as const] : [])),
  );
  const collections = new Map<Parts | null, ForeignCollection>();
  const places = new Map<unknown, WorkspacePlace>();
  /** The place of the children of a resource. Computed once for each: a folder can have many requests. */
  const placeIn = (id: unknown, depth = 0): WorkspacePlace => {
    const known = places.get(id);
    const parent = byId.get(id);
    if (known || !parent || depth > MOST_DEPTH) return known ?? { workspace: null, folder: [], headers: [] };
    const around = placeIn(parent.get('parentId'), depth + 1);
    const place = { ...around };
    if (parent.get('_type') === 'workspace') place.workspace ??= parent;
    if (parent.get('_type') === 'request_group') {
      place.folder = [...around.folder, nameOf(parent.get('name'))].slice(-MOST_DEPTH);
      place.headers = headersWithin(around.headers, headersOf(parent.get('headers')));
    }
    places.set(id, place);
    return place;
  };
  for (const each of all) {
    const kind = each?.get('_type');
    if (!each || typeof kind !== 'string' || !/request$/.test(kind)) continue;
    const { workspace, ...place } = placeIn(each.get('parentId'));
    const collection = collections.get(workspace) ?? { name: workspace?.get('name') ?? 'Insomnia', entries: [] };
    collections.set(workspace, collection);
    collection.entries.push(placed(insomniaEntry(each), place));
  }
  return [...collections.values()];
}

/** A position in a workspace of Insomnia. */
interface WorkspacePlace extends Place {
  workspace: Parts | null;
}

function insomniaEntry(node: Parts): ForeignEntry {
  const body = ownValues(node.get('body'));
  const entry = entryOfBody(node.get('name'), body?.get('text') ?? body?.get('params'));
  return withHeaders(orOfAddress(entry, node.get('url'), node.get('parameters')), node.get('headers'));
}

function insomnia5(node: Parts): Branch {
  const inner = node.get('children') ?? node.get('collection');
  if (Array.isArray(inner)) return { inner, headers: headersOf(node.get('headers')) };
  // An empty folder.
  if (node.get('url') === undefined && node.get('body') === undefined) return {};
  return { entry: insomniaEntry(node) };
}

/** Converts a Bruno export, an OpenCollection (https://spec.opencollection.com), or a single request of one. */
function brunoValue(file: Parts): ForeignCollection[] | null {
  const name = brunoName(file);
  if (typeof name !== 'string') return null;
  if (Array.isArray(file.get('items'))) return [tree(file, bruno, 'name', name)];
  // The settings of a folder or a collection. Requests in files of their own name their type.
  const info = ownValues(file.get('info'));
  const isSettings = info ? (info.get('type') ?? 'folder') === 'folder' : file.get('type') === 'collection';
  if (isSettings) return [{ name, entries: [], holds: 'settings', headers: brunoHeaders(file) }];
  return brunoRequest(file) ? [{ name: 'Bruno', entries: [brunoEntry(file)], holds: 'request' }] : null;
}

const bruno = (node: Parts): Branch =>
  Array.isArray(node.get('items'))
    ? { inner: listOf(node.get('items')), headers: brunoHeaders(node) }
    : { entry: brunoEntry(node) };

/** The headers of a folder or a collection: in `root` of an export, and in OpenCollection beside its name. */
const brunoHeaders = (node: Parts): readonly ForeignHeader[] =>
  headersOf(ownValues((ownValues(node.get('root')) ?? node).get('request'))?.get('headers'));

const brunoName = (node: Parts): unknown => node.get('name') ?? ownValues(node.get('info'))?.get('name');

const brunoRequest = (node: Parts): Parts | null =>
  ['request', 'graphql', 'graphqlSubscription', 'http'].reduce<Parts | null>(
    (found, key) => found ?? ownValues(node.get(key)),
    null,
  );

function brunoEntry(node: Parts): ForeignEntry {
  const name = brunoName(node);
  const request = brunoRequest(node);
  const bodyPart = request?.get('body');
  // There can be several bodies, one of which is selected.
  const several = listOf(bodyPart).map(ownValues);
  const chosen = several.find(each => each?.get('selected') === true) ?? several[0];
  const body = ownValues(chosen ? chosen.get('body') : bodyPart);
  const graphql = ownValues(body?.get('graphql')) ?? body;
  const entry =
    typeof graphql?.get('query') === 'string'
      ? entryOf(name, graphql.get('query'), graphql.get('variables'))
      : entryOfBody(name, body?.get('json') ?? body?.get('data') ?? body?.get('multipartForm'));
  return withHeaders(orOfAddress(entry, request?.get('url'), request?.get('params')), request?.get('headers'));
}

/** Matches Hoppscotch collections and Postman 1, in which all requests are in one list, beside folders that only refer to theirs. */
const hasRequests = (node: Parts): boolean => Array.isArray(node.get('requests')) && Array.isArray(node.get('folders'));

function requests(file: Parts): ForeignCollection {
  const root = ownValues(inBraces(Object.fromEntries(file), HOPPSCOTCH_VARIABLE)) ?? file;
  // The folders of Postman 1, which requests refer to.
  const folders = new Map(listOf(root.get('folders')).map(each => [ownValues(each)?.get('id'), ownValues(each)] as const));
  const read = (node: Parts): Branch => {
    if (Array.isArray(node.get('requests')))
      return {
        inner: [...listOf(node.get('requests')), ...listOf(node.get('folders'))],
        headers: headersOf(node.get('headers')),
      };
    if (Array.isArray(node.get('order'))) return {};
    const entry = requestEntry(node);
    const folder = typeof node.get('folder') === 'string' ? folders.get(node.get('folder')) : null;
    return { entry: folder ? placed(entry, { folder: [nameOf(folder.get('name'))], headers: [] }) : entry };
  };
  return tree(root, read, 'name');
}

function requestEntry(node: Parts): ForeignEntry {
  const name = node.get('name');
  const graphql = ownValues(node.get('graphqlModeData')) ?? node;
  const body = node.get('rawModeData') ?? ownValues(node.get('body'))?.get('body') ?? node.get('data');
  const entry =
    typeof graphql.get('query') === 'string'
      ? entryOf(name, graphql.get('query'), graphql.get('variables'), graphql.get('operationName'))
      : entryOfBody(name, body);
  const whole = orOfAddress(entry, node.get('endpoint') ?? node.get('url'), node.get('params') ?? node.get('queryParams'));
  return withHeaders(whole, node.get('headerData') ?? node.get('headers'));
}
