/** The positions that change when a name in a document is changed. */

import { nameAt } from '../../../../../src/features/query/editor/document/documentNames';
import * as fragments from '../../../../../src/features/query/editor/document/fragmentArguments';

/** The document with the name at `|` renamed to `new`, and the names in use. */
function renamed(marked: string, support?: typeof fragments): [string, string, string[]] | null {
  const text = marked.replace('|', '');
  const found = nameAt(text, marked.indexOf('|'), support);
  if (!found) return null;
  let result = text;
  for (const { from, to } of found.places.toReversed()) result = `${result.slice(0, from)}new${result.slice(to)}`;
  return [found.kind, result, [...found.taken]];
}

test('a variable is renamed where it is declared and used, only in its operation', () => {
  expect(renamed('query A($|a: Int, $b: Int) { f(x: $a, y: {z: [$a]}) } query B($a: Int) { f(x: $a) }')).toEqual([
    'variable',
    'query A($new: Int, $b: Int) { f(x: $new, y: {z: [$new]}) } query B($a: Int) { f(x: $a) }',
    ['b'],
  ]);
});

test('a variable that a fragment uses is renamed in all operations that spread the fragment', () => {
  const text =
    'query A($a: Int) { ...F } query B($a: Int) { ...G } query C($a: Int) { f(x: $a) } fragment F on Q { ...G } fragment G on Q { f(x: $a|) }';
  expect(renamed(text)?.[1]).toBe(
    'query A($new: Int) { ...F } query B($new: Int) { ...G } query C($a: Int) { f(x: $a) } fragment F on Q { ...G } fragment G on Q { f(x: $new) }',
  );
});

test('reports whether another operation keeps a variable of the old name', () => {
  const isElsewhere = (text: string) => nameAt(text, text.indexOf('$a'))?.isElsewhere;
  expect(isElsewhere('query A($a: Int) { f(x: $a) } query B($a: Int) { f(x: $a) }')).toBe(true);
  expect(isElsewhere('query A($a: Int) { ...F } query B($a: Int) { ...F } fragment F on Q { f(x: $a) }')).toBe(false);
});

test('a fragment is renamed with its spreads, and an alias or an operation alone', () => {
  expect(renamed('{ ...|F a { ...F } } fragment F on Q { b } fragment G on Q { c }')).toEqual([
    'fragment',
    '{ ...new a { ...new } } fragment new on Q { b } fragment G on Q { c }',
    ['G'],
  ]);
  expect(renamed('{ al|ias: a b { c } ... { d } e: f }')).toEqual(['alias', '{ new: a b { c } ... { d } e: f }', ['b', 'e']]);
  expect(renamed('query |A { a } query B { b }')).toEqual(['operation', 'query new { a } query B { b }', ['B']]);
});

test('fields, types, arguments and invalid documents are not renamed', () => {
  for (const text of ['{ a|b }', 'query Q($a: I|nt) { a }', '{ f(ar|g: 1) }', '{ a @inc|lude(if: true) }', '{ a|', '|'])
    expect([text, renamed(text)]).toEqual([text, null]);
});

describe('with variables of fragments', () => {
  const text = (marks: Record<'spread' | 'definition' | 'operation', string>) =>
    `query ($a: Int) { f(x: $${marks.operation}a) ...F(${marks.spread}a: $a) ...F(a: [$a]) } fragment F($a: Int, $b: Int) on Q { f(x: $${marks.definition}a) ...G(c: $a) } fragment G($c: Int) on Q { f(x: $c) }`;
  const none = { spread: '', definition: '', operation: '' };

  test.each(['spread', 'definition'])('one is renamed with the arguments of the spreads, from its %s', place => {
    expect(renamed(text({ ...none, [place]: '|' }), fragments)).toEqual([
      'fragmentVariable',
      'query ($a: Int) { f(x: $a) ...F(new: $a) ...F(new: [$a]) } fragment F($new: Int, $b: Int) on Q { f(x: $new) ...G(c: $new) } fragment G($c: Int) on Q { f(x: $c) }',
      ['b'],
    ]);
  });

  test('one of an operation is renamed in arguments, not in a fragment with its own of that name', () => {
    const result =
      'query ($new: Int) { f(x: $new) ...F(a: $new) ...F(a: [$new]) } fragment F($a: Int, $b: Int) on Q { f(x: $a) ...G(c: $a) } fragment G($c: Int) on Q { f(x: $c) }';
    expect(renamed(text({ ...none, operation: '|' }), fragments)?.slice(0, 2)).toEqual(['variable', result]);
    expect(renamed(text(none).replace('[$a]', '[$a|]'), fragments)?.slice(0, 2)).toEqual(['variable', result]);
  });
});
