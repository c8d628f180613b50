/**
 * Converts a pasted request in a format of other tools (a cURL command or a HAR entry) to the content of a tab. Its URL is not used,
 * because a tab always uses its own connection. Tokens and cookies are left out.
 */

import { encodePart } from '../../../lib/text/encodePart';
import { laidOutJson } from '../../../lib/text/laidOutJson';
import { parseJson } from '../../../lib/text/largeIntegers';
import type { QueryContent, QueryHeader } from '../tabs/queryTabs';
import { CURL, looksCopied } from './looksCopied';
import { shellWords } from './shellWords';

/** Headers that the browser or the transport sets. */
const OWN_HEADERS =
  /^(:.*|accept(-.*)?|content-(type|length)|host|origin|referer|user-agent|connection|cache-control|pragma|priority|dnt|te|cookie|authorization|sec-.*|apollo-require-preflight)$/i;

/**
 * The pasted request. `missing` has the names of its files, which are not part of the pasted text; if there is no `query`, it was in one of
 * them.
 */
export type PastedRequest = Partial<QueryContent> & { missing?: readonly string[] };

/** Parses a pasted text; null if it is neither format or contains no GraphQL. */
export function readPasted(text: string): PastedRequest | null {
  return readCurl(text) ?? readHarEntry(text);
}

/** Parses a HAR entry as copied by Wire and browsers, or the first GraphQL entry of a whole HAR file. */
function readHarEntry(text: string): PastedRequest | null {
  if (!looksCopied(text)) return null;
  try {
    const whole = JSON.parse(text) as HarEntry & { log?: { entries?: HarEntry[] } };
    for (const { request } of whole.log?.entries ?? [whole]) {
      const content = request && contentOfHar(request);
      if (!content) continue;
      const headers = (request?.headers ?? []).filter(({ name }) => !OWN_HEADERS.test(name));
      return { ...content, headers: headers.map(({ name, value }) => ({ name: String(name), value: String(value) })) };
    }
    return null;
  } catch {
    return null;
  }
}

function contentOfHar({ postData, url }: NonNullable<HarEntry['request']>): PastedRequest | null {
  const { text: body, params, mimeType } = postData ?? {};
  if (/multipart/i.test(String(mimeType))) return contentOfForm(params ? formOfParams(params) : formOfBody(String(body)));
  return contentOf(String(body)) ?? contentOfFields(String(body)) ?? contentOfAddress(String(url));
}

interface HarParam {
  name?: unknown;
  value?: unknown;
  fileName?: unknown;
}

/** The used properties of a HAR entry. */
interface HarEntry {
  request?: {
    url?: unknown;
    headers?: { name: string; value: string }[];
    postData?: { text?: unknown; mimeType?: unknown; params?: HarParam[] };
  };
}

/** cURL options that take a value, in short and long form. */
const TAKES_VALUE = 'XHdbAeuoFmxcCTUEzrw';
const LONG_TAKES_VALUE =
  /^--(request|header|data(-raw|-binary|-ascii|-urlencode)?|json|cookie|user-agent|referer|user|output|form(-string)?|max-time|connect-timeout|proxy|url|cert|key|cacert|retry|resolve)$/;

function readCurl(command: string): PastedRequest | null {
  if (!CURL.test(command)) return null;
  const words = shellWords(command.trim().replace(/^(\$|>|PS>)\s*/, ''));
  const headers: QueryHeader[] = [];
  const data: string[] = [];
  const form = new Map<string, string>();
  const missing: string[] = [];
  let address = '';
  const take = (option: string, value: string): void => {
    if (option === '-H' || option === '--header') {
      // Bounded: the part after the colon always matches.
      const [, name = '', text = ''] = /^([^:]+):\s*([\s\S]*)$/.exec(value) ?? [];
      if (name !== '' && !OWN_HEADERS.test(name)) headers.push({ name, value: text });
    } else if (option === '-d' || /^--(data|json)/.test(option)) {
      // All options except --data-raw read a file if the value starts with @.
      if (value.startsWith('@') && option !== '--data-raw') missing.push(value.slice(1));
      else data.push(option === '--data-urlencode' ? encodedField(value) : value);
    } else if (option === '-F' || option.startsWith('--form')) {
      const [, name = '', text = ''] = /^([^=]+)=([\s\S]*)$/.exec(value) ?? [];
      if (/^[@<]/.test(text)) missing.push(text.slice(1).split(';')[0] ?? '');
      else form.set(name, text);
    } else if (option === '--url') address = value;
  };
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word.startsWith('--')) {
      const [, long = word, joined] = /^(--[\w-]+)=([\s\S]*)$/.exec(word) ?? [];
      if (LONG_TAKES_VALUE.test(long)) take(long, joined ?? words[++at] ?? '');
    } else if (/^-./.test(word)) {
      // Short options can be combined, the last with its value: -sSXPOST.
      const place = [...word].findIndex((char, index) => index > 0 && TAKES_VALUE.includes(char));
      if (place > 0) take(`-${word[place]}`, word.slice(place + 1) || (words[++at] ?? ''));
    } else address = word;
  }
  const content =
    form.size > 0
      ? contentOfForm({ form, files: missing })
      : (contentOf(data.join('&')) ?? contentOfFields(data.join('&')) ?? contentOfAddress(address));
  if (!content) return missing.length > 0 ? { missing } : null;
  return { ...content, headers, ...(missing.length > 0 ? { missing } : {}) };
}

/** The fields of a form, and the names of its files. */
interface PastedForm {
  form: ReadonlyMap<string, string>;
  files: readonly string[];
}

function formOfParams(params: readonly HarParam[]): PastedForm {
  const form = new Map(params.filter(({ fileName }) => fileName == null).map(({ name, value }) => [String(name), String(value)]));
  return { form, files: params.flatMap(({ fileName }) => (typeof fileName === 'string' ? [fileName] : [])) };
}

function formOfBody(body: string): PastedForm {
  const form = new Map<string, string>();
  const files: string[] = [];
  const [boundary = ''] = /^--[^\r\n]+/.exec(body) ?? [];
  for (const part of boundary === '' ? [] : body.split(boundary)) {
    // Bounded: two searches in one part, one after the other.
    const [, head = '', text = ''] = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?\n?$/.exec(part) ?? [];
    const file = /filename="([^"]*)"/i.exec(head)?.[1];
    const name = /[;\s]name="([^"]*)"/i.exec(head)?.[1];
    if (file !== undefined) files.push(file);
    else if (name !== undefined) form.set(name, text);
  }
  return { form, files };
}

/** Returns the operation of a multipart request, without its files. */
function contentOfForm({ form, files }: PastedForm): PastedRequest | null {
  const content = contentOf(form.get('operations') ?? '');
  return content && { ...content, ...(files.length > 0 ? { missing: files } : {}) };
}

function contentOf(body: string): Partial<QueryContent> | null {
  try {
    const parsed = parseJson(body);
    const { query, variables, operationName } = (Array.isArray(parsed) ? parsed[0] : parsed) as Record<string, unknown>;
    if (typeof query !== 'string') return null;
    return {
      query,
      variables: isFilled(variables) ? laidOutJson(variables) : '',
      operation: typeof operationName === 'string' ? operationName : null,
    };
  } catch {
    return null;
  }
}

function contentOfAddress(address: string): Partial<QueryContent> | null {
  const mark = address.indexOf('?');
  return mark < 0 ? null : contentOfFields(address.slice(mark + 1));
}

/** Parses the fields of a query string or URL-encoded form: `query=…&variables=…&operationName=…`. */
function contentOfFields(encoded: string): Partial<QueryContent> | null {
  const fields = new URLSearchParams(encoded);
  const query = fields.get('query');
  if (query === null) return null;
  return { query, variables: fields.get('variables') ?? '', operation: fields.get('operationName') };
}

/** Encodes a field as cURL does. */
function encodedField(field: string): string {
  const [, name = '', value = ''] = /^([^=]*)=([\s\S]*)$/.exec(field) ?? [];
  return name === '' ? field : `${name}=${encodePart(value)}`;
}

function isFilled(variables: unknown): boolean {
  return typeof variables === 'object' && variables !== null && Object.keys(variables).length > 0;
}
