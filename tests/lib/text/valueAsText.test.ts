import { valueAsText } from '../../../src/lib/text/valueAsText';

it.each([
  ['a', 'a'],
  [1.5, '1.5'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [['a', 1], '["a",1]'],
  [{ toString: 1, valueOf: 1 }, '{"toString":1,"valueOf":1}'],
  [[{ toString: null }], '[{"toString":null}]'],
  [Object.create(null), '{}'],
])('%j is %s', (value, text) => {
  expect(valueAsText(value)).toBe(text);
});
