/** The name of a scalar does not define its meaning: the values that a server sends do, and they are sent back unchanged. */
import { type Column, columnAt } from '../../../src/schema/collections/columns/columns';
import { noteLocalTimes } from '../../../src/schema/collections/columns/noteLocalTimes';
import { noteTextNumbers } from '../../../src/schema/collections/columns/noteTextNumbers';
import { fittingField, fittingFields } from '../../../src/schema/forms/fittingField';
import { type FormField, formModel } from '../../../src/schema/forms/formModel';
import { fromVariables, toVariables } from '../../../src/schema/forms/formValues';
import { valueKind } from '../../../src/schema/model/valueKind';
import { modelOf } from '../modelOf';

const model = modelOf(`
  scalar Date scalar DateTime scalar Time scalar Email scalar Decimal scalar BigInt scalar UUID scalar Duration scalar JSON scalar URL scalar Moment
  input Span { from: Date to: DateTime }
  type Query {
    f(Date: Date, DateTime: DateTime, Time: Time, Email: Email, Decimal: Decimal, BigInt: BigInt, UUID: UUID, Duration: Duration, JSON: JSON,
      URL: URL, Int: Int, Float: Float, Moment: Moment, dates: [Date!], span: Span): Int
  }
`);
const query = model.types.get('Query');
const form = formModel(model, query?.kind === 'object' ? (query.fields.get('f')?.args.values() ?? []) : []);
const field = (name: string): FormField => form.find(each => each.name === name) as FormField;
const kindOf = ({ control }: FormField): string => (control.kind === 'scalar' ? control.scalar.kind : control.kind);

it.each([
  ['Date', '2026-03-01T12:30:00.000Z', 'dateTime'],
  ['Date', '2026-03-01T12:30:00', 'localDateTime'],
  ['Date', 'some day', 'text'],
  ['DateTime', '2026-03-01', 'date'],
  ['DateTime', '2026-03-01T12:30:00', 'localDateTime'],
  ['DateTime', '2026-03-01T12:30:00+02:00', 'dateTime'],
  ['DateTime', 1_772_000_000_000, 'decimal'],
  ['Time', '2026-03-01T12:30:00Z', 'dateTime'],
  ['Email', 'n/a', 'text'],
  ['UUID', '12', 'text'],
  ['URL', 'www.example.com', 'text'],
  ['Duration', '90', 'text'],
  ['Int', 99_999_999_999, 'decimal'],
  ['JSON', 'words', 'json'],
  ['Moment', '2026-03-01T12:30:00Z', 'dateTime'],
  ['Moment', '2026-03-01', 'date'],
  ['Moment', 'some day', 'unknown'],
])('%s %p is a %s', (name, value, kind) => {
  const fitted = fittingField(field(name), value);
  expect(kindOf(fitted)).toBe(kind);
  // The server's value is sent back unchanged.
  const drafts = fromVariables([fitted], { [name]: value });
  expect(toVariables([fitted], drafts)).toEqual({ variables: { [name]: value }, problems: [] });
});

it('applies inside lists and groups, and keeps the controls of values that fit', () => {
  const present = { dates: ['2026-03-01', '2026-03-02T10:00:00Z'], span: { from: '2026-03-01', to: '2026-03-02' } };
  const fitted = fittingFields(form, present);
  expect(toVariables(fitted, fromVariables(fitted, present))).toEqual({ variables: present, problems: [] });
  expect(fittingFields(form, { Date: '2026-03-01', Email: 'a@b.example' })).toBe(form);
  expect(fittingFields(form, null)).toBe(form);
});

it('a value is shown in the form that it has', () => {
  const type = { kind: 'named', name: 'Date' } as never;
  expect(valueKind(model, type, 'at')).toBe('date');
  expect(valueKind(model, type, 'at', '2026-03-01')).toBe('date');
  expect(valueKind(model, type, 'at', '2026-03-01T12:30:00Z')).toBe('dateTime');
  expect(valueKind(model, type, 'at', '2026-03-01 12:30:00')).toBe('localDateTime');
});

it.each([
  ['Decimal', '-50.20', '7.5', '7.5'],
  ['Decimal', '12', '7', '7'],
  ['Decimal', 12.5, '7.5', 7.5],
  ['BigInt', '12', '7', '7'],
  ['BigInt', 12, '7', 7],
  ['BigInt', '9007199254740993', '7', 7],
])('%s that arrived as %p: %p is sent as %p', (name, present, typed, sent) => {
  const fitted = fittingField(field(name), present);
  expect(toVariables([fitted], { [name]: typed })).toEqual({ variables: { [name]: sent }, problems: [] });
});

it.each([
  ['Decimal', '12.50', '7', '7'],
  ['Decimal', 12.5, '7', 7],
  ['Decimal', null, '7', 7],
  ['BigInt', '9007199254740993', '7', 7],
  ['BigInt', '12', '7', '7'],
])('a field without a value is sent as other values of its type arrived: %s as %p, %p as %p', (name, seen, typed, sent) => {
  const other = modelOf(`
    scalar Decimal scalar BigInt
    type Item { id: ID!, Decimal: Decimal, BigInt: BigInt, name: String }
    input New { Decimal: Decimal, BigInt: BigInt }
    type Query { items: [Item!]!, f(new: New): Int }
  `);
  const { queryType } = other;
  // The form can be older than the rows.
  const made = formModel(other, queryType.fields.get('f')?.args.values() ?? []);
  const columns = ['Decimal', 'BigInt', 'name'].map(column => columnAt(other, 'Item', [column]) as Column);
  noteTextNumbers(other, columns, [{}, { name: '12', [name]: seen }, { [name]: null }]);
  expect(toVariables(made, { new: { [name]: typed } })).toEqual({ variables: { new: { [name]: sent } }, problems: [] });
  expect(toVariables(fittingFields(made, { new: { [name]: null } }), { new: { [name]: typed } }).variables).toEqual({
    new: { [name]: sent },
  });
});

it('a single text among numbers does not turn the numbers into text', () => {
  const other = modelOf(`
    scalar Decimal
    type Item { price: Decimal }
    type Query { items: [Item!]!, f(price: Decimal): Int }
  `);
  const made = formModel(other, other.queryType.fields.get('f')?.args.values() ?? []);
  noteTextNumbers(other, [columnAt(other, 'Item', ['price']) as Column], [{ price: 'NaN' }, { price: 12.5 }, { price: null }]);
  expect(toVariables(made, { price: '7' }).variables).toEqual({ price: 7 });
});

describe('a new date and time, after rows were loaded', () => {
  const made = (...seen: unknown[]): FormField[] => {
    const other = modelOf('scalar DateTime type Item { at: DateTime } type Query { items: [Item!]!, f(at: DateTime): Int }');
    const fields = formModel(other, other.queryType.fields.get('f')?.args.values() ?? []);
    for (const at of seen) noteLocalTimes(other, [columnAt(other, 'Item', ['at']) as Column], [{ at }, { at: null }, {}]);
    return fields;
  };
  const LOCAL = '2025-02-02T09:30:00';

  it.each([
    ['none has a zone', [LOCAL, '2025-02-02T09:30'], 'localDateTime'],
    ['all have one', ['2025-02-02T09:30:00Z', '2025-02-02T09:30:00+02:00'], 'dateTime'],
    ['one has a zone', [LOCAL, '2025-02-02T09:30:00.5Z', LOCAL], 'dateTime'],
    ['none was loaded', [null], 'dateTime'],
    ['they are other texts', ['soon', 5, '2025-02-02'], 'dateTime'],
  ])('%s', (_, seen, kind) => {
    expect(kindOf(made(...seen)[0] as FormField)).toBe(kind);
  });

  it('is sent without a zone, unless it was entered with one before', () => {
    const fields = made(LOCAL);
    expect(toVariables(fields, { at: '2025-12-24T09:30' }).variables).toEqual({ at: '2025-12-24T09:30:00' });
    expect(toVariables(fields, { at: '2025-12-24T07:30:00Z' }).variables).toEqual({ at: '2025-12-24T07:30:00Z' });
  });
});

it('a record with a number is sent numbers, whatever other records contain', () => {
  const other = modelOf('scalar Decimal type Item { price: Decimal } type Query { items: [Item!]!, f(price: Decimal): Int }');
  const made = formModel(other, other.queryType.fields.get('f')?.args.values() ?? []);
  noteTextNumbers(other, [columnAt(other, 'Item', ['price']) as Column], [{ price: '12.50' }]);
  expect(toVariables(made, { price: '7' }).variables).toEqual({ price: '7' });
  expect(toVariables(fittingFields(made, { price: 12.5 }), { price: '7' }).variables).toEqual({ price: 7 });
});

it.each([[['{"a":1}', { b: 2 }]], [[{ b: 2 }, '{"a":1}']], [['{"a":1}', '[2]']]])(
  'a list of JSON values is sent back unchanged: %j',
  present => {
    const json = modelOf('scalar JSON type Query { f(all: [JSON]): Int }');
    const fitted = fittingFields(formModel(json, json.queryType.fields.get('f')?.args.values() ?? []), { all: present });
    expect(toVariables(fitted, fromVariables(fitted, { all: present })).variables).toEqual({ all: present });
  },
);

it.each([
  ['JSON', undefined, '{"a": 1}', { a: 1 }],
  ['JSON', { b: 2 }, '{"a": 1}', { a: 1 }],
  ['JSON', 'words', '{"a": 1}', { a: 1 }],
  ['JSON', '{"b":2}', '{"a": 1}', '{"a": 1}'],
  ['JSONString', undefined, '{"a": 1}', '{"a": 1}'],
  ['JSONString', { b: 2 }, '{"a": 1}', { a: 1 }],
  ['JSONString', '5', '6', '6'],
  ['AWSJSON', undefined, '[1]', '[1]'],
])('%s that arrived as %p: %p is sent as %p', (name, present, typed, sent) => {
  const json = modelOf(
    'scalar JSON scalar JSONString scalar AWSJSON type Query { f(JSON: JSON, JSONString: JSONString, AWSJSON: AWSJSON): Int }',
  );
  const made = formModel(json, json.queryType.fields.get('f')?.args.values() ?? []);
  const fitted = fittingField(made.find(each => each.name === name) as FormField, present);
  expect(toVariables([fitted], { [name]: typed })).toEqual({ variables: { [name]: sent }, problems: [] });
  if (present !== undefined)
    expect(toVariables([fitted], fromVariables([fitted], { [name]: present })).variables).toEqual({ [name]: present });
  expect(toVariables([fitted], { [name]: '{"a' }).problems).toHaveLength(1);
});
