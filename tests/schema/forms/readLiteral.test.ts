import { astFromValue, GraphQLString, print } from 'graphql';
import { NO_LITERAL, readLiteral } from '../../../src/schema/forms/readLiteral';
import fc from '../../support/fastCheck';

it.each<[string, unknown]>([
  ['1', 1],
  ['-1.5e3', -1500],
  ['9007199254740993', '9007199254740993'],
  ['"a\\n\\"b\\u00e9\\u{1F600}"', 'a\n"bé😀'],
  ['"""\n  a\n    b\n"""', 'a\n  b'],
  ['RED', 'RED'],
  ['true', true],
  ['null', null],
  ['[1, [RED], "a"]', [1, ['RED'], 'a']],
  ['{a: 1, b: {c: [true]}} # said', { a: 1, b: { c: [true] } }],
  ['[]', []],
])('%s is read', (text, value) => {
  expect(readLiteral(text)).toEqual(value);
});

it.each(['', '$a', '{a: $b}', '[1', '{a 1}', '"open', '1 2', 'a b', '}', '@', '{: 1}'])('%j is no literal', text => {
  expect(readLiteral(text)).toBe(NO_LITERAL);
});

it('a field called __proto__ is a field like any other', () => {
  const value = readLiteral('{__proto__: {polluted: true}}') as object;
  expect(Object.hasOwn(value, '__proto__')).toBe(true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it('never throws, and reads every string as graphql-js writes it', () => {
  fc.assert(fc.property(fc.string(), text => void readLiteral(text)));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const node = astFromValue(text, GraphQLString);
      expect(readLiteral(node ? print(node) : '')).toBe(text);
    }),
  );
});
