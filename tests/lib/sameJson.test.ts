import { sameJson } from '../../src/lib/sameJson';
import fc from '../support/fastCheck';

describe('sameJson', () => {
  it('finds every JSON value equal to its copy, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const turned = (inner: unknown): unknown => {
          if (Array.isArray(inner)) return inner.map(turned);
          if (typeof inner !== 'object' || inner === null) return inner;
          return Object.fromEntries(
            Object.entries(inner)
              .reverse()
              .map(([key, child]) => [key, turned(child)]),
          );
        };
        return sameJson(value, turned(JSON.parse(JSON.stringify(value))));
      }),
    );
  });

  it('treats 0 and -0 as equal, as both are 0 in JSON', () => {
    expect(sameJson([-0], [0])).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: undefined }, { b: 1 }],
    [{}, []],
    [[], {}],
    [null, {}],
    ['1', 1],
    [{ length: 0 }, []],
  ])('distinguishes %j from %j', (a, b) => {
    expect(sameJson(a, b)).toBe(false);
  });
});
