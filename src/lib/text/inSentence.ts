/** A name in the middle of a sentence: its first letter in lower case, unless it is an acronym. */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
