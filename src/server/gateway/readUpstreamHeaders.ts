/**
 * Reads the headers that the gateway adds to upstream requests (such as an API key) from ORIEL_UPSTREAM_HEADERS: JSON, or `file:` and the
 * path of a JSON file. Error messages may name a header but never contain a value.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,200}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]{1,16384}$/;

/** Headers that the gateway sets itself, or that are for one connection only. */
const RESERVED = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
  'proxy-connection',
  'via',
  'origin',
  'referer',
]);

/**
 * @param text the variable's value
 * @returns the headers by lower-case name
 * @throws Error whose message continues after the variable's name
 */
export function readUpstreamHeaders(text: string): Readonly<Record<string, string>> {
  const json = text.startsWith('file:') ? readText(text) : text;
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new Error('must be a JSON object such as {"x-api-key": "…"}, or file: and the path of a file that holds one.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('must be a JSON object of header names and their values.');
  }
  const headers = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed)) {
    const name = key.toLowerCase();
    if (!NAME.test(name)) throw new Error(`holds ${JSON.stringify(key.slice(0, 50))}, which is not a header name.`);
    if (RESERVED.has(name) || name.startsWith('sec-websocket-'))
      throw new Error(`cannot set the header ${name}, which the gateway sets itself.`);
    if (headers.has(name)) throw new Error(`names the header ${name} twice.`);
    if (typeof value !== 'string' || !VALUE.test(value)) throw new Error(`needs a single-line text as the value of ${name}.`);
    headers.set(name, value);
  }
  return Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(headers));
}

function readText(address: string): string {
  try {
    return readFileSync(address.startsWith('file://') ? fileURLToPath(address) : address.slice('file:'.length), 'utf8');
  } catch (error) {
    throw new Error(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'no path'}).`);
  }
}
