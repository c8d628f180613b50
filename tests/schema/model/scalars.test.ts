import { rangedScalar } from '../../../src/schema/model/scalarRanges';
import type { ScalarKind } from '../../../src/schema/model/scalars';
import { checkScalar, formatScalar, parseScalar } from '../../../src/schema/model/scalarValues';

const info = (name: string, specifiedBy: string | null = null) => rangedScalar({ name, specifiedBy });

it.each<[string, string | null, ScalarKind]>([
  ['String', null, 'text'],
  ['Int', null, 'int'],
  ['ID', null, 'id'],
  ['DateTime', null, 'dateTime'],
  ['timestamptz', null, 'dateTime'],
  ['timestamp_without_time_zone', null, 'localDateTime'],
  ['GraphQLDateTime', null, 'dateTime'],
  ['Date', null, 'date'],
  ['ISO8601Date', 'https://tools.ietf.org/html/rfc3339', 'date'],
  ['ISO8601DateTime', 'https://tools.ietf.org/html/rfc3339', 'dateTime'],
  ['Date', 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6', 'date'],
  ['CalendarDay', 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6', 'date'],
  ['Moment', 'https://www.rfc-editor.org/rfc/rfc3339', 'dateTime'],
  ['Whenever', 'https://scalars.graphql.org/andimarek/date-time.html', 'dateTime'],
  ['Date', 'https://scalars.graphql.org/andimarek/date-time.html', 'dateTime'],
  ['jsonb', null, 'json'],
  ['Upload', null, 'upload'],
  ['File', 'https://github.com/jaydenseric/graphql-multipart-request-spec', 'upload'],
  ['bigint', null, 'bigInt'],
  ['Long', null, 'bigInt'],
  ['BigDecimal', null, 'decimal'],
  ['UUID', null, 'uuid'],
  ['URI', null, 'url'],
  ['HexColorCode', null, 'colour'],
  ['interval', null, 'duration'],
  ['PositiveInt', null, 'int'],
  ['GitObjectID', null, 'text'],
  ['Mystery', null, 'unknown'],
  ['Mystery', 'https://example.org/what', 'unknown'],
  ['constructor', null, 'unknown'],
])('%s (%s) holds %s', (name, specifiedBy, kind) => {
  expect(info(name, specifiedBy).kind).toBe(kind);
});

it.each<[string, string, unknown]>([
  ['Int', '42', 42],
  ['Int', ' -7 ', -7],
  ['bigint', '9007199254740993', '9007199254740993'],
  ['bigint', '12', 12],
  ['Float', '1.50', 1.5],
  ['numeric', '12.50', 12.5],
  ['numeric', '0.12345678901234560', '0.12345678901234560'],
  ['numeric', '1234567890.123450', '1234567890.123450'],
  ['numeric', '12.5', 12.5],
  ['Boolean', 'true', true],
  ['Date', '2024-02-29', '2024-02-29'],
  ['DateTime', '2024-02-29T13:45Z', '2024-02-29T13:45:00Z'],
  ['DateTime', '2024-02-29 13:45:00.5+02:00', '2024-02-29T13:45:00.5+02:00'],
  ['LocalDateTime', '2024-02-29T13:45', '2024-02-29T13:45:00'],
  ['Time', '09:05', '09:05:00'],
  ['Time', '09:05:00+02:00', '09:05:00+02:00'],
  ['Duration', 'P1DT2H', 'P1DT2H'],
  ['JSON', '{"a": [1]}', { a: [1] }],
  ['URL', 'https://example.org/ø', 'https://example.org/ø'],
  ['URL', '/files/7', '/files/7'],
  ['UUID', '123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174000'],
  ['Mystery', 'plain', 'plain'],
  ['Mystery', '{"a":1}', { a: 1 }],
  ['Mystery', '12', 12],
  ['Mystery', '007', '007'],
  ['Mystery', '12345678901234567890', '12345678901234567890'],
  ['String', '  kept ', '  kept '],
])('%s takes %j', (name, text, value) => {
  expect(parseScalar(info(name), text)).toEqual({ ok: true, value });
});

it.each<[string, string, string]>([
  ['Int', '1.5', 'notInt'],
  ['Int', '2147483648', 'outOfRange'],
  ['Int', '-2147483649', 'outOfRange'],
  ['smallint', '40000', 'outOfRange'],
  ['Long', '9223372036854775808', 'outOfRange'],
  ['PositiveInt', '0', 'outOfRange'],
  ['Latitude', '91', 'outOfRange'],
  ['Float', '1e999', 'notNumber'],
  ['Float', 'x', 'notNumber'],
  ['Boolean', 'yes', 'notBoolean'],
  ['Date', '2023-02-29', 'notDate'],
  ['Date', '29.02.2024', 'notDate'],
  ['Date', '2024-13-01', 'notDate'],
  ['DateTime', '2024-02-29', 'notDateTime'],
  ['DateTime', '2024-02-29T13:45', 'notDateTime'],
  ['DateTime', '2024-02-29T25:00Z', 'notDateTime'],
  ['Time', '24:00', 'notTime'],
  ['Duration', 'PT', 'notDuration'],
  ['Duration', '1h', 'notDuration'],
  ['URL', 'example', 'notUrl'],
  ['EmailAddress', 'a@', 'notEmail'],
  ['UUID', '123', 'notUuid'],
  ['Base64', 'a b', 'notBase64'],
  ['Color', 'red', 'notColour'],
  ['Upload', 'a.txt', 'notFile'],
])('%s does not take %j: %s', (name, text, code) => {
  expect(parseScalar(info(name), text)).toMatchObject({ ok: false, problem: { code } });
});

it('invalid JSON is reported with its text', () => {
  expect(parseScalar(info('JSON'), '{"a": }')).toEqual({ ok: false, problem: { code: 'notJson', text: '{"a": }' } });
});

it.each<[string, string, boolean]>([
  ['JSON', '{"id": 12345678901234567890}', false],
  ['JSON', '[9007199254740993]', false],
  ['JSON', '-9007199254740993', false],
  ['Mystery', '{"id": 12345678901234567890}', false],
  ['JSON', '{"id": "12345678901234567890"}', true],
  ['JSON', '{"\\"12345678901234567890": 9007199254740991}', true],
  ['JSON', '[0.12345678901234567, 1e20, 1234567890123456]', true],
])('%s: an integer that would be rounded is refused, not sent as another one: %s', (name, text, isSent) => {
  const result = parseScalar(info(name), text);
  expect(result).toEqual(isSent ? { ok: true, value: JSON.parse(text) } : { ok: false, problem: { code: 'notExact' } });
});

it('a value is converted back to its text', () => {
  expect(formatScalar(info('JSON'), { a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatScalar(info('Int'), 7)).toBe('7');
  expect(formatScalar(info('Mystery'), { a: 1 })).toBe('{"a":1}');
  expect(formatScalar(info('String'), null)).toBe('');
});

it('values that were not typed into a field are checked too', () => {
  expect(checkScalar(info('Int'), 7)).toBeNull();
  expect(checkScalar(info('Int'), 7.5)).toEqual({ code: 'notInt' });
  expect(checkScalar(info('Int'), '7')).toEqual({ code: 'notInt' });
  expect(checkScalar(info('Int'), 2 ** 31)).toMatchObject({ code: 'outOfRange' });
  expect(checkScalar(info('Float'), Number.NaN)).toEqual({ code: 'notNumber' });
  expect(checkScalar(info('Boolean'), 'true')).toEqual({ code: 'notBoolean' });
  expect(checkScalar(info('Date'), '2024-02-30')).toEqual({ code: 'notDate' });
  expect(checkScalar(info('Date'), {})).toEqual({ code: 'notDate' });
  expect(checkScalar(info('JSON'), { any: ['thing'] })).toBeNull();
  expect(checkScalar(info('Upload'), new Blob(['a']))).toBeNull();
  expect(checkScalar(info('Upload'), 'a')).toEqual({ code: 'notFile' });
});
