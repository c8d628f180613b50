/** Lines of comments in a document: the head of an operation's file is made of them (session/operations/operationFile.ts). */

/** True for a value that is a variable of an environment alone, perhaps behind a scheme: `Bearer {{token}}`. Such a value is no secret. */
export function isVariableAlone(value: string): boolean {
  return /^\s{0,8}(?:[\w-]{1,20} )?\{\{[^{}]{1,100}\}\}\s{0,8}$/.test(value);
}

/** The lines of a text that are not empty, each with its line break. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]+(?:\r\n|\r|\n)?/g) ?? [];
}

/**
 * The parts of a comment `# header Name: value`, and of one in which the colon is missing or comes later: `names` is what may be its name.
 * `isWhole`: it is as it should be.
 */
export function headerAt(line: string): { before: string; names: string[]; value: string; isWhole: boolean } | null {
  const text = line.trimStart().slice(1).trimStart();
  if (!/^header[\s:]/i.test(text)) return null;
  const given = text.slice('header:'.length).trimStart();
  const start = line.length - given.length;
  const colon = given.indexOf(':');
  const named = given.slice(0, Math.max(0, colon)).trim();
  const [first = ''] = /^[^\s:]+/.exec(given) ?? [];
  const isWhole = named !== '' && !/\s/.test(named);
  const end = start + (isWhole ? colon + 1 : first.length);
  return { before: line.slice(0, end), names: [first, named].filter(name => name !== ''), value: line.slice(end), isWhole };
}

/** The end of the comments that follow one another line by line; the first begins at `from`. */
export function endOfComments(text: string, from: number): number {
  let end = endOfLine(text, from);
  for (;;) {
    let at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    while (text[at] === ' ' || text[at] === '\t') at++;
    if (text[at] !== '#') return end;
    end = endOfLine(text, at);
  }
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++;
  return at;
}
