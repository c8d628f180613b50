/**
 * Reads files with collections of operations: Oriel's own format, and those of other programs (foreignCollections.ts). Entries that are not
 * operations are reported by name; values that are secret by their names are left out.
 */

import { excessOf } from '../../../lib/text/boundedJson';
import { laidOutJson } from '../../../lib/text/laidOutJson';
import { unquoteBareVariables } from '../../../session/environments/bareVariables';
import type { Environment } from '../../../session/environments/environments';
import { withoutSecrets } from '../../../session/wire/secretLiterals';
import { isSendable } from '../run/isSendable';
import { readBruFile } from './bruFile';
import { type ForeignCollection, foreignCollections, placed } from './foreignCollections';
import { type ForeignEntry, headersOf, headersWithin, operationEntry } from './foreignEntry';
import { foreignEnvironments } from './foreignEnvironments';
import { type CollectionFile, FORMAT, type NamedText, type SavedQuery } from './queryCollectionFile';
import { type QueryHeader, withoutSecretHeaders } from './queryTabs';

/** Maximum length of an operation in characters, as in the history. */
const LONGEST = 200_000;
/** Maximum number of operations in an import; a longer list is not usable. */
const MOST_OPERATIONS = 20_000;
/** Maximum number of characters of all operations of an import: headers of a folder are copied to each operation in it. */
const MOST_CHARACTERS = 50_000_000;

/**
 * Parses a file, or the files of a folder, whose requests are in collections named by their folders. If the content does not show the
 * format, the file extension does.
 * @param onProgress is called with the share that is done, from 0 to 1. Parsing and converting take about the same time
 * @throws Error if there are no collections
 */
export async function readCollectionFiles(
  files: readonly NamedText[],
  onProgress: (share: number) => void = () => undefined,
): Promise<CollectionFile> {
  const result: CollectionFile = { collections: [], left: 0, leftNames: [], environments: [] };
  const leave = (name: string): void => {
    result.left += 1;
    if (name !== '…' && result.leftNames.length < MOST_NAMED) result.leftNames.push(name);
  };
  const queriesOf = new Map<string, Omit<SavedQuery, 'id'>[]>();
  let count = 0;
  let characters = 0;
  const { found, environments } = await collectionsOf(files, leave, share => onProgress(share / 2));
  const total = found.reduce((sum, { entries }) => sum + entries.length, 0);
  let done = 0;
  for (const { name, entries } of found) {
    const titleOf = (folder: readonly string[]): string => textOf([textOf(name) || '…', ...folder].join(' / '));
    const before = count;
    for (const entry of entries) {
      onProgress((1 + done++ / total) / 2);
      const query = 'query' in entry && count < MOST_OPERATIONS && characters < MOST_CHARACTERS ? saved(entry) : null;
      const title = titleOf(entry.folder ?? []);
      if (query) {
        characters += lengthOf(query);
        const queries = queriesOf.get(title) ?? [];
        queriesOf.set(title, queries);
        queries.push(query);
        count += 1;
      } else leave(('query' in entry ? textOf(entry.name) : entry.left) || '…');
    }
    // A collection without operations.
    if (count === before && !queriesOf.has(titleOf([]))) queriesOf.set(titleOf([]), []);
  }
  result.environments = environments;
  result.collections = [...queriesOf].map(([name, queries]) => ({ name, queries }));
  return result;
}

/** Maximum number of reported names. */
const MOST_NAMED = 20;

/** Returns the collections of all files. @throws Error if there are none */
async function collectionsOf(
  files: readonly NamedText[],
  leave: (name: string) => void,
  onProgress: (share: number) => void,
): Promise<{ found: ForeignCollection[]; environments: Environment[] }> {
  const total = files.reduce((sum, { text }) => sum + text.length, 0);
  let done = 0;
  const read: { folder: string[]; found: ForeignCollection[] }[] = [];
  for (const { name, text } of files) {
    const folder = name.split('/').slice(0, -1);
    try {
      const value = await readValue(text, name);
      read.push({ folder, found: ownCollections(value) ?? foreign(value, text, name) });
    } catch (error) {
      if (files.length === 1) throw error;
      leave(name.slice(folder.join('/').length).replace('/', ''));
    }
    done += text.length;
    onProgress(done / Math.max(1, total));
  }
  if (read.length === 0) throw new Error('These files contain no collections');
  const settings = new Map<string, FolderSettings>();
  for (const { folder, found } of read)
    for (const { holds, name, headers = [] } of found) {
      if (holds !== 'settings') continue;
      // A folder can have several files with settings.
      const before = settings.get(folder.join('/'));
      settings.set(folder.join('/'), {
        name: before?.name || textOf(name),
        headers: headersWithin(before?.headers ?? [], headers),
      });
    }
  return {
    found: read.flatMap(({ folder, found }) => found.flatMap(each => inFolder(each, folder, settings))),
    environments: read.flatMap(({ found }) => found.flatMap(each => each.environments ?? [])),
  };
}

/** The settings in the files of a folder. */
interface FolderSettings {
  name: string;
  headers: readonly QueryHeader[];
}

/** Puts a single request of a folder in the folder's collection, with the headers from the folder's settings. */
function inFolder(
  collection: ForeignCollection,
  folder: readonly string[],
  settings: ReadonlyMap<string, FolderSettings>,
): ForeignCollection[] {
  if (collection.holds === 'settings') return [];
  const [top] = folder;
  if (collection.holds === undefined || top === undefined) return [collection];
  const around = folder.map((_, at) => settings.get(folder.slice(0, at + 1).join('/')));
  const names = folder.map((name, at) => around[at]?.name || name);
  const headers = around.reduce<readonly QueryHeader[]>((outer, each) => headersWithin(outer, each?.headers ?? []), []);
  const place = { folder: names.slice(1), headers };
  return [{ name: names[0], entries: collection.entries.map(entry => placed(entry, place)) }];
}

/** Parses JSON or YAML; returns undefined for other texts. */
async function readValue(text: string, fileName: string): Promise<unknown> {
  const excess = excessOf(text);
  if (excess !== null) throw new Error(`This is a file ${excess}`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (!/\.ya?ml$/i.test(fileName) && !/^type: (?:collection|spec)\.insomnia/.test(text)) return undefined;
    const { readYaml } = await import(/* webpackChunkName: "yaml" */ './readYaml');
    return readYaml(text);
  }
}

function ownCollections(value: unknown): ForeignCollection[] | null {
  const file = objectOf(value);
  if (file?.format !== FORMAT) return null;
  return (Array.isArray(file.collections) ? file.collections : []).map((each): ForeignCollection => {
    const collection = objectOf(each);
    const queries = Array.isArray(collection?.queries) ? collection.queries : [];
    const entries = queries.map((query): ForeignEntry => {
      const { name, query: text, variables, operation, headers } = objectOf(query) ?? {};
      return { name, query: text, variables, operation, headers: headersOf(headers) };
    });
    return collection ? { name: collection.name, entries } : { name: '', entries: [{ left: '…' }] };
  });
}

function foreign(value: unknown, text: string, fileName: string): ForeignCollection[] {
  const [, stem = ''] = /([^/\\]{1,200})\.(?:graphql|gql)$/i.exec(fileName) ?? [];
  const found: ForeignCollection[] | null =
    stem === ''
      ? (foreignCollections(value) ?? bruCollection(text, fileName) ?? bruSettings(fileName))
      : [{ name: 'GraphQL', entries: [operationEntry(text, stem)], holds: 'request' }];
  const environments = foreignEnvironments(value);
  if (!found && environments.length === 0) throw new Error('This file contains no collections');
  return [...(found ?? []), { name: '', entries: [], holds: 'settings', environments }];
}

function bruCollection(text: string, fileName: string): ForeignCollection[] | null {
  const file = readBruFile(text, fileName);
  if (!file) return null;
  const { name, headers, entry, environment } = file;
  const environments = environment ? [environment] : [];
  return [
    entry
      ? { name: 'Bruno', entries: [entry], holds: 'request' }
      : { name, entries: [], holds: 'settings', headers, environments },
  ];
}

/** Bruno's settings of a folder without headers: empty, or with parts that are not imported, such as scripts. */
const bruSettings = (fileName: string): ForeignCollection[] | null =>
  /(?:^|\/)(?:collection|folder)\.bru$/i.test(fileName) ? [{ name: '', entries: [], holds: 'settings' }] : null;

function saved({
  name,
  query,
  variables,
  operation,
  headers = [],
}: Exclude<ForeignEntry, { left: string }>): Omit<SavedQuery, 'id'> | null {
  if (typeof query !== 'string' || query.trim() === '') return null;
  const json = objectOf(variables) ? laidOutJson(variables) : '';
  const values = typeof variables === 'string' ? variables : unquoteBareVariables(json);
  if (query.length + values.length > LONGEST) return null;
  return {
    name: textOf(name),
    ...withoutSecrets({ query, variables: values.trim() === '{}' ? '' : values }),
    headers: sendableHeaders(headers),
    operation: typeof operation === 'string' ? operation : null,
  };
}

/** Length of an operation in characters, with the quotes and names around its headers when it is stored. */
const lengthOf = ({ query, variables, headers }: Omit<SavedQuery, 'id'>): number =>
  headers.reduce((sum, { name, value }) => sum + name.length + value.length + 30, query.length + variables.length);

/**
 * Returns the headers of an operation that can be sent. Oriel sets the token and the content type itself. Of Authorization, only the name
 * is kept.
 */
const sendableHeaders = (headers: readonly QueryHeader[]): QueryHeader[] =>
  withoutSecretHeaders(headers)
    .filter(({ name, value }) => isSendable({ name, value }) && value.length <= LONGEST_HEADER && !/^content-type$/i.test(name))
    .map(({ name, value }) => ({ name, value: /^authorization$/i.test(name) ? '' : value }));

/** Maximum length of the value of a header, in characters. */
const LONGEST_HEADER = 10_000;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}
