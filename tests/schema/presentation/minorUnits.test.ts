/** Amounts in the smallest unit of their currency: recognized only if that is certain, and formatted as money. */

import { createFormats } from '../../../src/i18n/formats';
import { NO_PRESENTATION } from '../../../src/lib/page/presentation';
import { columnAt } from '../../../src/schema/collections/columns/columns';
import { hasMinorUnits, minorUnits } from '../../../src/schema/presentation/minorUnits';
import { presentModel } from '../../../src/schema/presentation/presentModel';
import { modelOf } from '../modelOf';

const namesOf = (type: string, rest = ''): string[] => {
  const model = modelOf(`type Query { a: Order } ${rest} type Order { id: ID! ${type} }`);
  const order = model.types.get('Order');
  return order === undefined ? [] : [...minorUnits(model, order).keys()];
};

test('an amount is in minor units if its name or description says so and there is a currency beside it', () => {
  expect(namesOf('totalCents: Int currency: String')).toEqual(['totalCents']);
  expect(namesOf('amount_in_cents: Int! currency_code: String')).toEqual(['amount_in_cents']);
  expect(namesOf('amountMinor: Int currencyCode: Code', 'enum Code { EUR JPY }')).toEqual(['amountMinor']);
  expect(namesOf('"The price in minor units of the currency." price: Int currency: String')).toEqual(['price']);
  expect(namesOf('"In the smallest currency unit" unitAmount: Int currency: String')).toEqual(['unitAmount']);
  expect(namesOf('price: Cents currency: String', 'scalar Cents')).toEqual([]);
  expect(namesOf('price: Cents currency: String', '"An amount in cents." scalar Cents')).toEqual(['price']);
});

test('beside a certain amount, names with the same ending are amounts too', () => {
  const money = 'netMinor: Int taxMinor: Int totalMinor: Int paid_minor: Int creditLimitMinor: Int';
  expect(namesOf(`${money} currency: String`)).toEqual(['netMinor', 'taxMinor', 'totalMinor', 'paid_minor', 'creditLimitMinor']);
  const other = 'isMinor: Int versionMinor: Int rateMinor: Int minor: Int minorUnits: Int net: Int';
  expect(namesOf(`totalMinor: Int ${other} currency: String`)).toEqual(['totalMinor']);
  expect(namesOf('netMinor: Int paidMinor: Int currency: String')).toEqual([]);
});

test('a field that is not certain stays a number', () => {
  expect(namesOf('totalCents: Int')).toEqual([]);
  expect(namesOf('total: Int currency: String')).toEqual([]);
  expect(namesOf('priceWithTax: Int currencyCode: String')).toEqual([]);
  expect(namesOf('totalCents: Float currency: String')).toEqual([]);
  expect(namesOf('"In euros, not in cents." price: Int currency: String')).toEqual([]);
  expect(namesOf('isMinor: Int minor: Int accents: Int currency: String')).toEqual([]);
  expect(namesOf('totalCents: [Int] currency: String')).toEqual([]);
});

test('only whole words at the end of a name count', () => {
  const fields =
    'totalItems taxYear discountPercent coffeeCups costCenter valueId feedPosition totalAmountCount accents minorUnits itemTotal totalCents priceInCents unitAmountMinor tax_minor_units';
  const type = fields
    .split(' ')
    .map(name => `${name}: Int`)
    .join(' ');
  const named = ['totalCents', 'priceInCents', 'unitAmountMinor', 'tax_minor_units'];
  expect(namesOf(`${type} currency: String`)).toEqual(named);
  const model = modelOf(`type Query { a: Order } "All amounts are in cents." type Order { id: ID! ${type} currency: String }`);
  const order = model.types.get('Order');
  expect(order && [...minorUnits(model, order).keys()]).toEqual(['itemTotal', ...named]);
  expect(namesOf('"Fifty cents is the least." threshold: Int currency: String')).toEqual([]);
});

test.each([
  '"Price in whole dollars. For the price in cents use priceCents." price: Int',
  '"Multiply by 100 to get the amount in cents." wholeAmount: Int',
  '"In percent, applied to the amount in cents." taxRate: Int',
  '"Number of items whose price is given in cents." itemCount: Int',
])('a description about the cents of something else does not count: %s', field => {
  expect(namesOf(`${field} currency: String`)).toEqual([]);
});

test.each([
  '"Price in cents. Divide by 100 for the amount." price: Int',
  '"Price in cents, see currency." price: Int',
  '"Use it for totals. Price in cents." price: Int',
])('other words of a description do not count: %s', field => {
  expect(namesOf(`${field} currency: String`)).toEqual(['price']);
});

test('the fields of a type are searched once for amounts in cents', () => {
  const model = modelOf('type Query { a: Order } type Order { id: ID! total: Int totalCents: Int fee: Int currency: String }');
  const order = model.types.get('Order');
  if (order?.kind !== 'object') throw new Error('No type');
  let reads = 0;
  const keys = order.fields.keys.bind(order.fields);
  order.fields.keys = () => {
    reads++;
    return keys();
  };
  expect([...minorUnits(model, order).keys()]).toEqual(['totalCents']);
  expect(reads).toBe(1);
});

test('a field beside the same amount in cents is not in cents', () => {
  expect(namesOf('"The amount in cents." total: Int totalCents: Int currency: String')).toEqual(['totalCents']);
});

test('the description of the type counts for the fields that are named as money', () => {
  const model = modelOf(`type Query { a: Order }
    "All prices are in minor units." type Order { id: ID! priceWithTax: Int quantity: Int currencyCode: String }`);
  const order = model.types.get('Order');
  expect(order && [...minorUnits(model, order).keys()]).toEqual(['priceWithTax']);
  expect(hasMinorUnits(model, 'Order')).toBe(true);
});

test('the currency of the amount itself precedes that of the record', () => {
  const model = modelOf(
    'type Query { a: Order } type Order { currency: String feeCents: Int feeCurrency: String totalCents: Int }',
  );
  const order = model.types.get('Order');
  const found = order && [...minorUnits(model, order)].map(([name, { format }]) => [name, format?.currencyField]);
  expect(found).toEqual([
    ['feeCents', 'feeCurrency'],
    ['totalCents', 'currency'],
  ]);
});

test('it is formatted as money with the exact digits of its currency', () => {
  const model = presentModel(
    modelOf('type Query { a: Order } type Order { id: ID! totalCents: Int currency: String }'),
    NO_PRESENTATION,
    'en',
  );
  const column = columnAt(model, 'Order', ['totalCents']);
  const formats = createFormats('en', 'UTC');
  const text = (value: number | string, currency: unknown) => column?.format?.text(value, formats, currency);
  expect(column?.label).toBe('Total');
  expect(column?.currency?.keys).toEqual(['currency']);
  expect(text(1234, 'EUR')).toBe('€12.34');
  expect(text(-5, 'EUR')).toBe('-€0.05');
  expect(text(1234, 'JPY')).toBe('¥1,234');
  expect(text(1234, 'KWD')).toMatch(/1\.234$/);
  // Intl has no fraction digits for the first, and no currency with the second code.
  expect(text(100_000, 'HUF')).toMatch(/\D1,000$/);
  expect(text(100_000_000, 'BTC')).toBe('100,000,000 cents');
  expect(text('900719925474099312', 'EUR')).toBe('€9,007,199,254,740,993.12');
  expect(column?.format?.digits?.('JPY')).toBe(0);
  expect(column?.format?.digits?.(null)).toBeNull();
  // Without a known currency, the number of the server keeps its unit, because the label of the column does not say it.
  expect(text(1234, null)).toBe('1,234 cents');
  expect(text(1234, 'coins')).toBe('1,234 cents');
});

test('the label of an amount leaves out the unit, unless another field has that name', () => {
  const sdl = `
    type Query { a: Order } type Price { amountInCents: Int currency: String }
    type Order { id: ID! total_minor_units: Int fee: Float feeCents: Int "In cents." tax: Int price: Price currency: String }
  `;
  const model = presentModel(modelOf(sdl), NO_PRESENTATION, 'en');
  const label = (path: string): string | undefined => columnAt(model, 'Order', path.split('.'))?.label;
  expect(['total_minor_units', 'fee', 'feeCents', 'tax', 'price.amountInCents'].map(label)).toEqual([
    'Total',
    'Fee',
    'Fee cents',
    'Tax',
    'Price amount',
  ]);
});
