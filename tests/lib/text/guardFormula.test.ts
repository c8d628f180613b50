import { guardFormula, unguardFormula } from '../../../src/lib/text/guardFormula';
import fc from '../../support/fastCheck';

it.each([
  '=1+1',
  '+cmd',
  '-cmd',
  '@SUM(A1)',
  '＝1+1',
  '＋1+a',
  '－a',
  '＠a',
  '|calc',
  '%0A=1',
  ' =1+1',
  '\t=1+1',
  '"=1+1',
  '\ufeff=1+1',
  '\u0000=1+1',
  '\u001c=1+1',
  '\u0085=1+1',
  '\u00ad=1+1',
  '\u200e=1+1',
  '\u2060=1+1',
  'a;=1+1',
  'a; =1+1',
  'a\n=1+1',
  'a\r\n=1+1',
  'a\t=1+1',
  'a;"=1+1',
  '-1+cmd|x',
])('%j no longer starts a formula in any cell', text => {
  const guarded = guardFormula(text);
  for (const cell of guarded.split(/[;\t\r\n]/)) expect(cell.replace(/^[\s"\p{C}]+/u, '')).not.toMatch(/^[=+\-@|%＝＋－＠]/);
});

it.each([
  '-1,234',
  '-1.234,50 €',
  '-€5.00',
  '-5%',
  '-12.5',
  '+4',
  '1e-5',
  'a-b',
  'Nordlys',
  'a=b',
  '2024-01-02',
  'nils@example.org',
  '',
])('%j is not changed', text => {
  expect(guardFormula(text)).toBe(text);
});

it('any guarded text can be restored, unless an apostrophe and a tab begin it', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@|%＝－;\t\r\n "\'a1,\ufeff'), maxLength: 12 });
  fc.assert(
    fc.property(
      text.filter(plain => !/^'+[\t\r\n]/.test(plain)),
      plain => expect(unguardFormula(guardFormula(plain))).toBe(plain),
    ),
    { numRuns: 5000 },
  );
});

it.each(["'quoted", "it's", "'", '', "a;'b"])('%j was not guarded and stays as it is', text => {
  expect(unguardFormula(text)).toBe(text);
});
