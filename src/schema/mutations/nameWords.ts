/** The words of a name, as far as names are read: they are compared with those of all types. */
import { wordsOf } from '../model/readableName';

/** Of a longer name only so much is read. */
export const LONGEST_NAME = 500;

/** Its words in lower case. */
export const lowerWords = (name: string): string[] => wordsOf(name.slice(0, LONGEST_NAME)).map(word => word.toLowerCase());

/** The same without what says by which key: `shipById` is about a ship. */
export const spokenWords = (name: string): string[] => lowerWords(name.slice(0, LONGEST_NAME).replace(/By[A-Z]\w{0,200}$/, ''));
