/**
 * Formats a message with its values. Messages are ICU MessageFormat, compiled beforehand to Lingui's lists of tokens (messageLoader.cjs), so that
 * nothing is parsed in the page; plural rules and numbers come from Intl. Dates are no part of messages: they come as values, formatted.
 */

/** Text, `#` inside a plural (its number), or an argument: `['name']`, `['count', 'plural', cases]`, `['count', 'number']`. */
type Token = string | readonly [name: string, type?: string, cases?: Cases];
type Cases = { readonly offset?: number } & { readonly [form: string]: CompiledMessage | number | undefined };

/** A message; one without arguments is its text. */
export type CompiledMessage = string | readonly Token[];

/** What a message is formatted with. */
export interface MessageRules {
  number(value: number): string;
  /** The plural form of a number: `one`, `few`, … */
  plural(value: number, isOrdinal: boolean): string;
}

/** The text. An argument without a value is left out. */
export function formatMessage(
  message: CompiledMessage,
  values: Readonly<Record<string, unknown>>,
  rules: MessageRules,
  hash?: string,
): string {
  if (typeof message === 'string') return message;
  let said = '';
  for (const token of message)
    said += typeof token === 'string' ? (token === '#' && hash ? hash : token) : argument(token, values, rules);
  return said;
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
  if (type === 'select') return formatMessage((cases[String(value)] ?? cases.other ?? '') as CompiledMessage, values, rules);
  const count = Number(value) - (cases.offset ?? 0);
  const form = cases[String(value)] ?? cases[rules.plural(count, type !== 'plural')] ?? cases.other ?? '';
  return formatMessage(form as CompiledMessage, values, rules, rules.number(count));
}
