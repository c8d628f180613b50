/**
 * Imports collections of other programs: GraphiQL 6, Altair, Insomnia (4 as JSON, 5 as YAML), Postman 1 and 2, Bruno (its export and `.bru`
 * files, OpenCollection as YAML), Hoppscotch; and single `.graphql` files. Only operations are imported; other entries are reported by
 * name, without guessing what they are.
 */
import { ownValues } from '../../../lib/ownValues';
import { readOperationFile } from '../../../session/operations/operationFile';

/** An entry of a collection, as untrusted as the file. `left` is the name of an entry that is not a readable operation. */
export type ForeignEntry =
  | { name: unknown; query: unknown; variables: unknown; operation: unknown; left?: undefined }
  | { left: string };

/** A collection in a file. */
export interface ForeignCollection {
  name: unknown;
  entries: ForeignEntry[];
}

type Parts = ReadonlyMap<string, unknown>;

const MOST_DEPTH = 50;
const MOST_ENTRIES = 20_000;
const UNNAMED = '…';

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
  if (file.get('_type') === 'export' && Array.isArray(file.get('resources'))) return insomnia4(listOf(file.get('resources')));
  if (INSOMNIA_5.test(String(file.get('type'))) && Array.isArray(file.get('collection'))) return [tree(file, insomnia5, 'name')];
  if (hasRequests(file)) return [requests(file)];
  return brunoValue(file);
}

const INSOMNIA_5 = /^(?:collection|spec)\.insomnia/;

/** The content of a node: an entry, child nodes, or both. */
interface Branch {
  entry?: ForeignEntry;
  inner?: readonly unknown[];
}

/** Returns all entries of a tree in order, at any depth; entries beyond the limits are reported as `left`. */
function tree(root: Parts, read: (node: Parts) => Branch, nameKey: string, name: unknown = root.get(nameKey)): ForeignCollection {
  const entries: ForeignEntry[] = [];
  const visit = (node: unknown, depth: number): void => {
    const parts = ownValues(node);
    if (!parts || depth > MOST_DEPTH || entries.length >= MOST_ENTRIES) {
      entries.push({ left: String(parts?.get('name') ?? UNNAMED) });
      return;
    }
    const { entry, inner } = read(parts);
    if (entry) entries.push(entry);
    for (const each of inner ?? []) visit(each, depth + 1);
  };
  visit(Object.fromEntries(root), 0);
  return { name, entries };
}

function graphiql(value: unknown): ForeignCollection {
  const collection = ownValues(value);
  const entries = listOf(collection?.get('items')).map((each): ForeignEntry => {
    const item = ownValues(each);
    return item ? entryOf(item.get('name'), item.get('query'), item.get('variables')) : { left: UNNAMED };
  });
  return { name: collection?.get('name'), entries };
}

function altair(node: Parts): Branch {
  if (Array.isArray(node.get('queries'))) return { inner: [...listOf(node.get('queries')), ...listOf(node.get('collections'))] };
  return { entry: altairQuery(node) };
}

const altairQuery = (node: Parts): ForeignEntry => entryOf(node.get('windowName'), node.get('query'), node.get('variables'));

function postman(node: Parts): Branch {
  if (Array.isArray(node.get('item'))) return { inner: listOf(node.get('item')) };
  const name = node.get('name');
  const body = ownValues(ownValues(node.get('request'))?.get('body'));
  const graphql = ownValues(body?.get('graphql'));
  if (graphql) return { entry: entryOf(name, graphql.get('query'), graphql.get('variables'), graphql.get('operationName')) };
  return { entry: entryOfBody(name, body?.get('raw')) };
}

/** Resources are a flat list in which each names its parent. Each workspace becomes a collection. */
function insomnia4(resources: readonly unknown[]): ForeignCollection[] {
  const all = resources.slice(0, MOST_ENTRIES).map(ownValues);
  const byId = new Map(
    all.flatMap(each => (each && typeof each.get('_id') === 'string' ? [[each.get('_id'), each] as const] : [])),
  );
  const workspaceOf = (node: Parts): Parts | null => {
    let now: Parts | undefined = node;
    for (let depth = 0; now && depth < MOST_DEPTH; depth++) {
      if (now.get('_type') === 'workspace') return now;
      now = byId.get(now.get('parentId'));
    }
    return null;
  };
  const collections = new Map<Parts | null, ForeignCollection>();
  for (const each of all) {
    const kind = each?.get('_type');
    if (!each || typeof kind !== 'string' || !/request$/.test(kind)) continue;
    const workspace = workspaceOf(each);
    const collection = collections.get(workspace) ?? { name: workspace?.get('name') ?? 'Insomnia', entries: [] };
    collections.set(workspace, collection);
    collection.entries.push(entryOfBody(each.get('name'), ownValues(each.get('body'))?.get('text')));
  }
  return [...collections.values()];
}

function insomnia5(node: Parts): Branch {
  const inner = node.get('children') ?? node.get('collection');
  if (Array.isArray(inner)) return { inner };
  // An empty folder.
  if (node.get('url') === undefined && node.get('body') === undefined) return {};
  return { entry: entryOfBody(node.get('name'), ownValues(node.get('body'))?.get('text')) };
}

/** Converts a Bruno export, an OpenCollection (https://spec.opencollection.com), or a single request of one. */
function brunoValue(file: Parts): ForeignCollection[] | null {
  const name = brunoName(file);
  if (typeof name !== 'string') return null;
  if (Array.isArray(file.get('items')) || typeof file.get('opencollection') === 'string')
    return [tree(file, bruno, 'name', name)];
  return brunoRequest(file) ? [{ name: 'Bruno', entries: [brunoEntry(file)] }] : null;
}

const bruno = (node: Parts): Branch =>
  Array.isArray(node.get('items')) ? { inner: listOf(node.get('items')) } : { entry: brunoEntry(node) };

const brunoName = (node: Parts): unknown => node.get('name') ?? ownValues(node.get('info'))?.get('name');

const brunoRequest = (node: Parts): Parts | null =>
  ['request', 'graphql', 'graphqlSubscription', 'http'].reduce<Parts | null>(
    (found, key) => found ?? ownValues(node.get(key)),
    null,
  );

function brunoEntry(node: Parts): ForeignEntry {
  const name = brunoName(node);
  const bodyPart = brunoRequest(node)?.get('body');
  // There can be several bodies, one of which is selected.
  const several = listOf(bodyPart).map(ownValues);
  const chosen = several.find(each => each?.get('selected') === true) ?? several[0];
  const body = ownValues(chosen ? chosen.get('body') : bodyPart);
  const graphql = ownValues(body?.get('graphql')) ?? body;
  if (typeof graphql?.get('query') === 'string') return entryOf(name, graphql.get('query'), graphql.get('variables'));
  return entryOfBody(name, body?.get('json') ?? body?.get('data'));
}

/** Matches Hoppscotch collections and Postman 1, in which all requests are in one list, beside folders that only refer to theirs. */
const hasRequests = (node: Parts): boolean => Array.isArray(node.get('requests')) && Array.isArray(node.get('folders'));

function requests(root: Parts): ForeignCollection {
  const read = (node: Parts): Branch => {
    if (Array.isArray(node.get('requests'))) return { inner: [...listOf(node.get('requests')), ...listOf(node.get('folders'))] };
    return Array.isArray(node.get('order')) ? {} : { entry: requestEntry(node) };
  };
  return tree(root, read, 'name');
}

function requestEntry(node: Parts): ForeignEntry {
  const name = node.get('name');
  const graphql = ownValues(node.get('graphqlModeData')) ?? node;
  if (typeof graphql.get('query') === 'string')
    return entryOf(name, graphql.get('query'), graphql.get('variables'), graphql.get('operationName'));
  return entryOfBody(name, node.get('rawModeData') ?? ownValues(node.get('body'))?.get('body'));
}

/** Parses a `.bru` file: blocks in braces, each closed by a brace at the start of a line. Returns null for other texts. */
export function brunoFile(text: string): ForeignCollection | null {
  const blocks = new Map<string, string>();
  let block: { name: string; lines: string[] } | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (block && line.startsWith('}')) {
      blocks.set(block.name, block.lines.join('\n'));
      block = null;
    } else if (block) block.lines.push(line.replace(/^ {2}/, ''));
    else {
      const [, name] = /^([a-z][a-z:-]{0,60})[ \t]{0,8}\{[ \t]{0,8}$/.exec(line) ?? [];
      if (name !== undefined) block = { name, lines: [] };
    }
  }
  const meta = blocks.get('meta');
  if (meta === undefined) return null;
  const [, name = ''] = /^name:[ \t]{0,8}(.*)$/m.exec(meta) ?? [];
  const query = blocks.get('body:graphql');
  const entry =
    query === undefined
      ? entryOfBody(name.trim(), blocks.get('body:json'))
      : entryOf(name.trim(), query, blocks.get('body:graphql:vars') ?? '');
  return { name: 'Bruno', entries: [entry] };
}

/** Converts a `.graphql` file; its head is parsed as in a folder of operations. */
export function operationEntry(text: string, name: string): ForeignEntry {
  const { query, variables, operation } = readOperationFile(text);
  return entryOf(name, query, variables, operation);
}

/** Converts a body that is JSON (`{"query": …}`) or the document itself. */
function entryOfBody(name: unknown, text: unknown): ForeignEntry {
  if (typeof text !== 'string') return { left: nameOf(name) };
  if (DOCUMENT.test(text)) {
    const isJson = ownValues(jsonOf(text)) !== null;
    if (!isJson && !/^\s*\{\s*"/.test(text)) return entryOf(name, text, '');
  }
  const body = ownValues(jsonOf(text));
  if (body) return entryOf(name, body.get('query'), body.get('variables'), body.get('operationName'));
  // Template variables of the other program can be in it without quotes, so that it is not valid JSON.
  const [, quoted] = /"query"\s{0,20}:\s{0,20}("(?:[^"\\]|\\.){1,200000}")/.exec(text) ?? [];
  return entryOf(name, quoted === undefined ? undefined : jsonOf(quoted), '');
}

const DOCUMENT = /^\s{0,1000}(?:query|mutation|subscription|fragment|\{|#)/;

function entryOf(name: unknown, query: unknown, variables: unknown, operation: unknown = null): ForeignEntry {
  return typeof query === 'string' && query.trim() !== '' ? { name, query, variables, operation } : { left: nameOf(name) };
}

const nameOf = (name: unknown): string => (typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : UNNAMED);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
