/** The value of a renamed variable keeps its position and its exact text. */
import { renamedFiles, renamedVariable } from '../../../../src/features/query/variables/renamedVariable';

test.each([
  ['{"a": 1}', '{"b": 1}'],
  ['{ "x": {"a": "a"}, "a" : [ "a" ] }', '{ "x": {"a": "a"}, "b" : [ "a" ] }'],
  ['{"a": 12345678901234567890}', '{"b": 12345678901234567890}'],
  ['{"a": 1, "b": 2}', '{"a": 1, "b": 2}'],
  ['{"x": "\\"a\\": 1"}', '{"x": "\\"a\\": 1"}'],
  ['{"a": ', '{"b": '],
  ['', ''],
  ['["a"]', '["a"]'],
])('%s', (before, after) => {
  expect(renamedVariable(before, 'a', 'b')).toBe(after);
});

test.each([
  ['{"a": 1}', '{"b": 1, "a": 1}'],
  ['{\n  "x": 2,\n  "a": [{"a": ","}, 2]\n}', '{\n  "x": 2,\n  "b": [{"a": ","}, 2], "a": [{"a": ","}, 2]\n}'],
  ['{"a": {"c": 1, "d": 2}, "x": 3}', '{"b": {"c": 1, "d": 2}, "a": {"c": 1, "d": 2}, "x": 3}'],
  ['{"a": 1, "b": 2}', '{"a": 1, "b": 2}'],
  ['{}', '{}'],
])('%s where another operation uses it', (before, after) => {
  expect(renamedVariable(before, 'a', 'b', true)).toBe(after);
});

it('moves the files of the variable, too', () => {
  const file = new Blob(['a']);
  const files = new Map([
    ['["plan"]', file],
    ['["input","plan",0]', file],
  ]);
  expect([...renamedFiles(files, 'plan', 'drawing').keys()]).toEqual(['["drawing"]', '["input","plan",0]']);
  expect([...renamedFiles(files, 'plan', 'drawing', true).keys()]).toEqual(['["plan"]', '["drawing"]', '["input","plan",0]']);
  expect([...renamedFiles(files, 'input', 'form').keys()]).toEqual(['["plan"]', '["form","plan",0]']);
});
