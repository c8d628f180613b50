/** Integers beyond ±2^53, whole and split at every character. */
import { createQuoter, parseJson, quoteLargeIntegers } from '../../../src/lib/text/largeIntegers';

const BODY =
  '{"a":9007199254740993,"b":[ -12345678901234567890 ,\n9007199254740992,1],"c":"say \\"12345678901234567890\\\\","d":12345678901234567.5,"e":1e30,"f":{"g":99999999999999999999}}';

it('quotes them and leaves everything else unchanged', () => {
  expect(parseJson(BODY)).toEqual({
    a: '9007199254740993',
    b: ['-12345678901234567890', 9007199254740992, 1],
    c: 'say "12345678901234567890\\',
    d: Number('12345678901234567.5'),
    e: 1e30,
    f: { g: '99999999999999999999' },
  });
});

it('gives the same result wherever the text is split', () => {
  const whole = quoteLargeIntegers(BODY);
  for (let first = 0; first <= BODY.length; first++) {
    const quoter = createQuoter();
    expect(quoter.push(BODY.slice(0, first)) + quoter.push(BODY.slice(first)) + quoter.flush()).toBe(whole);
  }
  const single = createQuoter();
  expect([...BODY].map(single.push).join('') + single.flush()).toBe(whole);
});

it.each([
  ['a part and the boundary after it', '\r\n---\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n---'],
  ['an event of a stream', 'event: next\ndata: {"a":12345678901234567890}\n\n'],
  ['a list so far', '{"a":[1,2,'],
])('returns %s at once, because more may not come for a long time', (_, text) => {
  expect(createQuoter().push(text)).toBe(quoteLargeIntegers(text));
});

it('does not change a boundary of digits, wherever it is split', () => {
  const text = '\r\n--part1234567890123456789\r\n\r\n{"a":1}';
  for (let at = 1; at < text.length; at++) {
    const quoter = createQuoter();
    expect(quoter.push(text.slice(0, at)) + quoter.push(text.slice(at)) + quoter.flush()).toBe(text);
  }
});

it('does not change multipart boundaries and headers around JSON', () => {
  const body = '\r\n----form12345678901234567890\r\ncontent-type: application/json\r\n\r\n{"a":12345678901234567890}\r\n';
  expect(quoteLargeIntegers(body)).toBe(body.replace(':12345678901234567890}', ':"12345678901234567890"}'));
});

it('returns the same text if there is nothing to quote', () => {
  const plain = JSON.stringify({ list: Array.from({ length: 100 }, (_, n) => n * 1e9) });
  expect(quoteLargeIntegers(plain)).toBe(plain);
});

it('does not change a top-level number or invalid JSON', () => {
  expect(parseJson('12345678901234567890')).toBe('12345678901234567890');
  expect(() => parseJson('{"a":12345678901234567890')).toThrow(SyntaxError);
  expect(() => parseJson('"12345678901234567890')).toThrow(SyntaxError);
});

it('passes a number without end on in linear time', () => {
  const quoter = createQuoter();
  const digits = '1'.repeat(32_768);
  let length = quoter.push('{"a":').length;
  for (let at = 0; at < 2000; at++) length += quoter.push(digits).length;
  expect(length).toBeGreaterThan(2000 * digits.length);
});
