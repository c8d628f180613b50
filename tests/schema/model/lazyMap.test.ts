import { createLazyMap } from '../../../src/schema/model/lazyMap';

it('keys exist immediately; a value is created once, when it is first read', () => {
  const made: string[] = [];
  const map = createLazyMap(
    new Map([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]),
    (value, key) => {
      made.push(key);
      return value * 10;
    },
  );
  expect([map.size, [...map.keys()], map.has('b'), map.has('x')]).toEqual([3, ['a', 'b', 'c'], true, false]);
  expect(made).toEqual([]);
  expect([map.get('b'), map.get('b'), map.get('x')]).toEqual([20, 20, undefined]);
  expect(made).toEqual(['b']);
  expect([...map]).toEqual([
    ['a', 10],
    ['b', 20],
    ['c', 30],
  ]);
  expect([...map.values()]).toEqual([10, 20, 30]);
  const seen: unknown[] = [];
  map.forEach((value, key, whole) => void seen.push([key, value, whole === map]));
  expect(seen).toEqual([
    ['a', 10, true],
    ['b', 20, true],
    ['c', 30, true],
  ]);
  expect(made).toEqual(['b', 'a', 'c']);
});
