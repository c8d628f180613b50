/**
 * Formats a message with values. Messages in ICU MessageFormat are compiled to Lingui's token lists at build time (messageLoader.cjs), so that
 * the page parses nothing. Plural rules and numbers come from Intl. Messages do not format dates: callers pass them as formatted values.
 */

/** Text, `#` inside a plural (the number), or an argument: `['name']`, `['count', 'plural', cases]`, `['count', 'number']`. */
type Token = string | readonly [name: string, type?: string, cases?: Cases];
type Cases = { readonly offset?: number } & { readonly [form: string]: CompiledMessage | number | undefined };

/** A compiled message; plain text if it has no arguments. */
export type CompiledMessage = string | readonly Token[];

/** Locale-specific functions for formatting messages. */
export interface MessageRules {
  number(value: number): string;
  /** The plural form of a number: `one`, `few`, … */
  plural(value: number, isOrdinal: boolean): string;
}

/** Returns the text. Arguments without a value become ''. */
export function formatMessage(
  message: CompiledMessage,
  values: Readonly<Record<string, unknown>>,
  rules: MessageRules,
  hash?: string,
): string {
  if (typeof message === 'string') return message;
  let result = '';
  for (const token of message)
    result += typeof token === 'string' ? (token === '#' && hash ? hash : token) : argument(token, values, rules);
  return result;
}

function argument(
  [name, type, cases]: Exclude<Token, string>,
  values: Readonly<Record<string, unknown>>,
  rules: MessageRules,
): string {
  const value = values[name];
  if (value === undefined || value === null) return '';
  if (type === 'number') return rules.number(Number(value));
  if (!cases) return String(value);
  if (type === 'select') return formatMessage((caseOf(cases, value) ?? cases.other ?? '') as CompiledMessage, values, rules);
  const count = Number(value) - (cases.offset ?? 0);
  const form = caseOf(cases, value) ?? cases[rules.plural(count, type !== 'plural')] ?? cases.other ?? '';
  return formatMessage(form as CompiledMessage, values, rules, rules.number(count));
}

const caseOf = <T>(cases: Record<string, T>, value: unknown): T | undefined =>
  Object.hasOwn(cases, String(value)) ? cases[String(value)] : undefined;
