/** A JSON value with the places of its parts in the text, so that a part can be changed while all others keep their letters and digits. */
export interface JsonPart {
  /** `plain`: a number, true, false, null. */
  readonly kind: 'text' | 'plain' | 'list' | 'object';
  /** As it is written. */
  readonly raw: string;
  readonly from: number;
  readonly to: number;
  /** Of an object, in the order of `items`. */
  readonly names: readonly string[];
  readonly items: readonly JsonPart[];
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]|[^\s",:[\]{}]+/g;
/** Deeper values exist in no program. */
const DEEPEST = 100;

/** Reads a text. @throws SyntaxError for what is no JSON, RangeError for what is too deep */
export function readJsonText(text: string): JsonPart {
  JSON.parse(text);
  const tokens = text.matchAll(TOKEN);
  const next = (): { word: string; at: number } => {
    const { value } = tokens.next();
    return { word: value?.[0] ?? '', at: value?.index ?? text.length };
  };
  const read = ({ word, at }: { word: string; at: number }, depth: number): JsonPart => {
    if (depth > DEEPEST) throw new RangeError('The JSON is too deep');
    if (word !== '[' && word !== '{') {
      const to = at + word.length;
      return { kind: word.startsWith('"') ? 'text' : 'plain', raw: word, from: at, to, names: [], items: [] };
    }
    const names: string[] = [];
    const items: JsonPart[] = [];
    let token = next();
    for (; token.word !== ']' && token.word !== '}'; token = next()) {
      if (word === '{') {
        names.push(JSON.parse(token.word) as string);
        token = next();
      }
      items.push(read(token, depth + 1));
    }
    const to = token.at + 1;
    return { kind: word === '[' ? 'list' : 'object', raw: text.slice(at, to), from: at, to, names, items };
  };
  return read(next(), 0);
}

/** The text without spaces between its parts. */
export function compactJson(json: string): string {
  return (json.match(/"[^"\\]*(?:\\.[^"\\]*)*"?|[^\s"]+/g) ?? []).join('');
}
