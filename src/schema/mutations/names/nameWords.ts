/** Splits names into words. The length of names is limited, because their words are compared with those of all types. */
import { wordsOf } from '../../model/readableName';

/** Maximum number of characters of a name that are read. */
export const LONGEST_NAME = 500;

/** The words of a name in lower case. */
export const lowerWords = (name: string): string[] => wordsOf(name.slice(0, LONGEST_NAME)).map(word => word.toLowerCase());

/** The words of a name without the key suffix: `ship` for `shipById`. */
export const wordsWithoutKey = (name: string): string[] =>
  lowerWords(name.slice(0, LONGEST_NAME).replace(/By[A-Z]\w{0,200}$/, ''));
