import fc from 'fast-check';
import { laidOutJson } from '../../../src/lib/text/laidOutJson';

it('breaks and indents ordinary JSON like the platform', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), value => {
      expect(laidOutJson(value)).toBe(JSON.stringify(value, null, 2));
    }),
  );
  expect(laidOutJson(undefined)).toBeUndefined();
});

it('keeps on one line what is nested so deeply that its indentation would fill the memory', () => {
  const deep = Array.from({ length: 250 }, () => JSON.parse(`${'['.repeat(900)}"[{,"${']'.repeat(900)}`) as unknown);
  expect(laidOutJson(deep)).toBe(JSON.stringify(deep));
});
