/** Comment lines of a document. The head of an operation file contains headers and variables in them (session/operations/operationFile.ts). */
import { isSecretHeader } from './isSecretName';

/** True for a value that is only an environment variable, with or without a scheme: `Bearer {{token}}`. Such a value is not secret. */
export function isVariableAlone(value: string): boolean {
  return /^\s{0,8}(?:[\w-]{1,20} )?\{\{[^{}]{1,100}\}\}\s{0,8}$/.test(value);
}

/**
 * Masks a block of comment lines. The indented lines after a secret header are continuations of its value, and are removed.
 * @param maskValue masks the value of a header; `isSecret` if it is secret by its name
 * @param maskText masks a block of lines that are not headers
 */
export function maskCommentLines(
  block: string,
  maskValue: (value: string, isSecret: boolean) => string,
  maskText: (text: string) => string,
): string {
  const out: string[] = [];
  let plain: string[] = [];
  let isSecret = false;
  const flush = (): void => {
    if (plain.length > 0) out.push(maskText(plain.join('')));
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
      out.push(header.before, maskValue(header.value, isSecret), end);
    } else if (isSecret && /^[ \t]*#(?: {2}|\t)/.test(text)) out.push('#', end);
    else {
      isSecret = false;
      plain.push(line);
    }
  }
  flush();
  return out.join('');
}

/** The non-empty lines of a text, each with its line break. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]+(?:\r\n|\r|\n)?/g) ?? [];
}

/** The parts of a comment `# header Name: value`; the colon may be missing. Null for any other line. */
function headerAt(line: string): { before: string; name: string; value: string; hasColon: boolean } | null {
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
