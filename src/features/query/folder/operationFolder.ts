/**
 * A folder of operations, one `.graphql` file each (session/operations/operationFile.ts): on the disk where the browser lets a page write there, else
 * in memory, from files that were chosen, to be saved as one archive.
 */

import { readOperationFile, writeOperationFile } from '../../../session/operations/operationFile';
import { withoutSecretLiterals } from '../../../session/wire/secretLiterals';
import { isVariableAlone } from '../../../transport/secrets/commentLines';
import { isSecretHeader } from '../../../transport/secrets/isSecretName';
import type { QueryContent } from '../tabs/queryTabs';
import { publicVariables } from './publicVariables';

/** A folder that is open. */
export interface OperationFolder {
  readonly name: string;
  /** True where writing changes files on the disk. */
  readonly isOnDisk: boolean;
  /** Paths of the operations, with slashes, in their order. */
  list(): Promise<string[]>;
  /** @throws Error of the name NotFoundError when there is no such file; another when it is too large */
  read(path: string): Promise<string>;
  /** Writes a file, a new one too. */
  write(path: string, text: string): Promise<void>;
}

/** The part of FileSystemFileHandle that is needed. */
export interface FileHandle {
  readonly kind: 'file';
  readonly name: string;
  getFile(): Promise<Pick<File, 'size' | 'text'>>;
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

/** The part of FileSystemDirectoryHandle that is needed. */
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
/** A folder that a tool keeps for itself. */
const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
const byPath = (one: string, other: string): number => (one < other ? -1 : 1);

/** A folder on the disk. */
export function diskFolder(root: FolderHandle): OperationFolder {
  const collect = async (folder: FolderHandle, within: string, depth: number, found: string[]): Promise<string[]> => {
    for await (const entry of folder.values()) {
      if (found.length >= MOST_FILES) break;
      const path = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.kind === 'file') {
        if (OPERATION.test(entry.name)) found.push(path);
      } else if (depth < MOST_DEPTH && !isHidden(entry.name)) await collect(entry, path, depth + 1, found);
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

/** A folder in memory, of files that were chosen; `webkitRelativePath` says where each stands. */
export async function memoryFolder(files: readonly File[]): Promise<OperationFolder> {
  const texts = new Map<string, string>();
  let name = '';
  for (const file of files.slice(0, MOST_FILES)) {
    const [top = '', ...rest] = file.webkitRelativePath === '' ? ['', file.name] : file.webkitRelativePath.split('/');
    name ||= top;
    if (!OPERATION.test(file.name) || rest.slice(0, -1).some(isHidden) || file.size > LARGEST) continue;
    texts.set(rest.join('/'), await file.text());
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

/** A file as a tab: its whole text, and beside it what its head says of variables and headers. */
export function contentOfFile(source: string): QueryContent {
  const { variables, headers, operation } = readOperationFile(source);
  return { query: source, variables, headers, operation };
}

/**
 * Variables and headers of a tab as they belong into its file: those beside the text where they were changed there since `before`, else what the
 * head of the text says.
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
 * A tab as a file. The head that stands in the text is kept byte for byte but for what was changed beside it. Secrets are left out, as a file is
 * handed on; one that stood in the file already stays until it is taken out.
 */
export function fileOfContent(content: QueryContent, before: string): string {
  const own = readOperationFile(before);
  const { variables, headers } = partsForFile(content, before);
  return writeOperationFile(withPublicBody(content.query, before), {
    variables:
      variables.trim() === own.variables
        ? variables
        : publicVariables({ query: content.query, variables }, { query: before, variables: own.variables }),
    headers: publicHeaders(named(headers), own.headers),
  });
}

/** What a tab takes over from its file once `saved` was written of `content`; what changed in the tab meanwhile (`now`) stays. */
export function contentAfterSave(
  content: QueryContent,
  now: QueryContent,
  before: string,
  saved: string,
): Pick<QueryContent, 'query' | 'variables' | 'headers'> {
  const { variables, headers } = partsForFile(content, before);
  const isSameHead = headOf(now.query) === headOf(content.query);
  return {
    query: isSameHead ? headOf(saved) + readOperationFile(now.query).query : now.query,
    variables: now.variables === content.variables ? variables : now.variables,
    headers: now.headers === content.headers ? headers : now.headers,
  };
}

/** The head of a file, '' for none. */
function headOf(source: string): string {
  return source.slice(0, source.length - readOperationFile(source).query.length);
}

/** The head stays as it was written. */
function withPublicBody(source: string, before: string): string {
  if (source === before) return source;
  return headOf(source) + withoutSecretLiterals(readOperationFile(source).query);
}

/**
 * Without secrets but those that stood in the file. In place of a changed one stands what stood there where no other of its name was changed, added
 * or taken out.
 */
function publicHeaders(headers: QueryContent['headers'], before: QueryContent['headers']): QueryContent['headers'] {
  const known = new Set(before.filter(({ name }) => isSecretHeader(name)).map(({ value }) => value));
  const now = valuesByName(headers);
  const stood = valuesByName(before);
  const seen = new Map<string, number>();
  return headers.map(header => {
    const name = header.name.toLowerCase();
    const at = seen.get(name) ?? 0;
    seen.set(name, at + 1);
    const isOpen = header.value === '' || !isSecretHeader(name) || isVariableAlone(header.value);
    if (isOpen || known.has(header.value)) return header;
    const [values, old] = [now.get(name) ?? [], stood.get(name) ?? []];
    const isCertain = values.length === old.length && values.every((value, place) => place === at || value === old[place]);
    return { ...header, value: (isCertain ? old[at] : undefined) ?? '' };
  });
}

/** The values of headers in their order, by name. */
function valuesByName(headers: QueryContent['headers']): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const of = values.get(name.toLowerCase());
    if (of) of.push(value);
    else values.set(name.toLowerCase(), [value]);
  }
  return values;
}

/** A path for a new file. null: the name cannot be one. */
export function newPath(name: string): string | null {
  const bare = name.trim().replace(OPERATION, '');
  const isUsable = bare !== '' && bare.length <= 100 && !/[\\/:*?"<>|]|^\.|\p{Cc}/u.test(bare);
  return isUsable ? `${bare}.graphql` : null;
}

async function textOf(file: Pick<File, 'size' | 'text'>): Promise<string> {
  if (file.size > LARGEST) throw new Error('The file is too large');
  return file.text();
}
