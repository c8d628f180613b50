import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type CompiledMessage, formatMessage } from '../../src/i18n/formatMessage';

const RULES = {
  number: (value: number) => new Intl.NumberFormat('en').format(value),
  plural: (value: number, isOrdinal: boolean) =>
    new Intl.PluralRules('en', { type: isOrdinal ? 'ordinal' : 'cardinal' }).select(value),
};
const say = (message: string, values: Record<string, unknown> = {}): string =>
  formatMessage(compileMessageOrThrow(message) as CompiledMessage, values, RULES);

it.each([
  ['Close', {}, 'Close'],
  ['{a} of {b}', { a: 1, b: 'x' }, '1 of x'],
  ['{a} of {b}', { a: 0, b: null }, '0 of '],
  ['{n, number} rows', { n: 12_000 }, '12,000 rows'],
  ['{n, plural, =0 {none} one {# row} other {# rows}} # left', { n: 0 }, 'none # left'],
  ['{n, plural, =0 {none} one {# row} other {# rows}}', { n: 1 }, '1 row'],
  ['{n, plural, =0 {none} one {# row} other {# rows of {what}}}', { n: 1200, what: 'it' }, '1,200 rows of it'],
  ['{n, plural, offset:1 one {you and # other} other {you and # others}}', { n: 2 }, 'you and 1 other'],
  ['{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 }, '22nd'],
  ['{s, select, a {A {n, plural, one {#} other {# in all}}} other {else}}', { s: 'a', n: 3 }, 'A 3 in all'],
  ['{s, select, true {yes} other {no}}', { s: true }, 'yes'],
  ['{s, select, true {yes} other {no}}', { s: 'constructor' }, 'no'],
  ["it''s '{x}'", {}, "it's {x}"],
])('%s with %j', (message, values, said) => {
  expect(say(message, values)).toBe(said);
});
