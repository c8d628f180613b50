import { jsonErrorAt } from '../../../src/schema/forms/jsonErrorAt';
import fc from '../../support/fastCheck';

it.each([
  ['{"a": }', 6],
  ['{"a": 1,}', 8],
  ['[1 2]', 3],
  ['{a: 1}', 1],
  ["{'a': 1}", 1],
  ['[1, 2', 5],
  ['', 0],
  ['  ', 2],
  ['01', 0],
  ['nul', 0],
  ['"a\n"', 0],
  ['1 x', 2],
  [']', 0],
  ['[}', 1],
])('%j is broken at %i', (text, at) => {
  expect(jsonErrorAt(text)).toBe(at);
});

it('agrees with JSON.parse on any text', () => {
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(fc.property(fc.jsonValue(), value => expect(jsonErrorAt(JSON.stringify(value, null, 1))).toBeNull()));
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom('', ',', '"', '}', '[', '1', 'x', '\\', ':'), (value, at, other) => {
      const text = JSON.stringify(value);
      const broken = text.slice(0, at % (text.length + 1)) + other + text.slice((at % (text.length + 1)) + 1);
      expect(jsonErrorAt(broken) === null).toBe(parses(broken));
    }),
    { numRuns: 2000 },
  );
});
