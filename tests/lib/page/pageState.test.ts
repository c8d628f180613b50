/** What a rendered page says to its browser is read by own keys. */
import { readPageState } from '../../../src/lib/page/pageState';

it('what every object inherits counts as not said', () => {
  const page = readPageState(JSON.parse('{"language": "en", "__proto__": {"held": {"notice": "x", "again": "y"}}}'));
  expect(page?.language).toBe('en');
  expect(page?.held).toBeUndefined();
  expect((page as unknown as Record<string, unknown>).toString).toBeUndefined();
});

it.each([[undefined], [null], ['text'], [[1]]])('%j says nothing', value => {
  expect(readPageState(value)).toBeUndefined();
});
