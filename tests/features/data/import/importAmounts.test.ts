/** @jest-environment node */
/** Amounts of money in a file become minor units, with the currency of the row or of the text itself; no currency is guessed. */
import { creationOf } from '../../../../src/features/data/change/rows/rowActions';
import { updateOf } from '../../../../src/features/data/edit/fields/editableField';
import { createCurrencyReader, moneyColumns } from '../../../../src/features/data/import/importAmounts';
import { type ImportPlan, readRow } from '../../../../src/features/data/import/importWorld';
import { NO_PRESENTATION } from '../../../../src/lib/page/presentation';
import { presentModel } from '../../../../src/schema/presentation/presentModel';
import { modelOf } from '../../../schema/modelOf';

const SDL = `
  enum Currency { EUR JPY }
  type Product { id: ID! name: String! priceCents: Int currency: Currency }
  type Fee { id: ID! name: String! feeCents: Int currency: String! }
  input ProductInput { name: String! priceCents: Int currency: Currency }
  input FeeInput { name: String! feeCents: Int }
  type Query { products: [Product!]! product(id: ID!): Product fees: [Fee!]! fee(id: ID!): Fee }
  type Mutation {
    createProduct(data: ProductInput!): Product updateProduct(id: ID!, data: ProductInput!): Product createFee(data: FeeInput!): Fee
  }`;

/** The values and the number of problems of each row. */
function rowsRead(columns: readonly string[], rows: readonly (readonly string[])[], typeName = 'Product', mode = 'create') {
  const model = presentModel(modelOf(SDL), NO_PRESENTATION, 'en');
  const change = mode === 'create' ? creationOf(model, typeName) : updateOf(model, typeName);
  if (change === null) throw new Error('no change');
  const amounts = { columns: [] as readonly number[], locale: 'en-GB', currencyIn: createCurrencyReader('en-GB') };
  const plan = {
    model,
    change,
    fields: change.fields,
    matching: columns.map(name => (name === 'id' ? null : name)),
    empties: false,
    amounts,
    plain: (text: string) => text,
    words: { unread: () => 'unread' } as unknown as ImportPlan['words'],
  };
  const ready = { ...plan, amounts: { ...amounts, columns: moneyColumns(plan, rows) } };
  return rows.map(cells => {
    const { values, problems } = readRow(ready, cells);
    return [Object.fromEntries([...values].map(([field, value]) => [field.name, value])), problems.size];
  });
}

it('an amount is read with the currency of its row', () => {
  const rows = [
    ['€12.50', 'EUR'],
    ['13', 'EUR'],
    ['13', 'JPY'],
    ['€13', 'JPY'],
    ['13', ''],
  ];
  expect(rowsRead(['priceCents', 'currency'], rows)).toEqual([
    [{ priceCents: 1250, currency: 'EUR' }, 0],
    [{ priceCents: 1300, currency: 'EUR' }, 0],
    [{ priceCents: 13, currency: 'JPY' }, 0],
    [{ currency: 'JPY' }, 1],
    [{}, 1],
  ]);
});

it('without a column for the currency, the one in the text is sent, too', () => {
  const rows = [['€12.50'], ['JPY 1,200'], ['12.50'], ['$5.00']];
  expect(rowsRead(['priceCents'], rows)).toEqual([
    [{ priceCents: 1250, currency: 'EUR' }, 0],
    [{ priceCents: 1200, currency: 'JPY' }, 0],
    [{}, 1],
    [{}, 1],
  ]);
  expect(rowsRead(['id', 'priceCents'], [['p1', '12.50 €']], 'Product', 'update')).toEqual([
    [{ priceCents: 1250, currency: 'EUR' }, 0],
  ]);
});

it('a currency that cannot be sent is not guessed', () => {
  expect(rowsRead(['feeCents'], [['€12.50']], 'Fee')).toEqual([[{}, 1]]);
});

it('whole numbers alone are minor units, as they are stored', () => {
  expect(rowsRead(['priceCents', 'currency'], [['1250', 'EUR']])).toEqual([[{ priceCents: 1250, currency: 'EUR' }, 0]]);
});
