/** Drafts of a form as data, numbers in the format of a language, and messages for problems. */

import { english } from '../../../src/i18n/english';
import { createFormats } from '../../../src/i18n/formats';
import { createLanguage } from '../../../src/i18n/language';
import { draftAt, isWithin, withDraftAt } from '../../../src/parts/form/formDraft';
import { problemWords } from '../../../src/parts/form/problemWords';
import type { FieldProblem } from '../../../src/schema/forms/formValues';
import { plainNumber } from '../../../src/ui/form/plainNumber';

describe('drafts', () => {
  it('are set at any path, with the groups in between, and do not change the previous drafts', () => {
    const before = { a: { b: ['x'] } };
    const after = withDraftAt(before, ['a', 'c', 1, 'd'], 'y');
    expect(after).toEqual({ a: { b: ['x'], c: [undefined, { d: 'y' }] } });
    expect(before).toEqual({ a: { b: ['x'] } });
    expect(draftAt(after, ['a', 'c', 1, 'd'])).toBe('y');
    expect(draftAt(after, ['a', 'nothing', 'here'])).toBeUndefined();
  });

  it('that are undefined are removed from groups, but not from lists', () => {
    expect(withDraftAt({ a: 'x', b: 'y' }, ['a'], undefined)).toEqual({ b: 'y' });
    expect(Object.keys(withDraftAt({ a: 'x' }, ['a'], undefined) as object)).toEqual([]);
    expect(withDraftAt(['x', 'y'], [0], undefined)).toEqual([undefined, 'y']);
  });

  it('keep the order of fields when one changes', () => {
    expect(Object.keys(withDraftAt({ a: '1', b: '2', c: '3' }, ['b'], 'x') as object)).toEqual(['a', 'b', 'c']);
  });

  it('can belong to a field called __proto__', () => {
    const drafts = withDraftAt({}, ['__proto__', 'x'], 'y');
    expect(Object.entries(drafts as object)).toEqual([['__proto__', { x: 'y' }]]);
    expect(draftAt(drafts, ['__proto__', 'x'])).toBe('y');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('are within others by path, whether a step is a number or text', () => {
    expect(isWithin(['a', 1, 'b'], ['a', '1'])).toBe(true);
    expect(isWithin(['a'], ['a', 'b'])).toBe(false);
  });
});

describe('numbers in the format of a language', () => {
  it.each([
    ['1234.5', 'en', '1234.5'],
    ['1,234.5', 'en', '1234.5'],
    ['1.234,5', 'de', '1234.5'],
    ['0,5', 'de', '0.5'],
    ['1 234,5', 'fr', '1234.5'],
    ["1'234.5", 'de-CH', '1234.5'],
    ['١٢٣', 'ar-EG', '123'],
    ['−5', 'sv', '-5'],
    ['12 345 678 901 234 567', 'sv', '12345678901234567'],
    ['1e5', 'en', '1e5'],
    ['about 5', 'en', 'about 5'],
    ['', 'en', ''],
    // Plain digits are kept, whatever the point means in the language.
    ['1.234', 'de', '1.234'],
  ])('%s in %s is %s', (typed, locale, plain) => {
    expect(plainNumber(typed, locale)).toBe(plain);
  });
});

it('every problem has its own message', () => {
  const { text } = createLanguage({ tag: 'en', english, timeZone: 'UTC' });
  const formats = createFormats('en', 'UTC');
  const wordsOf = (problem: ProblemOf): string => problemWords(text, formats, { path: [], ...problem });
  const codes = [
    ...(['required', 'notInt', 'notNumber', 'notBoolean', 'notDate', 'notTime', 'notDateTime', 'notDuration'] as const),
    ...(['notUrl', 'notEmail', 'notUuid', 'notBase64', 'notColour', 'notFile'] as const),
  ];
  const problems: ProblemOf[] = [
    ...codes.map(code => ({ code })),
    { code: 'notAnOption', value: 'x' },
    { code: 'notExactlyOne', given: 2 },
    { code: 'notJson', text: '{}' },
    { code: 'notJson', text: '[1,}' },
  ];
  const words = problems.map(wordsOf);
  expect(new Set(words).size).toBe(problems.length);
  expect(words.every(line => line.length > 3 && !line.includes('form.'))).toBe(true);
  expect(wordsOf({ code: 'outOfRange', min: '0', max: '' })).toBe('At least 0');
  expect(wordsOf({ code: 'outOfRange', min: '', max: '9' })).toBe('At most 9');
  expect(wordsOf({ code: 'server', message: 'as the server says' })).toBe('as the server says');
});
type ProblemOf = FieldProblem extends infer Each ? (Each extends FieldProblem ? Omit<Each, 'path'> : never) : never;
