/** Parses comment lines of a document. The head of an operation file consists of them (session/operations/operationFile.ts). */

/** True for a value that is only an environment variable, with or without a scheme: `Bearer {{token}}`. Such a value is not secret. */
export function isVariableAlone(value: string): boolean {
  return /^\s{0,8}(?:[\w-]{1,20} )?\{\{[^{}]{1,100}\}\}\s{0,8}$/.test(value);
}

/** The non-empty lines of a text, each with its line break. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]+(?:\r\n|\r|\n)?/g) ?? [];
}

/** The parts of a comment `# header Name: value`; the colon may be missing. Null for any other line. */
export function headerAt(line: string): { before: string; name: string; value: string; hasColon: boolean } | null {
  const word = /^\s*#\s*header[\s:]/i.exec(line)?.[0] ?? '';
  const content = line.slice(word.length).trimStart();
  const name = content.split(/[\s:]/, 1)[0] as string;
  const rest = content.slice(name.length);
  const hasColon = rest.trimStart().startsWith(':');
  const value = hasColon ? rest.trimStart().slice(1) : rest;
  return word === '' || name === '' ? null : { before: line.slice(0, line.length - value.length), name, value, hasColon };
}

/** The end of a block of consecutive comment lines; the first one starts at `from`. */
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
