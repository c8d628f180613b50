/** Parses YAML of other programs. Loaded with its parser when the first such file is imported. */
import { CORE_SCHEMA, load } from 'js-yaml';

/** Maximum length, in characters. Parsing takes about a second. */
const LONGEST = 10_000_000;

/** @throws Error if the text is too long, not YAML, or its aliases expand it to more than ten times its length */
export function readYaml(text: string): unknown {
  if (text.length > LONGEST) throw new Error('The YAML is too long');
  const value = load(text, { schema: CORE_SCHEMA, maxAliases: 100 });
  // Without aliases, a value has no more parts and characters than its text. With aliases, a small file can expand to gigabytes.
  let left = 10 * text.length;
  const spend = (length: number): void => {
    left -= length;
    if (left < 0) throw new Error('The YAML is too long with its aliases');
  };
  const visit = (part: unknown): void => {
    spend(typeof part === 'string' ? part.length : 1);
    if (Array.isArray(part)) for (const each of part) visit(each);
    else if (typeof part === 'object' && part !== null)
      for (const [key, each] of Object.entries(part)) {
        spend(key.length);
        visit(each);
      }
  };
  visit(value);
  return value;
}
