/**
 * A folder of operations, each a `.graphql` file (session/operations/operationFile.ts). It is on the disk if the browser lets pages write
 * there. Otherwise it is in memory, created from the chosen files and saved as one archive.
 */

import { readOperationFile, writeOperationFile } from '../../../session/operations/operationFile';
import { withoutSecretLiterals } from '../../../session/wire/secretLiterals';
import { hasSecret, type QueryContent } from '../tabs/queryTabs';
import { isHiddenName, isHiddenPath } from './isHiddenPath';
import { operationNames } from './operationNames';
import { publicVariables, secretsIn } from './publicVariables';

/** An open folder. */
export interface OperationFolder {
  readonly name: string;
  /** True where writing changes files on the disk. */
  readonly isOnDisk: boolean;
  /** Returns the paths of the operations, with slashes, sorted. */
  list(): Promise<string[]>;
  /** @throws Error named NotFoundError if the file does not exist; another error if it is too large or not UTF-8 */
  read(path: string): Promise<string>;
  /** Writes or creates a file. */
  write(path: string, text: string): Promise<void>;
}

/** The part of `FileSystemFileHandle` that is used. */
export interface FileHandle {
  readonly kind: 'file';
  readonly name: string;
  getFile(): Promise<Pick<File, 'size' | 'arrayBuffer'>>;
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

/** The part of `FileSystemDirectoryHandle` that is used. */
export interface FolderHandle {
  readonly kind: 'directory';
  readonly name: string;
  values(): AsyncIterable<FileHandle | FolderHandle>;
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>;
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<FolderHandle>;
}

const MOST_FILES = 5000;
const MOST_DEPTH = 20;
const LARGEST = 1_000_000;
const OPERATION = /\.(?:graphql|gql)$/i;
const byPath = (one: string, other: string): number => (one < other ? -1 : 1);

/** Opens a folder on the disk. */
export function diskFolder(root: FolderHandle): OperationFolder {
  const collect = async (folder: FolderHandle, within: string, depth: number, found: string[]): Promise<string[]> => {
    for await (const entry of folder.values()) {
      if (found.length >= MOST_FILES) break;
      const path = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.kind === 'file') {
        if (OPERATION.test(entry.name)) found.push(path);
      } else if (depth < MOST_DEPTH && !isHiddenName(entry.name)) await collect(entry, path, depth + 1, found);
    }
    return found;
  };
  const handleOf = async (path: string, create: boolean): Promise<FileHandle> => {
    const names = path.split('/');
    const file = names.pop() ?? '';
    let folder = root;
    for (const name of names) folder = await folder.getDirectoryHandle(name, { create });
    return folder.getFileHandle(file, { create });
  };
  return {
    name: root.name,
    isOnDisk: true,
    list: async () => (await collect(root, '', 0, [])).sort(byPath),
    read: async path => textOf(await (await handleOf(path, false)).getFile()),
    async write(path, text) {
      const file = await (await handleOf(path, true)).createWritable();
      await file.write(text);
      await file.close();
    },
  };
}

/**
 * Creates a folder in memory from chosen files, whose `webkitRelativePath` is their path. Files that are too large or not UTF-8 are left
 * out.
 */
export async function memoryFolder(files: readonly File[]): Promise<OperationFolder> {
  const texts = new Map<string, string>();
  let name = '';
  for (const file of files.slice(0, MOST_FILES)) {
    const [top = '', ...rest] = file.webkitRelativePath === '' ? ['', file.name] : file.webkitRelativePath.split('/');
    name ||= top;
    if (!OPERATION.test(file.name) || isHiddenPath(rest.join('/'))) continue;
    const text = await textOf(file).catch(() => null);
    if (text !== null) texts.set(rest.join('/'), text);
  }
  return {
    name,
    isOnDisk: false,
    list: async () => [...texts.keys()].sort(byPath),
    async read(path) {
      const text = texts.get(path);
      if (text === undefined) throw new DOMException(`There is no file ${path}`, 'NotFoundError');
      return text;
    },
    async write(path, text) {
      texts.set(path, text);
    },
  };
}

/**
 * Converts a file to the content of a tab: its whole text, with the line breaks of the editor, and the variables and headers from its head.
 */
export function contentOfFile(source: string): QueryContent {
  const { variables, headers, operation } = readOperationFile(source);
  return { query: withPlainBreaks(source), variables, headers, operation };
}

/**
 * Returns the variables and headers to write to the file: those of the tab if they were changed there since `before`, otherwise those in
 * the head of the text.
 */
export function partsForFile(content: QueryContent, before: string): Pick<QueryContent, 'variables' | 'headers'> {
  const own = readOperationFile(before);
  const typed = readOperationFile(content.query);
  const same = (one: QueryContent['headers'], other: QueryContent['headers']): boolean =>
    JSON.stringify(one) === JSON.stringify(other);
  const isTyped = content.variables.trim() === own.variables && typed.variables !== own.variables;
  const areTyped = same(named(content.headers), own.headers) && !same(typed.headers, own.headers);
  return {
    variables: isTyped ? typed.variables : content.variables,
    headers: areTyped ? typed.headers : content.headers,
  };
}

const named = (headers: QueryContent['headers']): QueryContent['headers'] => headers.filter(({ name }) => name.trim() !== '');

/**
 * Converts a tab to a file. The head in the text is kept byte for byte, except for variables and headers that were changed in the tab.
 * Secrets are left out, because files are shared; a secret that is already in the file is kept.
 */
export function fileOfContent(content: QueryContent, before: string): string {
  // The byte order mark stays first. Tabs do not have it.
  if (before.startsWith(MARK)) return MARK + fileOfContent(content, before.slice(MARK.length));
  const own = readOperationFile(before);
  const { variables, headers } = partsForFile(content, before);
  return writeOperationFile(withPublicBody(withBreaksOf(before, content.query), before), {
    variables:
      variables.trim() === own.variables
        ? variables
        : publicVariables({ query: content.query, variables }, { query: before, variables: own.variables }),
    headers: publicHeaders(named(headers), own.headers),
    operation: operationForFile(content, own.operation),
  });
}

/**
 * Returns the operation to write to the file: the one selected in the tab if the document has several, otherwise the one in the head of the
 * text. The first one is selected without an entry, and one without a name of its own cannot be written.
 */
function operationForFile(content: QueryContent, before: string | null): string | null {
  const typed = readOperationFile(content.query);
  const { operation } = content;
  if (typed.operation !== before || operation === null || operation === before) return typed.operation;
  const names = operationNames(typed.query);
  if (names.length < 2 || names.filter(name => name === operation).length !== 1) return before;
  return names[0] === operation ? null : operation;
}

/** Returns the content of the tab after `saved` was written from `content`. Changes made in the tab in the meantime (`now`) are kept. */
export function contentAfterSave(
  content: QueryContent,
  now: QueryContent,
  before: string,
  saved: string,
): Pick<QueryContent, 'query' | 'variables' | 'headers'> {
  const { variables, headers } = partsForFile(content, before);
  const isSameHead = headOf(now.query) === headOf(content.query);
  return {
    query: isSameHead ? withPlainBreaks(headOf(saved)) + readOperationFile(now.query).query : now.query,
    variables: now.variables === content.variables ? variables : now.variables,
    headers: now.headers === content.headers ? headers : now.headers,
  };
}

/** Returns the head of a file; empty if it has none. */
function headOf(source: string): string {
  return source.slice(0, source.length - readOperationFile(source).query.length);
}

/** Returns a text with the line breaks of the file, which an editor replaces by line feeds. */
function withBreaksOf(before: string, text: string): string {
  if (withPlainBreaks(text) === withPlainBreaks(before)) return before;
  const [own] = before.match(BREAK) ?? [];
  return own === undefined ? text : text.replace(BREAK, own);
}

const MARK = '\ufeff';
const BREAK = /\r\n?|\n/g;
const withPlainBreaks = (text: string): string => text.replace(/^\ufeff/, '').replace(BREAK, '\n');

/** Removes secrets from the document, unless all of them are already in the file. Leaves the head as it is. */
function withPublicBody(source: string, before: string): string {
  const { query } = readOperationFile(source);
  const secretsBefore = new Set(secretsIn(readOperationFile(before).query));
  return secretsIn(query).every(secret => secretsBefore.has(secret)) ? source : headOf(source) + withoutSecretLiterals(query);
}

/**
 * Removes secrets, except those that are already in the file. A changed secret is replaced by its old value, if no other header of that
 * name was changed, added or removed.
 */
function publicHeaders(headers: QueryContent['headers'], before: QueryContent['headers']): QueryContent['headers'] {
  const secretsBefore = new Set(before.filter(hasSecret).map(({ value }) => value));
  const now = valuesByName(headers);
  const previous = valuesByName(before);
  const seen = new Map<string, number>();
  return headers.map(header => {
    const name = header.name.toLowerCase();
    const at = seen.get(name) ?? 0;
    seen.set(name, at + 1);
    const isOpen = header.value === '' || !hasSecret(header);
    if (isOpen || secretsBefore.has(header.value)) return header;
    const [values, old] = [now.get(name) ?? [], previous.get(name) ?? []];
    const isCertain = values.length === old.length && values.every((value, place) => place === at || value === old[place]);
    return { ...header, value: (isCertain ? old[at] : undefined) ?? '' };
  });
}

/** Returns the values of headers by name, in their order. */
function valuesByName(headers: QueryContent['headers']): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const of = values.get(name.toLowerCase());
    if (of) of.push(value);
    else values.set(name.toLowerCase(), [value]);
  }
  return values;
}

/** Names of devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$)/i;

/**
 * Returns the path for a new file; null if the name is not usable.
 * @param taken the paths of the folder: on most disks, names that differ only in case are the same file
 */
export function newPath(name: string, taken: readonly string[] = []): string | null {
  const bare = name.trim().replace(OPERATION, '');
  const isUsable = bare !== '' && bare.length <= 100 && !/[\\/:*?"<>|]|^\.|\p{Cc}/u.test(bare) && !DEVICE.test(bare);
  const path = `${bare}.graphql`;
  return isUsable && !taken.some(each => onDisk(each) === onDisk(path)) ? path : null;
}

const onDisk = (path: string): string => path.normalize().toLowerCase();

/**
 * Decodes a file without changing it: by default, invalid bytes would be replaced and the byte order mark would be removed.
 * @throws TypeError if it is not UTF-8
 */
async function textOf(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<string> {
  if (file.size > LARGEST) throw new Error('The file is too large');
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
}
