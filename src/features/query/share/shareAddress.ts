/**
 * Encodes a document and its variables in a URL: `/query?query=…&variables=…`, or compressed (`/query?z=…`) if that is too long. Values
 * that are secret by their names are left out, and headers are not included.
 */
import { laidOutJson } from '../../../lib/text/laidOutJson';
import { href } from '../../../session/navigation/navigation';
import { withoutSecrets } from '../../../session/wire/secretLiterals';
import type { QueryContent } from '../tabs/queryTabs';

/** Longer URLs, in characters, are compressed. Servers and messengers can truncate URLs longer than `LONGEST_ADDRESS`. */
const COMPRESSED_FROM = 1500;
export const LONGEST_ADDRESS = 8000;
/** Maximum number of characters after decompression: a short URL can be crafted to decompress to gigabytes. */
const LARGEST_CONTENT = 2_000_000;

/** Returns the uncompressed URL. */
export function plainAddress(content: Omit<QueryContent, 'headers'>): string {
  const { query, variables, operation } = withoutSecrets(content);
  return href(['query'], {
    query: query === '' ? null : query,
    variables: variables.trim() === '' ? null : variables,
    operation,
  });
}

/** Returns the URL to share: compressed if the plain one is long. */
export async function shareAddress(content: Omit<QueryContent, 'headers'>): Promise<string> {
  const plain = plainAddress(content);
  if (plain.length <= COMPRESSED_FROM || typeof CompressionStream === 'undefined') return plain;
  const { query, variables, operation } = withoutSecrets(content);
  const json = JSON.stringify([query, variables, operation]);
  const packed = await new Response(new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();
  return href(['query'], { z: base64Url(new Uint8Array(packed)) });
}

/**
 * Returns the content of a URL; null if it contains no document.
 * @throws Error if the compressed part cannot be decoded
 */
export async function contentOfAddress(query: URLSearchParams): Promise<Partial<QueryContent> | null> {
  const packed = query.get('z');
  if (packed === null) return plainContent(query);
  const parsed: unknown = JSON.parse(await unpacked(packed));
  const [text, variables, operation] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  if (typeof text !== 'string') throw new Error('The address holds no document');
  return {
    query: text,
    variables: typeof variables === 'string' ? variables : '',
    operation: typeof operation === 'string' ? operation : null,
  };
}

/** Returns the content of an uncompressed URL; null if it contains no document. */
export function plainContent(query: URLSearchParams): Partial<QueryContent> | null {
  const text = query.get('query');
  if (text === null) return null;
  return { query: text, variables: readable(query.get('variables') ?? ''), operation: query.get('operation') };
}

/** Formats the single-line JSON of a URL with indentation. */
function readable(json: string): string {
  // Text with numbers that JSON.parse would round is returned unchanged.
  if (json.includes('\n') || /\d{16}/.test(json)) return json;
  try {
    return laidOutJson(JSON.parse(json));
  } catch {
    return json;
  }
}

async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), char => char.charCodeAt(0));
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let out = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return out;
    out += value;
    if (out.length > LARGEST_CONTENT) {
      void reader.cancel();
      throw new Error('The address holds too much');
    }
  }
}

function base64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text)
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '');
}
