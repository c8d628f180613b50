/** Splits a command into words like the shell that it was copied for: a POSIX shell (including `$'…'`), Windows cmd, or PowerShell. */

/** Returns the words. Never throws; an unclosed quote ends with the text. */
export function shellWords(command: string): string[] {
  if (/\^\r?\n|\^"|"\{""/.test(command)) return cmdWords(command);
  return posixWords(command, /`[ \t]*\r?\n/.test(command));
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  v: '\v',
};

function posixWords(command: string, isPowerShell: boolean): string[] {
  const words: string[] = [];
  const mark = isPowerShell ? '`' : '\\';
  let word: string | null = null;
  let at = 0;
  const add = (text: string): void => {
    word = (word ?? '') + text;
  };
  while (at < command.length) {
    const char = command[at] as string;
    if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
    } else if (char === mark) {
      // A line continuation.
      const [line] = /^.[ \t]*\r?\n/.exec(command.slice(at, at + 40)) ?? [];
      if (!line) add(command[at + 1] ?? '');
      at += line?.length ?? 2;
    } else if (char === '$' && command[at + 1] === "'" && !isPowerShell) {
      add('');
      at += 2;
      while (at < command.length && command[at] !== "'") {
        const [text, length] = command[at] === '\\' ? ansiEscape(command.slice(at + 1, at + 11)) : [command[at] ?? '', 1];
        add(text);
        at += length;
      }
      at += 1;
    } else if (char === "'") {
      add('');
      at += 1;
      for (; at < command.length; at++) {
        if (command[at] === "'") {
          if (!isPowerShell || command[at + 1] !== "'") break;
          at += 1;
        }
        add(command[at] ?? '');
      }
      at += 1;
    } else if (char === '"') {
      add('');
      at += 1;
      while (at < command.length && command[at] !== '"') {
        if (command[at] === mark && /["\\$`\n]/.test(command[at + 1] ?? '')) at += 1;
        add(command[at++] ?? '');
      }
      at += 1;
    } else {
      add(char);
      at += 1;
    }
  }
  if (word !== null) words.push(word);
  return words;
}

/** Decodes an escape sequence in `$'…'`. Returns the decoded text, and the length of the sequence including the backslash. */
function ansiEscape(rest: string): [text: string, length: number] {
  const code = /^(?:u([\da-f]{1,4})|U([\da-f]{1,8})|x([\da-f]{1,2}))/i.exec(rest);
  const hex = code?.[1] ?? code?.[2] ?? code?.[3];
  if (code && hex !== undefined) {
    const point = Number.parseInt(hex, 16);
    return [point <= 0x10ffff ? String.fromCodePoint(point) : '', code[0].length + 1];
  }
  const [octal] = /^[0-7]{1,3}/.exec(rest) ?? [];
  if (octal) return [String.fromCharCode(Number.parseInt(octal, 8)), octal.length + 1];
  const char = rest[0] ?? '';
  return [ESCAPES[char] ?? char, 2];
}

/** cmd removes carets (including one before a line break). The program then splits the rest by its own rules. */
function cmdWords(command: string): string[] {
  const line = command.replace(/\^(\r?\n|[\s\S])/g, (_, next: string) => (/\n/.test(next) ? '' : next));
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    // Browsers always double backslashes, whatever follows.
    if (char === '\\' && line[at + 1] === '\\') {
      word = `${word ?? ''}\\`;
      at += 1;
    } else if (char === '\\' && line[at + 1] === '"') {
      word = `${word ?? ''}"`;
      at += 1;
    } else if (char === '"') {
      if (isQuoted && line[at + 1] === '"') {
        word = `${word ?? ''}"`;
        at += 1;
      } else {
        isQuoted = !isQuoted;
        word ??= '';
      }
    } else if (/\s/.test(char) && !isQuoted) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (word !== null) words.push(word);
  return words;
}
