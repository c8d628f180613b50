/**
 * Where a text stops being JSON. `JSON.parse` says so in words that differ from browser to browser, and often not at all.
 */

const TOKEN =
  /[ \t\n\r]*(?:([[\]{}:,])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y;

/** Offset of the first character that cannot be there, the text's length when it ends too early; null when the text is JSON. */
export function jsonErrorAt(text: string): number | null {
  const open: string[] = [];
  // What may come next: a value, a value or the end of an empty list, a key, a key or the end of an empty object, ':', ',' or an end.
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
