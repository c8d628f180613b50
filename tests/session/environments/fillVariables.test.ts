/** Variables of an environment in the variables of an operation. */
import { quoteBareVariables, unquoteBareVariables } from '../../../src/session/environments/bareVariables';
import { fillVariables } from '../../../src/session/environments/fillVariables';

const VALUES = new Map([
  ['n', '7'],
  ['on', 'true'],
  ['list', '[1, {"a": null}]'],
  ['large', '9007199254740993'],
  ['word', 'Oslo'],
  ['attack', '1}, {"v": 2'],
]);
const fieldsOf = (name: string) =>
  name === 'Filter'
    ? [
        { name: 'n', type: 'Int!' },
        { name: 'all', type: '[[Float]]' },
        { name: 'and', type: '[Filter!]' },
        { name: 'text', type: 'String' },
      ]
    : name === 'Json'
      ? null
      : undefined;
const fill = (given: Record<string, unknown>, type: string) => {
  const found = { unset: new Set<string>(), used: new Set<string>(), notJson: new Set<string>() };
  return [fillVariables(given, [{ name: 'v', type }], fieldsOf, VALUES, found).v, [...found.unset, ...found.notJson]];
};

it('numbers and Booleans are converted by their declared type, alone and in lists', () => {
  expect(fill({ v: '{{n}}' }, 'Int!')).toEqual([7, []]);
  expect(fill({ v: ['{{n}}', 1, '{{gone}}'] }, '[Int!]')).toEqual([[7, 1, '{{gone}}'], ['gone']]);
  expect(fill({ v: '{{on}}' }, 'Boolean')).toEqual([true, []]);
  expect(fill({ v: '{{n}}' }, 'ID')).toEqual(['7', []]);
  expect(fill({ v: '{{n}} m' }, 'Int')).toEqual(['7 m', []]);
});

it('and within input objects, as their fields are declared', () => {
  const given = { n: '{{n}}', all: [['{{n}}']], and: { n: '{{n}}' }, text: '{{n}}', gone: '{{n}}' };
  expect(fill({ v: given }, '[Filter!]!')).toEqual([{ n: 7, all: [[7]], and: { n: 7 }, text: '7', gone: '7' }, []]);
});

it('texts stay texts within custom scalars and unknown types', () => {
  expect(fill({ v: { n: '{{n}}' } }, 'Json')).toEqual([{ n: '7' }, []]);
  expect(fill({ v: { n: '{{n}}' } }, 'Unknown')).toEqual([{ n: '7' }, []]);
});

const fillBare = (value: string, type: string) => fill(JSON.parse(quoteBareVariables(`{"v": ${value}}`)), type);

it('variables without quotes are inserted as JSON, also where the type is not known', () => {
  expect(fillBare('{{n}}', 'Int!')).toEqual([7, []]);
  expect(fillBare('{{ n }}', 'Unknown')).toEqual([7, []]);
  expect(fillBare('{"n": {{on}}, "text": "{{n}}"}', 'Json')).toEqual([{ n: true, text: '7' }, []]);
  expect(fillBare('{{list}}', 'Json')).toEqual([[1, { a: null }], []]);
  expect(fillBare('[{{n}},{{n}}]', '[Int]')).toEqual([[7, 7], []]);
  expect(fillBare('{{large}}', 'ID')).toEqual(['9007199254740993', []]);
  expect(fillBare('{{large}}', 'Json')).toEqual([9007199254740993n, []]);
});

it('a value that is not JSON, or more than one value, is reported and never inserted', () => {
  expect(fillBare('{{word}}', 'String')).toEqual(['{{word}}', ['word']]);
  expect(fillBare('{{attack}}', 'Int')).toEqual(['{{attack}}', ['attack']]);
  expect(fillBare('{{gone}}', 'Int')).toEqual(['{{gone}}', ['gone']]);
});

it('only values of the JSON are put in quotes, and back', () => {
  const json = '{"a {{n}}": "x \\" {{n}}", "b": [{{n}}, {{ on }}]}';
  expect(JSON.parse(quoteBareVariables(json))).toEqual({ 'a {{n}}': 'x " {{n}}', b: ['{{n\u2063}}', '{{on\u2063}}'] });
  expect(unquoteBareVariables(quoteBareVariables(json))).toBe('{"a {{n}}": "x \\" {{n}}", "b": [{{n}}, {{on}}]}');
  for (const broken of ['{{{n}}: 1}', '{"a": \\{{n}}}', '{"a": {{n}', '{"a": {{}}}'])
    expect(() => JSON.parse(quoteBareVariables(broken))).toThrow(SyntaxError);
});
