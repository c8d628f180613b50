/** A JSON value with the positions of its parts in the text, so that one part can be changed without reformatting the others. */
export interface JsonPart {
  /** `plain`: a number, true, false or null. */
  readonly kind: 'text' | 'plain' | 'list' | 'object';
  /** The source text. */
  readonly raw: string;
  readonly from: number;
  readonly to: number;
  /** Property names of an object, in the order of `items`. */
  readonly names: readonly string[];
  readonly items: readonly JsonPart[];
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]|[^\s",:[\]{}]+/g;
/** Maximum nesting. Real values are not nested deeper. */
const DEEPEST = 100;

/**
 * Parses a JSON text.
 * @throws SyntaxError if it is not JSON, RangeError if it is nested too deep
 */
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

/** Returns the JSON without whitespace between its tokens. */
export function compactJson(json: string): string {
  return (json.match(/"[^"\\]*(?:\\.[^"\\]*)*"?|[^\s"]+/g) ?? []).join('');
}
