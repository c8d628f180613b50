/** A variable's value keeps its place and its letters when its name changes. */
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

it('takes the files of the variable along', () => {
  const file = new Blob(['a']);
  const files = new Map([
    ['["plan"]', file],
    ['["input","plan",0]', file],
  ]);
  expect([...renamedFiles(files, 'plan', 'drawing').keys()]).toEqual(['["drawing"]', '["input","plan",0]']);
  expect([...renamedFiles(files, 'input', 'form').keys()]).toEqual(['["plan"]', '["form","plan",0]']);
});
