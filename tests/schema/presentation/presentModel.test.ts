import { schemaEntries } from '../../../src/app/find/findIndex';
import { readPresentation } from '../../../src/lib/page/presentation';
import { collectionById, findCollections } from '../../../src/schema/collections/collections';
import { columnChoices } from '../../../src/schema/collections/columns/columnChoices';
import { columnAt } from '../../../src/schema/collections/columns/columns';
import { defaultColumns } from '../../../src/schema/collections/columns/defaultColumns';
import { displayField } from '../../../src/schema/collections/displayField';
import { findFeeds } from '../../../src/schema/collections/feeds';
import { findLookups } from '../../../src/schema/collections/lookups';
import { filterCapability } from '../../../src/schema/filters/filterCapability';
import { sortCapability } from '../../../src/schema/filters/sortCapability';
import { enumWords, type FieldModel, typeLabel } from '../../../src/schema/model/schemaModel';
import { actionById, findActions } from '../../../src/schema/mutations/actions';
import { presentModel } from '../../../src/schema/presentation/presentModel';
import { unknownNames } from '../../../src/schema/presentation/unknownNames';
import { modelOf } from '../modelOf';

const MODEL = modelOf(`
  type Query {
    berths: [Berth!]!
    ships(filter: ShipFilter, orderBy: ShipOrder, limit: Int, offset: Int): [Ship!]!
    ship(id: ID!): Ship
    port: PortQuery
    nearestShip(latitude: Float!): Ship
  }
  type PortQuery { cranes(limit: Int, offset: Int): [Crane!]! }
  type Crane { id: ID! name: String! }
  type Berth { id: ID! name: String! }
  enum ShipType { TANKER CARGO }
  type Ship { id: ID! name: String! imo: String! secret: String type: ShipType! price: Int currency: String load: Float berth: Berth }
  input ShipFilter { imo: StringFilter type: ShipType }
  input StringFilter { eq: String contains: String }
  enum ShipOrder { imo_ASC imo_DESC }
  input UpdateShipInput { imo: String type: ShipType berthId: ID }
  type Mutation { updateShip(id: ID!, input: UpdateShipInput!): Ship  renameShip(id: ID!, imo: String!): Ship  addBerth(name: String!): Berth }
  type Subscription { shipMoved(id: ID): Ship  tide: Float }
`);

const FILE = readPresentation({
  collections: {
    ships: { label: { en: 'Fleet', ar: 'الأسطول' }, description: 'All of them', order: 1, group: 'Sea' },
    'port.cranes': { label: 'Lifting' },
    berths: { hidden: true },
    nearestShip: { label: { en: 'Vessel near a place' }, description: 'By latitude' },
    gone: { label: 'Gone' },
  },
  feeds: { shipMoved: { label: { en: 'Fleet on the move', ar: 'حركة' }, description: 'As it sails' }, gone: { label: 'x' } },
  actions: { addBerth: { label: 'Build a berth', order: 1 }, gone: { hidden: true } },
  types: {
    Ship: {
      label: 'Vessel',
      display: 'imo',
      fields: {
        imo: { label: { en: 'IMO number', ar: 'رقم' } },
        berth: { label: 'Mooring' },
        secret: { hidden: true },
        price: { format: { as: 'money', currencyField: 'currency', minor: true } },
        load: { format: { as: 'percent' } },
        gone: { label: 'x' },
      },
    },
    Gone: { label: 'x' },
  },
  enums: {
    ShipType: { TANKER: { label: 'Oil tanker', colour: 'warning' }, GONE: { label: 'x' } },
    GoneType: { A: { label: 'x' } },
  },
});
const shown = presentModel(MODEL, FILE, 'en');

it('collections have their labels, descriptions, groups and order, in the language of the user', () => {
  const list = findCollections(shown).filter(({ origin }) => origin !== 'nested');
  expect(list.map(({ id, label }) => [id, label])).toEqual([
    ['ships', 'Fleet'],
    ['berths', 'Berths'],
    ['port.cranes', 'Lifting'],
  ]);
  expect(list[0]).toMatchObject({ description: 'All of them', field: { section: 'Sea' } });
  expect(list[1]?.field.hidden).toBe(true);
  expect(collectionById(presentModel(MODEL, FILE, 'ar'), 'ships')?.label).toBe('الأسطول');
  // The model of the schema is unchanged.
  expect(findCollections(MODEL)[0]?.label).toBe('Berths');
});

it('fields have their labels in columns, filters, orders and inputs', () => {
  const ships = collectionById(shown, 'ships');
  if (ships === null) throw new Error('ships');
  expect(columnAt(shown, 'Ship', ['imo'])?.label).toBe('IMO number');
  expect(columnAt(shown, 'Ship', ['berth'])?.label).toBe('Mooring');
  expect(filterCapability(shown, ships)?.fields.map(({ label }) => label)).toEqual(['IMO number', 'Type']);
  expect(sortCapability(shown, ships)?.fields.map(({ label }) => label)).toEqual(['IMO number']);
  const [, input] = actionById(shown, 'updateShip')?.form ?? [];
  const inner = input?.control.kind === 'group' ? input.control.fields.map(({ label }) => label) : [];
  expect(inner).toEqual(['IMO number', 'Type', 'Mooring']);
  expect(actionById(shown, 'addBerth')?.form.map(({ label }) => label)).toEqual(['Name']);
});

it('a hidden field is not a column, and the chosen field is the title of a record', () => {
  expect(defaultColumns(shown, 'Ship').map(({ id }) => id)).not.toContain('secret');
  expect(columnChoices(shown, 'Ship').map(({ id }) => id)).not.toContain('secret');
  expect([displayField(MODEL, 'Ship'), displayField(shown, 'Ship')]).toEqual(['name', 'imo']);
  expect([typeLabel(shown, 'Ship'), typeLabel(shown, 'Berth')]).toEqual(['Vessel', 'Berth']);
});

it('actions have their labels and order', () => {
  expect(findActions(shown).map(({ label }) => label)).toEqual(['Build a berth', 'Update ship', 'Rename ship']);
});

it('lookups and feeds have their labels and descriptions', () => {
  const lookup = findLookups(shown).find(({ id }) => id === 'nearestShip');
  expect(lookup).toMatchObject({ label: 'Vessel near a place', description: 'By latitude' });
  expect(findFeeds(shown).map(({ label, description }) => [label, description])).toEqual([
    ['Fleet on the move', 'As it sails'],
    ['Tide', null],
  ]);
  expect(findFeeds(presentModel(MODEL, FILE, 'ar'))[0]?.label).toBe('حركة');
});

it('lookups and feeds have a position and a group, and can be hidden, like collections', () => {
  const presentation = readPresentation({
    collections: { nearestShip: { order: 1, group: 'Near' }, ship: { hidden: true } },
    feeds: { tide: { order: 1, group: 'Water' }, shipMoved: { hidden: true } },
  });
  const model = presentModel(MODEL, presentation, 'en');
  const summaryOf = (items: ReadonlyArray<{ id: string; field: FieldModel }>) =>
    items.map(({ id, field }) => [id, field.section, field.hidden]);
  expect(summaryOf(findLookups(model)).slice(0, 2)).toEqual([
    ['nearestShip', 'Near', undefined],
    ['ship', undefined, true],
  ]);
  expect(summaryOf(findFeeds(model))).toEqual([
    ['tide', 'Water', undefined],
    ['shipMoved', undefined, true],
  ]);
  const found = schemaEntries(model).map(entry => entry.href);
  expect(found.filter(href => /^\/(data\/[^/]*ship|live)/i.test(href))).toEqual([
    '/data/ships',
    '/live/tide',
    '/data/nearestShip',
  ]);
});

it('numbers have the given format', () => {
  const formats = {
    number: (value: number | string, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat('en', options).format(Number(value)),
    money: (value: number | string, currency: string) => `${currency} ${value}`,
    bytes: String,
    duration: String,
  };
  const price = columnAt(shown, 'Ship', ['price']);
  expect(price?.currency?.keys).toEqual(['currency']);
  expect(price?.format?.text(1234, formats, 'EUR')).toBe('EUR 12.34');
  expect(price?.format?.text(1234, formats, 'JPY')).toBe('JPY 1234');
  expect(columnAt(shown, 'Ship', ['load'])?.format?.text(0.125, formats, null)).toBe('12.5%');
});

it('enum values have labels and colours', () => {
  const { enumLabel, enumTone } = enumWords(shown, { kind: 'named', name: 'ShipType' });
  expect([enumLabel('TANKER'), enumLabel('CARGO'), enumTone?.('TANKER'), enumTone?.('CARGO')]).toEqual([
    'Oil tanker',
    'Cargo',
    'warning',
    undefined,
  ]);
});

it('names that the API does not have are ignored and listed', () => {
  expect(unknownNames(MODEL, FILE)).toEqual([
    'collections.gone',
    'actions.gone',
    'feeds.gone',
    'types.Ship.fields.gone',
    'types.Gone',
    'enums.ShipType.GONE',
    'enums.GoneType',
  ]);
});
