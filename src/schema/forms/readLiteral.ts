/**
 * Parses GraphQL literals (`{name: "a", list: [1, RED]}`), the format of default values in introspection. Enum values and strings both
 * become strings; callers distinguish them by the type. Specification: https://spec.graphql.org/draft/#sec-Input-Values
 */

/** Returned by `readLiteral` for text that is not a constant literal. */
export const NO_LITERAL = Symbol('no literal');

const TOKEN =
  /(?:[\s,\uFEFF]|#[^\n\r]*(?=[\n\r]|$))*("""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n\r])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[_A-Za-z]\w*|[[\]{}:$])/y;

/** Maximum length in characters. A form could not show a longer default. */
const LONGEST = 100_000;

/** Parses a constant literal; `NO_LITERAL` for a variable or invalid text. Unsafe integers are returned as strings. Never throws. */
export function readLiteral(text: string): unknown {
  if (text.length > LONGEST) return NO_LITERAL;
  const tokens: string[] = [];
  let end = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    tokens.push(match[1] as string);
    end = TOKEN.lastIndex;
  }
  if (tokens.length === 0 || !/^[\s,\uFEFF]*(?:#[^\n\r]*(?:[\n\r][\s,\uFEFF]*|$))*$/.test(text.slice(end))) return NO_LITERAL;
  let at = 0;
  const value = (depth: number): unknown => {
    const token = tokens[at++];
    if (token === undefined || depth > 200) return NO_LITERAL;
    if (token === '[') {
      const list: unknown[] = [];
      while (tokens[at] !== ']') {
        const item = value(depth + 1);
        if (item === NO_LITERAL) return NO_LITERAL;
        list.push(item);
      }
      at++;
      return list;
    }
    if (token === '{') {
      const entries: Array<[string, unknown]> = [];
      while (tokens[at] !== '}') {
        const name = tokens[at++];
        if (name === undefined || !/^[_A-Za-z]/.test(name) || tokens[at++] !== ':') return NO_LITERAL;
        const item = value(depth + 1);
        if (item === NO_LITERAL) return NO_LITERAL;
        entries.push([name, item]);
      }
      at++;
      // No assignment to a computed key: a field can be called `__proto__`.
      return Object.fromEntries(entries);
    }
    if (token.startsWith('"""')) return blockString(token.slice(3, -3).replaceAll('\\"""', '"""'));
    if (token.startsWith('"')) return quoted(token);
    if (/^[-\d]/.test(token)) {
      const number = Number(token);
      return /^-?\d+$/.test(token) && !Number.isSafeInteger(number) ? token : number;
    }
    if (token === 'null') return null;
    if (token === 'true' || token === 'false') return token === 'true';
    return /^[_A-Za-z]/.test(token) ? token : NO_LITERAL;
  };
  const result = value(0);
  return at === tokens.length ? result : NO_LITERAL;
}

function quoted(token: string): unknown {
  const simple: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
  return token
    .slice(1, -1)
    .replace(/\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|(.))/g, (_, wide?: string, code?: string, char?: string) => {
      const point = wide ?? code;
      if (point === undefined) return simple[char ?? ''] ?? char ?? '';
      const number = Number.parseInt(point, 16);
      return number <= 0x10ffff ? String.fromCodePoint(number) : '\uFFFD';
    });
}

function blockString(raw: string): string {
  const lines = raw.split(/\r\n|[\n\r]/);
  let indent = Number.POSITIVE_INFINITY;
  for (const line of lines.slice(1)) {
    const start = line.search(/[^\t ]/);
    if (start >= 0) indent = Math.min(indent, start);
  }
  const cut = lines.map((line, index) => (index === 0 || indent === Number.POSITIVE_INFINITY ? line : line.slice(indent)));
  while (cut.length > 0 && /^[\t ]*$/.test(cut[0] as string)) cut.shift();
  while (cut.length > 0 && /^[\t ]*$/.test(cut.at(-1) as string)) cut.pop();
  return cut.join('\n');
}
