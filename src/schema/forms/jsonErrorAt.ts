/**
 * Finds the position of a syntax error in JSON text. The messages of `JSON.parse` differ between browsers and often lack a position.
 */

const TOKEN =
  /[ \t\n\r]*(?:([[\]{}:,])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y;

/** The offset of the first invalid character, or the text's length if it ends too early. Null if the text is valid JSON. */
export function jsonErrorAt(text: string): number | null {
  const open: string[] = [];
  // The next expected token: a value, a value or `]`, a key, a key or `}`, `:`, and for `next` a comma or a closing bracket.
  let wanted: 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'next' = 'value';
  // Bounded: a copy of the expression above, which is linear.
  const pattern = new RegExp(TOKEN);
  let end = 0;
  const start = (): number => end + (/^[ \t\n\r]*/.exec(text.slice(end, end + 1000))?.[0].length ?? 0);
  for (;;) {
    if (wanted === 'next' && open.length === 0) {
      const at = start();
      return at >= text.length || text.slice(end).trim() === '' ? null : at;
    }
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (match === null) return start();
    const [, mark, string] = match;
    const close = open.at(-1) === '{' ? '}' : ']';
    const isEnd = mark === close && (wanted === 'next' || wanted === 'valueOrEnd' || wanted === 'keyOrEnd');
    if (isEnd) {
      open.pop();
      wanted = 'next';
    } else if (wanted === 'value' || wanted === 'valueOrEnd') {
      if (mark === '[' || mark === '{') {
        open.push(mark);
        wanted = mark === '[' ? 'valueOrEnd' : 'keyOrEnd';
      } else if (mark === undefined) wanted = 'next';
      else return start();
    } else if (wanted === 'key' || wanted === 'keyOrEnd') {
      if (string === undefined) return start();
      wanted = 'colon';
    } else if (wanted === 'colon') {
      if (mark !== ':') return start();
      wanted = 'value';
    } else {
      if (mark !== ',') return start();
      wanted = open.at(-1) === '{' ? 'key' : 'value';
    }
    end = pattern.lastIndex;
  }
}
