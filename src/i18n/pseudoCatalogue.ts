/**
 * The pseudo-language for development: accented English, a third longer, in brackets. Text without accents on a screen is not translated;
 * truncated text would not fit in German.
 */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { english } from './english';
import type { CatalogueSource } from './language';

const PLAIN = 'aceinosuyACEINOSUY';
const ACCENTED = 'åçéîñöšûýÅÇÉÎÑÖŠÛÝ';
const VOWELS = /[aeiou]/;

/** The English catalogue in the pseudo-language, compiled. */
export function pseudoCatalogue(): CatalogueSource {
  return Object.fromEntries(
    Object.entries(english).map(([area, texts]) => [
      area,
      Object.fromEntries(
        Object.entries(texts as Record<string, unknown>).map(([key, text]) => [
          key,
          ['[', ...disguiseTokens(compiled(text)), ']'],
        ]),
      ),
    ]),
  );
}

/** Compiles a message; in a production build it is compiled already. */
function compiled(text: unknown): unknown[] {
  return typeof text === 'string' ? (compileMessageOrThrow(text) as unknown[]) : (text as unknown[]);
}

function disguiseTokens(tokens: unknown[]): unknown[] {
  return tokens.map(token => {
    if (typeof token === 'string') return token === '#' ? token : disguise(token);
    const [name, type, cases] = token as [string, string | undefined, unknown];
    if (type !== 'plural' && type !== 'select' && type !== 'selectordinal') return token;
    const shown = Object.entries(cases as Record<string, unknown>).map(([key, inner]) => [
      key,
      Array.isArray(inner) ? disguiseTokens(inner) : inner,
    ]);
    return [name, type, Object.fromEntries(shown)];
  });
}

/** Adds accents to letters and doubles every second vowel. */
function disguise(text: string): string {
  let vowels = 0;
  return [...text]
    .map(letter => {
      const at = PLAIN.indexOf(letter);
      const accented = at < 0 ? letter : (ACCENTED[at] ?? letter);
      return VOWELS.test(letter) && vowels++ % 2 === 0 ? accented + accented : accented;
    })
    .join('');
}
