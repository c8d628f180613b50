import { formModel } from '../../../src/schema/forms/formModel';
import { fieldOf, type TypeRef } from '../../../src/schema/model/schemaModel';
import { isIdName, type ValueKind, valueKind } from '../../../src/schema/model/valueKind';
import { modelOf } from '../modelOf';

const model = modelOf(`
  scalar DateTime scalar JSON scalar BigInt scalar UUID scalar URL scalar Mystery scalar Upload
  enum Unit { M }
  type Query { id: ID  name: String  notes: String  homepageUrl: String  avatar: URL  avatarUrl: String  link: URL  at: DateTime  count: Int  big: BigInt  data: JSON
    uuid: UUID  unit: Unit  self: Query  list: [Int]  yes: Boolean  what: Mystery  file: Upload  contactEmail: String }
`);
const type = (field: string): TypeRef => fieldOf(model, 'Query', field)?.type as TypeRef;

it.each<[string, unknown, ValueKind]>([
  ['id', undefined, 'id'],
  ['name', undefined, 'text'],
  ['name', 'https://example.org/a', 'url'],
  ['name', 'https://example.org/a.png', 'imageUrl'],
  ['name', 'javascript:alert(1)', 'text'],
  ['name', '2024-02-29', 'date'],
  ['name', '2024-02-29T10:00:00Z', 'dateTime'],
  ['name', 'two\nlines', 'longText'],
  ['notes', undefined, 'longText'],
  ['homepageUrl', undefined, 'url'],
  ['avatarUrl', undefined, 'imageUrl'],
  ['avatarUrl', 'data:text/html,<script>', 'text'],
  ['avatar', 'javascript:alert(1)', 'url'],
  ['avatar', 'https://example.org/7', 'imageUrl'],
  ['link', 'https://example.org/7', 'url'],
  ['at', undefined, 'dateTime'],
  ['count', 7, 'number'],
  ['big', '9007199254740993', 'bigInt'],
  ['data', undefined, 'json'],
  ['uuid', undefined, 'id'],
  ['unit', undefined, 'enum'],
  ['self', undefined, 'object'],
  ['list', undefined, 'list'],
  ['yes', undefined, 'boolean'],
  ['what', undefined, 'unknown'],
  ['what', 7, 'number'],
  ['what', true, 'boolean'],
  ['what', { a: 1 }, 'json'],
  ['what', 'text', 'text'],
  ['contactEmail', undefined, 'email'],
])('%s with %j is shown as %s', (field, value, kind) => {
  expect(valueKind(model, type(field), field, value)).toBe(kind);
});

it('a type that is not in the schema is unknown', () => {
  expect(valueKind(model, { kind: 'named', name: 'Gone' })).toBe('unknown');
});

it.each([['id'], ['captainId'], ['captain_id'], ['ship.id'], ['personID']])('%s is the name of an id', name => {
  expect(isIdName(name)).toBe(true);
});

it.each([['paid'], ['amountPaid'], ['PAID'], ['grid'], ['bid'], ['ids']])('%s is not the name of an id', name => {
  expect(isIdName(name)).toBe(false);
});

it.each([
  ['scalar Time', 'dateTime'],
  ['scalar Time scalar Date', 'dateTime'],
  ['scalar Time scalar DateTime', 'time'],
  ['scalar Time scalar timestamptz', 'time'],
  ['scalar Time type DateTimeRange { from: Time }', 'dateTime'],
])('%s: Time is shown and typed as a %s', (scalars, kind) => {
  const times = modelOf(`${scalars} type Query { at(time: Time): Time }`);
  const at = fieldOf(times, 'Query', 'at');
  expect(valueKind(times, at?.type as TypeRef, 'at')).toBe(kind);
  expect(valueKind(times, at?.type as TypeRef, 'at', '06:30:00')).toBe('time');
  expect(formModel(times, at?.args.values() ?? [])).toMatchObject([{ control: { scalar: { kind } } }]);
});

it('the `time` of a database is a time of day, whatever other scalars exist', () => {
  const times = modelOf('scalar time scalar date type Query { opens(at: time): time }');
  const opens = fieldOf(times, 'Query', 'opens');
  expect(valueKind(times, opens?.type as TypeRef, 'opens')).toBe('time');
  expect(formModel(times, opens?.args.values() ?? [])).toMatchObject([{ control: { scalar: { kind: 'time' } } }]);
});

it.each([
  ['timestamp_ms', 1_790_000_000_000, 'dateTime'],
  ['UnixTime', 1_790_000_000, 'dateTime'],
  ['EpochMillis', 3, 'number'],
  ['EpochMillis', '2026-11-01T10:00:00Z', 'dateTime'],
  ['Weight', 1_790_000_000, 'number'],
])('a number of the unknown scalar %s is a moment if the name says so and it can be one: %p', (scalar, value, kind) => {
  const times = modelOf(`scalar ${scalar} type Query { seen: ${scalar} }`);
  expect(valueKind(times, fieldOf(times, 'Query', 'seen')?.type as TypeRef, 'seen', value)).toBe(kind);
});
