/** Reading JSON from bytes: the values are those of JSON.parse, and invalid JSON is refused at the position of the error. */

import { parseJson } from '../../../../src/lib/text/largeIntegers';
import { BrokenJsonError, type JsonBytes, readJsonBytes } from '../../../../src/transport/http/body/jsonBytes';
import fc from '../../../support/fastCheck';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const rebuilt = (json: JsonBytes, at = json.root): unknown => {
  if (json.kindOf(at) === 'list') return [...json.childrenOf(at)].map(item => rebuilt(json, item));
  if (json.kindOf(at) !== 'object') return json.valueAt(at);
  return Object.fromEntries([...json.childrenOf(at)].map(name => [json.nameAt(name), rebuilt(json, json.valueOfName(name))]));
};

it('reading in chunks gives the same result as reading at once', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const json = readJsonBytes(bytesOf(text));
      expect(rebuilt(json)).toEqual(parseJson(text));
      expect(json.endOf(json.root)).toBe(bytesOf(text).length);
    }),
  );
});

it('large lists and objects are indexed without changes of their values', () => {
  const value = {
    rows: Array.from({ length: 5000 }, (_, at) => ({ id: at, name: `Schiff “${at}” \\ "ä"`, tags: [at % 2 === 0, null] })),
    names: Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`n${at}`, [at]])),
  };
  const json = readJsonBytes(bytesOf(JSON.stringify(value)));
  const rows = json.valueOfName(json.childrenOf(json.root)[0] as number);
  expect(json.childrenOf(rows)).toHaveLength(5000);
  expect(json.valueAt(json.childrenOf(rows)[4321] as number)).toEqual(value.rows[4321]);
  expect(rebuilt(json)).toEqual(value);
});

it('refuses exactly what JSON.parse refuses', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-',
    '0',
    '01',
    '1.5e3',
    '1.',
    'true',
    'nul',
    'null',
    ' ',
    '\\',
    '\n',
    '"\\u00e4"',
    '"\\x"',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), parts => {
      const text = parts.join('');
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      let isRead = true;
      try {
        readJsonBytes(bytesOf(text));
      } catch (error) {
        expect(error).toBeInstanceOf(BrokenJsonError);
        isRead = false;
      }
      expect([text, isRead]).toEqual([text, isJson]);
    }),
    { numRuns: 3000 },
  );
});

it('a text that is cut at any byte is reported as incomplete', () => {
  const bytes = bytesOf('{"data":{"ships":[{"id":"a\\u00e4","n":-1.5e3,"ok":true},null]}}');
  for (let end = 0; end < bytes.length; end++) {
    let broken: unknown;
    try {
      readJsonBytes(bytes.subarray(0, end));
    } catch (error) {
      broken = error;
    }
    expect(broken).toMatchObject({ name: 'BrokenJsonError', endsEarly: true });
  }
});

it('an invalid byte is reported', () => {
  const at = (text: string): unknown => {
    try {
      readJsonBytes(bytesOf(text));
    } catch (error) {
      return (error as BrokenJsonError).at;
    }
    return undefined;
  };
  expect(at('{"a": 1 "b": 2}')).toBe(8);
  expect(at('[1, 2] x')).toBe(7);
  expect(at('<html>')).toBe(0);
  expect(at('['.repeat(5000))).toBe(2000);
});

it('integers beyond 2^53 keep all digits', () => {
  const json = readJsonBytes(bytesOf('{"id": 12345678901234567890}'));
  expect(json.valueAt(json.root)).toEqual({ id: '12345678901234567890' });
});
