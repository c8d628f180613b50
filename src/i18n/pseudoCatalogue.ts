/**
 * A language for development: English with accents, a third longer, in brackets. Plain text on a screen is not translated; text that
 * is cut off leaves no room for German.
 */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { english } from './english';
import type { CatalogueSource } from './language';

const PLAIN = 'aceinosuyACEINOSUY';
const ACCENTED = 'åçéîñöšûýÅÇÉÎÑÖŠÛÝ';
const VOWELS = /[aeiou]/;

/** All texts of English in the pseudo-language, compiled. */
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

/** A production build has the tokens already. */
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

/** Accents on letters, and every second vowel doubled. */
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
