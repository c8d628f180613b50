/** `.bru` files of Bruno (https://docs.usebruno.com/bru-lang/overview): a request, or the settings of a folder or a collection. */
import type { Environment } from '../../../session/environments/environments';
import { entryOf, entryOfBody, type ForeignEntry, type ForeignHeader, headersOf, orOfAddress, withHeaders } from './foreignEntry';
import { environmentOf, type ForeignVariable } from './foreignEnvironments';

/** A parsed file. `entry` is null for files that are not requests: those with settings of a folder, and environments. */
export interface BruFile {
  name: string;
  headers: readonly ForeignHeader[];
  entry: ForeignEntry | null;
  environment: Environment | null;
}

/**
 * Parses a file: blocks in braces or brackets, each closed at the start of a line. Returns null for other texts.
 * @param fileName environments are named by it
 */
export function readBruFile(text: string, fileName: string): BruFile | null {
  const blocks = new Map<string, string>();
  let block: { name: string; lines: string[] } | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (block && /^[}\]]/.test(line)) {
      blocks.set(block.name, block.lines.join('\n'));
      block = null;
    } else if (block) block.lines.push(line.replace(/^ {2}/, ''));
    else {
      const [, name] = /^([a-z][a-z:-]{0,60})[ \t]{0,8}[{[][ \t]{0,8}$/.exec(line) ?? [];
      if (name !== undefined) block = { name, lines: [] };
    }
  }
  const meta = blocks.get('meta');
  const isKnown =
    meta !== undefined || ['headers', 'auth', 'vars', 'vars:pre-request', 'vars:secret'].some(name => blocks.has(name));
  if (!isKnown) return null;
  const name = lineOf(meta, 'name');
  const headers = headersOf(blocks.get('headers') ?? '');
  const isRequest = !['', 'folder', 'collection'].includes(lineOf(meta, 'type'));
  return {
    name,
    headers,
    entry: isRequest ? withHeaders(entryOfBlocks(name, blocks), headers) : null,
    environment:
      /(?:^|\/)folder\.bru$/i.test(fileName) || isRequest ? null : environmentOfBlocks(name || stemOf(fileName), blocks),
  };
}

/** The variables of an environment, or of a collection. */
function environmentOfBlocks(name: string, blocks: ReadonlyMap<string, string>): Environment | null {
  const open = variablesOf(blocks.get('vars') ?? blocks.get('vars:pre-request') ?? '');
  const secret = (blocks.get('vars:secret') ?? '').split(/[\s,]+/).map(each => ({ name: each, value: '', secret: true }));
  return environmentOf(name, [...open, ...secret]);
}

const stemOf = (fileName: string): string => fileName.replace(/^.*\//, '').replace(/\.bru$/i, '');

/** Names that begin with a tilde are turned off. */
const variablesOf = (block: string): ForeignVariable[] =>
  [...linesOf(block)]
    .filter(([name]) => !/^[~\s]/.test(name))
    .map(([name, value]) => ({ name, value: value.replace(/^ {2}/gm, '') }));

function entryOfBlocks(name: string, blocks: ReadonlyMap<string, string>): ForeignEntry {
  const query = blocks.get('body:graphql');
  if (query !== undefined) return entryOf(name, query, blocks.get('body:graphql:vars') ?? '');
  const entry = entryOfBody(name, blocks.get('body:json') ?? lineOf(blocks.get('body:multipart-form'), 'operations'));
  const url = [...blocks.values()].map(block => lineOf(block, 'url')).find(value => value !== '');
  return orOfAddress(entry, url, []);
}

/** Returns the value of a line `name: value`; '' if there is none. */
const lineOf = (block: string | undefined, name: string): string => linesOf(block ?? '').get(name) ?? '';

/** The lines `name: value` of a block by name, the first of each. A value of several lines is between three apostrophes. */
function linesOf(block: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const lines = block.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, name, rest = ''] = /^([^:']{1,200}):(.*)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined) continue;
    let value = rest.trim();
    if (value === "'''") {
      const begin = at + 1;
      while (++at < lines.length && !lines[at]?.trim().startsWith("'''"));
      value = lines.slice(begin, at).join('\n');
    }
    if (!found.has(name)) found.set(name, value);
  }
  return found;
}
