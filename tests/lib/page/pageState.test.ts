/** The state in a rendered page is read by own keys only. */
import { readPageState } from '../../../src/lib/page/pageState';

it('inherited properties count as missing', () => {
  const page = readPageState(JSON.parse('{"language": "en", "__proto__": {"held": {"notice": "x", "again": "y"}}}'));
  expect(page?.language).toBe('en');
  expect(page?.held).toBeUndefined();
  expect((page as unknown as Record<string, unknown>).toString).toBeUndefined();
});

it.each([[undefined], [null], ['text'], [[1]]])('%j is read as an empty state', value => {
  expect(readPageState(value)).toBeUndefined();
});
