/**
 * Takes secrets out of JSON and of GraphQL documents. The text is read by its structure, names with their values, not by patterns over the
 * whole: keys may be escaped, values may be texts, numbers, lists, objects, and texts may hold JSON or a document themselves. The form of the
 * text stays, so large numbers keep their digits, and a text that is cut off or broken is read as far as it goes. Time is linear.
 */
import { endOfComments, headerAt, isVariableAlone, linesOf } from './commentLines';
import { isSecretHeader, type Secrecy, secrecyOf } from './isSecretName';
import { maskLoose } from './maskLoose';
import { MASK } from './maskSign';
import { NO_SECRETS, type SecretValues } from './secretValues';

/** How a text is read. */
export interface MaskOptions {
  /** What a name says about its value. Default: the rule for names. */
  secrecy?(name: string): Secrecy;
  /** Known values. Default: none. */
  values?: SecretValues;
  /** `mask` puts a sign in place of each secret; `empty` leaves empty texts, lists and objects, and touches nothing else. Default: `mask`. */
  stand?: 'mask' | 'empty';
  /** Is called with each text and number that a secret name has. */
  onSecret?(value: string): void;
}

/** The text without secrets. Never throws: what cannot be read is masked whole. */
export function maskStructure(text: string, options: MaskOptions = {}): string {
  try {
    return new Reader(text, options, 0, new Map()).read();
  } catch {
    return options.stand === 'empty' ? '' : MASK;
  }
}

/** The rule where nothing is known of the document: a country has a `code`, too. */
const plainSecrecy = (name: string): Secrecy => (name.toLowerCase() === 'code' ? null : secrecyOf(name));

/** Names remembered in one text. */
const MOST_NAMES = 1000;
/** Texts within texts deeper than this are masked whole where they may hold a secret. */
const DEEPEST = 4;

/** A name with other letters than those of ASCII. */
// The length is bounded: an engine keeps a note for each repeat, and millions of them overflow its stack.
const NAME = /[_\p{L}][\w\p{L}]{0,9999}/uy;
const TEXT_END = /["\\\n\r]/g;
/** What begins so is JSON or a document: only what stands in texts of it is looked through for known values. */
const STRUCTURED = /^\s*(?:[{["#]|(?:query|mutation|subscription|fragment)\b)/;
/** A list of headers or variables holds names as values: `{"key": "password", "value": "…"}`. */
export const PAIR_NAME = /^(?:name|key|field|header|variable)$/i;
const PAIR_VALUE = /^(?:value|values|val)$/i;

/** What is open: an object, a list, arguments. */
interface Level {
  secrecy: Secrecy;
  /** Where its text begins in what was written. */
  start: number;
  open: string;
  /** It holds a variable, which is no value. */
  hasVariable: boolean;
  /** What a name that is a value says about the value beside it. */
  pair: Secrecy;
}

class Reader {
  readonly #text: string;
  readonly #rule: (name: string) => Secrecy;
  /** What the rule says about the names met so far: rows repeat theirs. */
  readonly #names: Map<string, Secrecy>;
  readonly #values: SecretValues;
  readonly #empties: boolean;
  readonly #options: MaskOptions;
  readonly #depth: number;
  readonly #levels: Level[] = [];
  #out: string[] = [];
  /** Secrecy of the value that comes next. */
  #next: Secrecy = null;
  /** The same of a variable's default, which comes after its type. */
  #default: Secrecy = null;
  /** The name read last, for the colon after it. */
  #name: string | null = null;
  #afterDollar = false;
  #isVariable = false;
  /** Names stand in quotes. */
  #isJson = false;
  /** The text is what comments say. */
  readonly #isComment: boolean;

  constructor(text: string, options: MaskOptions, depth: number, names: Map<string, Secrecy>, isComment = false) {
    this.#text = text;
    this.#isComment = isComment;
    this.#names = names;
    this.#options = options;
    this.#depth = depth;
    this.#rule = options.secrecy ?? plainSecrecy;
    this.#values = options.values ?? NO_SECRETS;
    this.#empties = options.stand === 'empty';
  }

  read(): string {
    const text = this.#text;
    for (let at = 0; at < text.length; ) at = this.#readToken(at);
    const masked = this.#out.join('');
    if (this.#depth > 0 || this.#empties) return masked;
    return maskLoose(STRUCTURED.test(text) ? this.#values.removeLong(masked) : this.#values.remove(masked));
  }

  /** Reads spaces, a comment, a text, a name, a number; else one character. Returns where it ends. */
  #readToken(at: number): number {
    const text = this.#text;
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      if (text.startsWith('"""', at)) return this.#readBlock(at, endOfBlock(text, at + 3));
      return this.#readQuoted(at, endOfText(text, at + 1));
    }
    if (isSpace(code)) {
      const end = endOfSpace(text, at);
      this.#out.push(text.slice(at, end));
      return end;
    }
    if (code === HASH) {
      if (this.#isComment) {
        this.#out.push('#');
        return at + 1;
      }
      const end = endOfComments(text, at);
      this.#out.push(this.#comments(text.slice(at, end)));
      return end;
    }
    const name = nameAt(text, at);
    if (name !== '') {
      this.#readName(name);
      return at + name.length;
    }
    if (isDigit(code) || (code === MINUS && isDigit(text.charCodeAt(at + 1)))) {
      const end = endOfNumber(text, at);
      this.#readNumber(text.slice(at, end));
      return end;
    }
    const sign = code < 128 ? (text[at] as string) : String.fromCodePoint(text.codePointAt(at) as number);
    this.#readSign(sign);
    return at + sign.length;
  }

  #readSign(sign: string): void {
    this.#out.push(sign);
    if (sign === ':') {
      const secrecy = this.#named();
      if (this.#isVariable) this.#default = secrecy;
      else this.#next = secrecy;
    } else if (sign === '=') this.#next = this.#default;
    else if (sign === '{' || sign === '[' || sign === '(') {
      this.#levels.push({
        secrecy: sign === '(' ? null : this.#valueSecrecy(),
        start: this.#out.length - 1,
        open: sign,
        hasVariable: false,
        pair: null,
      });
      this.#next = null;
    } else if (sign === '}' || sign === ']' || sign === ')') this.#close(sign);
    else if (sign === '$') this.#noteVariable();
    this.#afterDollar = sign === '$';
    if (sign !== ':') this.#name = null;
  }

  #secrecy(name: string): Secrecy {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const secrecy = this.#rule(name);
    if (this.#names.size < MOST_NAMES) this.#names.set(name, secrecy);
    return secrecy;
  }

  /** What the name before a colon says. */
  #named(): Secrecy {
    if (this.#name === null) return null;
    const pair = this.#levels.at(-1)?.pair ?? null;
    return pair !== null && PAIR_VALUE.test(this.#name) ? pair : this.#secrecy(this.#name);
  }

  #noteVariable(): void {
    const level = this.#levels.at(-1);
    if (level) level.hasVariable = true;
  }

  #close(sign: string): void {
    const level = this.#levels.pop();
    this.#next = null;
    if (level?.hasVariable) this.#noteVariable();
    if (!level || !this.#empties || level.secrecy === null || level.hasVariable) return;
    this.#out.length = level.start;
    this.#out.push(level.open + sign);
  }

  /** The name's own, else that of the object or list it stands in. */
  #valueSecrecy(): Secrecy {
    return this.#next ?? this.#levels.at(-1)?.secrecy ?? null;
  }

  #readName(name: string): void {
    this.#out.push(name);
    this.#isVariable = this.#afterDollar && !this.#isInArguments();
    if (this.#isVariable) this.#default = null;
    this.#name = name;
    this.#isJson = false;
    this.#afterDollar = false;
    this.#next = null;
  }

  /** Within a value there is no variable with a default: `a: $b` is followed by the next name. */
  #isInArguments(): boolean {
    return this.#next !== null;
  }

  #readNumber(number: string): void {
    const secrecy = this.#valueSecrecy();
    const isInside = this.#levels.at(-1)?.secrecy === 'any';
    this.#next = null;
    const isSecret = secrecy === 'any' || isInside || (this.#empties && secrecy !== null);
    if (isSecret) this.#found(number);
    if (!isSecret && !this.#values.has(number)) this.#out.push(number);
    else if (this.#empties) this.#out.push('""');
    else this.#out.push(this.#isJson ? `"${MASK}"` : MASK);
  }

  /** Returns where it ends. */
  #readBlock(from: number, to: number): number {
    const block = this.#text.slice(from, to);
    const secrecy = this.#valueSecrecy();
    this.#next = null;
    const closing = block.length >= 6 && block.endsWith('"""') ? '"""' : '';
    const content = block.slice(3, block.length - closing.length);
    if (secrecy !== null) {
      this.#found(content.replaceAll('\\"""', '"""').trim());
      this.#out.push(this.#empties ? '""' : `"""${MASK}"""`);
    } else this.#out.push(`"""${this.#inner(content)}${closing}`);
    return to;
  }

  /** Returns where it ends. */
  #readQuoted(from: number, to: number): number {
    const quoted = this.#text.slice(from, to);
    // A key: in JSON only, where a colon follows.
    const isKey = this.#next === null && this.#text.charCodeAt(endOfSpace(this.#text, to)) === COLON;
    const closing = isClosed(quoted) ? '"' : '';
    const content = decode(quoted.slice(1, quoted.length - closing.length));
    if (isKey) {
      const shown = content.length >= LONGEST_PLAIN_KEY && !this.#empties ? this.#values.remove(content) : content;
      this.#out.push(shown === content ? quoted : JSON.stringify(shown));
      this.#name = content;
      this.#isVariable = false;
      this.#isJson = true;
      return to;
    }
    const secrecy = this.#secrecyOfText();
    const level = this.#levels.at(-1);
    if (level && this.#name !== null && PAIR_NAME.test(this.#name))
      level.pair = isSecretHeader(content) ? 'any' : this.#secrecy(content);
    this.#next = null;
    this.#name = null;
    if (secrecy !== null && !(this.#isComment && isVariableAlone(content))) {
      this.#found(content);
      this.#out.push(this.#empties ? '""' : `"${MASK}"`);
      return to;
    }
    const shown = this.#inner(content);
    this.#out.push(shown === content ? quoted : JSON.stringify(shown).slice(0, closing === '' ? -1 : undefined));
    return to;
  }

  #found(value: string): void {
    if (value !== '' && value !== MASK) this.#options.onSecret?.(value);
  }

  /** Of an object under a name such as `token`, what is named as public stays: its id, its dates. */
  #secrecyOfText(): Secrecy {
    const level = this.#levels.at(-1);
    if (this.#next !== null || level?.secrecy !== 'text' || level.open === '[' || this.#name === null)
      return this.#valueSecrecy();
    return isPublicPart(this.#name) ? null : level.secrecy;
  }

  /** A text that is no secret by its name: what it holds. */
  #inner(content: string): string {
    const holdsMore = content.includes(':') && /["{[]/.test(content);
    if (!holdsMore) return this.#loose(content);
    if (this.#depth >= DEEPEST) return this.#empties ? '' : MASK;
    return this.#loose(new Reader(content, this.#options, this.#depth + 1, this.#names).read());
  }

  /** Lines of comments: the head of an operation's file has headers and variables in them (session/operations/operationFile.ts). */
  #comments(block: string): string {
    const out: string[] = [];
    let plain: string[] = [];
    let isSecret = false;
    const flush = (): void => {
      if (plain.length > 0) out.push(this.#plainComments(plain.join('')));
      plain = [];
    };
    for (const line of linesOf(block)) {
      const text = line.trimEnd();
      const end = line.slice(text.length);
      const header = headerAt(text);
      const isSecretName = header !== null && isSecretHeader(header.name);
      if (header && (header.hasColon || isSecretName)) {
        flush();
        isSecret = isSecretName;
        out.push(header.before, isSecret ? this.#headerValue(header.value) : this.#inner(header.value), end);
      } else if (isSecret && /^[ \t]*#(?: {2}|\t)/.test(text)) out.push('#', end);
      else {
        isSecret = false;
        plain.push(line);
      }
    }
    flush();
    return out.join('');
  }

  #headerValue(value: string): string {
    if (value.trim() === '' || isVariableAlone(value)) return value;
    this.#found(value.trim().replace(/^[\w-]{1,20} /, ''));
    return this.#empties ? '' : ` ${MASK}`;
  }

  /** Comments that hold JSON are read as such; their signs are spaces meanwhile. */
  #plainComments(block: string): string {
    if (!block.includes(':') || !/["{[]/.test(block)) return this.#loose(block);
    if (this.#depth >= DEEPEST) return this.#empties ? '#' : `# ${MASK}`;
    const text = block.replace(/(^|[\r\n])([ \t]{0,1000})#/g, '$1$2\ufeff');
    const read = new Reader(text, this.#options, this.#depth + 1, this.#names, true).read();
    return this.#loose(read.replace(/(^|[\r\n])([ \t]{0,1000})\ufeff/g, '$1$2#'));
  }

  #loose(text: string): string {
    return this.#empties ? text : maskLoose(this.#values.remove(text));
  }
}

/** A key shorter than this is a name, even where a secret is the same word. */
const LONGEST_PLAIN_KEY = 8;

const isPublicPart = (name: string): boolean =>
  /^(?:__typename|id|name|type|kind|symbol|title|label|scopes?|status|state|description)$|(?:Id|At|Name|Type|Url)$|_(?:id|at|name|type|url)$/.test(
    name,
  );

const QUOTE = 34;
const HASH = 35;
const MINUS = 45;
const COLON = 58;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || isDigit(code);
/** Spaces, and commas, which are none more in GraphQL. */
const isSpace = (code: number): boolean =>
  code === 32 ||
  code === 44 ||
  (code >= 9 && code <= 13) ||
  code === 0xfeff ||
  code === 0xa0 ||
  code === 0x2028 ||
  code === 0x2029;

function endOfSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function endOfNumber(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isWord(code) && code !== 46 && code !== 43 && code !== MINUS) break;
  }
  return at;
}

/** The name that begins here; '' where none does. */
function nameAt(text: string, from: number): string {
  let at = from;
  while (at < text.length && isWord(text.charCodeAt(at))) at++;
  if (text.charCodeAt(at) < 128 || at === text.length) return isDigit(text.charCodeAt(from)) ? '' : text.slice(from, at);
  NAME.lastIndex = from;
  return NAME.exec(text)?.[0] ?? '';
}

/** Where a text in quotes ends: behind its closing quote, at the end of its line, or with everything. */
function endOfText(text: string, from: number): number {
  // Most have no escape and no end of line.
  for (let at = from; at < from + 200; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === 92 || code === 10 || code === 13) break;
  }
  TEXT_END.lastIndex = from;
  for (let found = TEXT_END.exec(text); found; found = TEXT_END.exec(text)) {
    if (found[0] === '"') return found.index + 1;
    if (found[0] !== '\\') return found.index;
    TEXT_END.lastIndex = found.index + 2;
  }
  return text.length;
}

/** The same of a block text. */
function endOfBlock(text: string, from: number): number {
  let at = text.indexOf('"""', from);
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf('"""', at + 3);
  return at < 0 ? text.length : at + 3;
}

/** True where the last quote closes the text, so is not escaped. */
function isClosed(quoted: string): boolean {
  if (quoted.length < 2 || !quoted.endsWith('"')) return false;
  let backslashes = 0;
  for (let at = quoted.length - 2; at > 0 && quoted[at] === '\\'; at--) backslashes++;
  return backslashes % 2 === 0;
}

/** The text of a literal; as it is written where its escapes are none. */
function decode(content: string): string {
  if (!content.includes('\\')) return content;
  try {
    return JSON.parse(`"${content}"`) as string;
  } catch {
    return content;
  }
}
