/**
 * Masks secrets in JSON and in GraphQL documents. The text is tokenized, not searched by patterns: keys may be escaped, values may be
 * strings, numbers, lists or objects, and a string may contain JSON or a document itself. The text is otherwise unchanged, so large numbers
 * keep their digits. A truncated or broken text is read as far as possible. The time is linear.
 */
import { endOfComments, headerAt, isVariableAlone, linesOf } from './commentLines';
import { isSecretHeader, type Secrecy, secrecyOf } from './isSecretName';
import { maskLoose } from './maskLoose';
import { MASK } from './maskSign';
import {
  COLON,
  decode,
  endOfBlock,
  endOfNumber,
  endOfSpace,
  endOfText,
  HASH,
  isClosed,
  isDigit,
  isSpace,
  MINUS,
  nameAt,
  QUOTE,
} from './scanText';
import { NO_SECRETS, type SecretValues } from './secretValues';

/** Options of `maskStructure`. */
export interface MaskOptions {
  /** How secret the value of a name is. Default: `secrecyOf`, without the name `code`. */
  secrecy?(name: string): Secrecy;
  /** Values that are known to be secret. Default: none. */
  values?: SecretValues;
  /**
   * `mask` replaces each secret by a sign. `empty` replaces it by an empty string, list or object and changes nothing else. Default:
   * `mask`.
   */
  stand?: 'mask' | 'empty';
  /** Called with each string and number whose name is secret. */
  onSecret?(value: string): void;
}

/** Returns the text without secrets. Never throws: a text that cannot be read is masked as a whole. */
export function maskStructure(text: string, options: MaskOptions = {}): string {
  try {
    return new Reader(text, options, 0, new Map()).read();
  } catch {
    return options.stand === 'empty' ? '' : MASK;
  }
}

/** The default rule. `code` is not secret, because without a document it may be a country code. */
const plainSecrecy = (name: string): Secrecy => (name.toLowerCase() === 'code' ? null : secrecyOf(name));

/** How many names of a text are cached. */
const MOST_NAMES = 1000;
/** A string nested deeper than this is masked as a whole if it may contain a secret. */
const DEEPEST = 4;

/** The start of JSON or of a document. Only strings within such a text are searched for short known values. */
const STRUCTURED = /^\s*(?:[{["#]|(?:query|mutation|subscription|fragment)\b)/;
/** Keys whose value is a name, in lists of headers or variables: `{"key": "password", "value": "…"}`. */
export const PAIR_NAME = /^(?:name|key|field|header|variable)$/i;
const PAIR_VALUE = /^(?:value|values|val)$/i;

/** An open object, list or argument list. */
interface Level {
  secrecy: Secrecy;
  /** The index in the output where it starts. */
  start: number;
  open: string;
  /** It contains a variable, which must not be removed as a value. */
  hasVariable: boolean;
  /** How secret the adjacent value is, according to a name that is itself a value. */
  pair: Secrecy;
}

class Reader {
  readonly #text: string;
  readonly #rule: (name: string) => Secrecy;
  /** Cached results of the rule, because rows repeat their names. */
  readonly #names: Map<string, Secrecy>;
  readonly #values: SecretValues;
  readonly #empties: boolean;
  readonly #options: MaskOptions;
  readonly #depth: number;
  readonly #levels: Level[] = [];
  #out: string[] = [];
  /** How secret the next value is. */
  #next: Secrecy = null;
  /** How secret the default of a variable is; the default follows the variable's type. */
  #default: Secrecy = null;
  /** The last name, in case a colon follows. */
  #name: string | null = null;
  #afterDollar = false;
  #isVariable = false;
  /** The last name was quoted. */
  #isJson = false;
  /** The text is the content of comments. */
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

  /** Reads spaces, a comment, a string, a name, a number, or else one character. Returns the index after it. */
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
    const cached = this.#names.get(name);
    if (cached !== undefined) return cached;
    const secrecy = this.#rule(name);
    if (this.#names.size < MOST_NAMES) this.#names.set(name, secrecy);
    return secrecy;
  }

  /** How secret the value after a colon is, according to the name before it. */
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

  /** How secret a value is, according to its name, or else to the object or list around it. */
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

  /** True within a value: in `a: $b` the variable has no default, and the next name follows. */
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

  /** Reads a block string. Returns the index after it. */
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

  /** Reads a quoted string. Returns the index after it. */
  #readQuoted(from: number, to: number): number {
    const quoted = this.#text.slice(from, to);
    // Only JSON has quoted keys; a colon follows them.
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

  /** How secret a string is. In an object under a name such as `token`, public properties such as ids and dates stay readable. */
  #secrecyOfText(): Secrecy {
    const level = this.#levels.at(-1);
    if (this.#next !== null || level?.secrecy !== 'text' || level.open === '[' || this.#name === null)
      return this.#valueSecrecy();
    return isPublicPart(this.#name) ? null : level.secrecy;
  }

  /** Masks the content of a string that is not secret by its name. */
  #inner(content: string): string {
    const holdsMore = content.includes(':') && /["{[]/.test(content);
    if (!holdsMore) return this.#loose(content);
    if (this.#depth >= DEEPEST) return this.#empties ? '' : MASK;
    return this.#loose(new Reader(content, this.#options, this.#depth + 1, this.#names).read());
  }

  /**
   * Masks comment lines. The head of an operation file contains headers and variables in comments (session/operations/operationFile.ts).
   */
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

  /** Masks comments that contain JSON. Their `#` signs are replaced by spaces while the JSON is read. */
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

/** A shorter key is never masked, even if it equals a known secret. */
const LONGEST_PLAIN_KEY = 8;

const isPublicPart = (name: string): boolean =>
  /^(?:__typename|id|name|type|kind|symbol|title|label|scopes?|status|state|description)$|(?:Id|At|Name|Type|Url)$|_(?:id|at|name|type|url)$/.test(
    name,
  );
