/** The arguments and plural forms of a message, from the parser that compiles its ICU text. */
import { parse, type Token } from '@messageformat/parser';

/** The arguments of a message and the cases that it distinguishes. */
export interface MessageShape {
  /** `count plural`, `name argument`, `attempt function number`: sorted, each once. */
  readonly needs: readonly string[];
  /** The text without arguments; the texts of all cases are joined. */
  readonly said: string;
  /** For each plural or select argument: its type, and the cases of each occurrence. */
  readonly choices: readonly { readonly name: string; readonly type: string; readonly cases: readonly string[] }[];
}

/**
 * Reads a message.
 * @throws Error when it is not valid ICU MessageFormat.
 */
export function messageShape(message: string): MessageShape {
  const needs = new Set<string>();
  const choices: MessageShape['choices'][number][] = [];
  let said = '';
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'content') said += `${token.value} `;
      else if (token.type === 'argument') needs.add(`${token.arg} argument`);
      else if (token.type === 'function') needs.add(`${token.arg} function ${token.key}`);
      else if (token.type === 'plural' || token.type === 'select' || token.type === 'selectordinal') {
        needs.add(`${token.arg} ${token.type}`);
        choices.push({ name: token.arg, type: token.type, cases: token.cases.map(one => one.key) });
        for (const one of token.cases) walk(one.tokens);
      }
    }
  };
  walk(parse(message));
  return { needs: [...needs].sort(), said, choices };
}
