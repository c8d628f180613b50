/** Variables of an environment in the variables of an operation. */
import { fillVariables } from '../../../src/session/environments/fillVariables';

const VALUES = new Map([
  ['n', '7'],
  ['on', 'true'],
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
  const found = { unset: new Set<string>(), used: new Set<string>() };
  return [fillVariables(given, [{ name: 'v', type }], fieldsOf, VALUES, found).v, [...found.unset]];
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
