/**
 * A request pasted as other tools copy it, a cURL command or an entry of a HAR file, as what goes into a tab. Its address is not used: a tab asks
 * its own connection. Tokens and cookies in it are left out.
 */
import type { QueryContent, QueryHeader } from '../../session/queryTabs';

/** Headers a browser or the transport sets by itself. */
const OWN_HEADERS =
  /^(:.*|accept(-.*)?|content-(type|length)|host|origin|referer|user-agent|connection|cache-control|pragma|priority|dnt|te|cookie|authorization|sec-.*|apollo-require-preflight)$/i;

/** Reads a pasted text; null when it is neither a command nor an entry, or holds no GraphQL. */
export function readPasted(text: string): Partial<QueryContent> | null {
  return readCurl(text) ?? readHarEntry(text);
}

/** An entry as Wire and browsers copy it, or the first of a whole file. */
function readHarEntry(text: string): Partial<QueryContent> | null {
  if (!text.trimStart().startsWith('{') || !text.includes('"postData"')) return null;
  try {
    const whole = JSON.parse(text) as HarEntry & { log?: { entries?: HarEntry[] } };
    const request = (whole.log?.entries?.find(entry => entry.request?.postData) ?? whole).request;
    const content = contentOf(String(request?.postData?.text));
    if (!content) return null;
    const headers = (request?.headers ?? []).filter(({ name }) => !OWN_HEADERS.test(name));
    return { ...content, headers: headers.map(({ name, value }) => ({ name: String(name), value: String(value) })) };
  } catch {
    return null;
  }
}

/** What is read of an entry. */
interface HarEntry {
  request?: { headers?: { name: string; value: string }[]; postData?: { text?: unknown } };
}

function readCurl(command: string): Partial<QueryContent> | null {
  if (!/^\s*\$?\s*curl\s/.test(command)) return null;
  const words = shellWords(command.trim().replace(/^\$\s*/, ''));
  const headers: QueryHeader[] = [];
  const data: string[] = [];
  let address = '';
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    const [, long, joined] = /^(--[\w-]+)=([\s\S]*)$/.exec(word) ?? [];
    const short = /^-[Hd]./.test(word) ? word.slice(0, 2) : undefined;
    const option = long ?? short ?? word;
    const value = (): string => joined ?? (short ? word.slice(2) : (words[++at] ?? ''));
    if (option === '-H' || option === '--header') {
      const [, name = '', text = ''] = /^([^:]+):\s*([\s\S]*)$/.exec(value()) ?? [];
      if (name !== '' && !OWN_HEADERS.test(name)) headers.push({ name, value: text });
    } else if (/^(-d|--data(-raw|-binary|-ascii)?|--json)$/.test(option)) data.push(value());
    else if (/^(-X|--request|-b|--cookie|-A|--user-agent|-e|--referer|-u|--user|-o|--output|-m|--max-time)$/.test(option))
      value();
    else if (!option.startsWith('-')) address = word;
  }
  const content = contentOf(data.join('&')) ?? contentOfAddress(address);
  return content && { ...content, headers };
}

function contentOf(body: string): Partial<QueryContent> | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const { query, variables, operationName } = (Array.isArray(parsed) ? parsed[0] : parsed) as Record<string, unknown>;
    if (typeof query !== 'string') return null;
    return {
      query,
      variables: isFilled(variables) ? JSON.stringify(variables, null, 2) : '',
      operation: typeof operationName === 'string' ? operationName : null,
    };
  } catch {
    return null;
  }
}

function contentOfAddress(address: string): Partial<QueryContent> | null {
  const mark = address.indexOf('?');
  const query = mark < 0 ? null : new URLSearchParams(address.slice(mark)).get('query');
  if (query === null) return null;
  return { query, variables: new URLSearchParams(address.slice(mark)).get('variables') ?? '' };
}

function isFilled(variables: unknown): boolean {
  return typeof variables === 'object' && variables !== null && Object.keys(variables).length > 0;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** The words of a command as a POSIX shell reads them, `$'…'` included. */
function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  const add = (text: string): void => {
    word = (word ?? '') + text;
  };
  while (at < command.length) {
    const char = command[at] as string;
    if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
    } else if (char === '\\') {
      // A line that goes on in the next.
      if (command[at + 1] === '\r' && command[at + 2] === '\n') at += 3;
      else {
        if (command[at + 1] !== '\n') add(command[at + 1] ?? '');
        at += 2;
      }
    } else if (char === "'" || (char === '$' && command[at + 1] === "'")) {
      const isAnsi = char === '$';
      at += isAnsi ? 2 : 1;
      add('');
      while (at < command.length && command[at] !== "'") {
        const unicode = isAnsi ? /^\\u([\da-f]{4})/i.exec(command.slice(at, at + 6))?.[1] : undefined;
        if (unicode) {
          add(String.fromCharCode(Number.parseInt(unicode, 16)));
          at += 6;
        } else if (isAnsi && command[at] === '\\') {
          add(ESCAPES[command[at + 1] ?? ''] ?? command[at + 1] ?? '');
          at += 2;
        } else add(command[at++] as string);
      }
      at += 1;
    } else if (char === '"') {
      at += 1;
      add('');
      while (at < command.length && command[at] !== '"') {
        if (command[at] === '\\' && /["\\$`\n]/.test(command[at + 1] ?? '')) at += 1;
        add(command[at++] ?? '');
      }
      at += 1;
    } else {
      add(char);
      at += 1;
    }
  }
  if (word !== null) words.push(word);
  return words;
}
