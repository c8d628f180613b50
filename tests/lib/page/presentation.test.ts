import { readFileSync } from 'node:fs';
import { LARGEST_PRESENTATION, plainPresentation, presentedText, readPresentation } from '../../../src/lib/page/presentation';

const WHOLE = {
  $schema: 'presentation.schema.json',
  collections: {
    ships: { label: { en: 'Fleet', ar: 'الأسطول' }, description: 'All', order: 1, group: 'Sea', view: { sort: 'name' } },
    visits: { hidden: true },
  },
  actions: { addShip: { label: 'Register a ship', order: 2, group: { en: 'Sea' } } },
  types: {
    Ship: {
      label: 'Vessel',
      display: 'name',
      search: ['name', 'imo'],
      fields: { price: { label: 'Price', format: { as: 'money', currencyField: 'currency', minor: true } } },
    },
  },
  enums: { ShipType: { TANKER: { label: 'Oil tanker', colour: 'warning' } } },
};

it('a complete presentation is read and written without change', () => {
  const { $schema: _, ...rest } = WHOLE;
  expect(JSON.parse(JSON.stringify(plainPresentation(readPresentation(WHOLE))))).toEqual(rest);
});

it.each([
  [[], 'presentation must be an object.'],
  [{ colections: {} }, 'colections is not a key of the presentation.'],
  [{ collections: { ships: { lable: 'x' } } }, 'collections.ships.lable is not a key of the presentation.'],
  [{ collections: { ships: { view: { sorting: 'x' } } } }, 'collections.ships.view.sorting is not a key of the presentation.'],
  [{ actions: { addShip: { view: {} } } }, 'actions.addShip.view is not a key of the presentation.'],
  [{ types: { Ship: { fields: { name: { label: 7 } } } } }, 'types.Ship.fields.name.label must be a text or'],
  [{ types: { Ship: { label: { english: 'x' } } } }, 'types.Ship.label.english must be a language'],
  [{ types: { Ship: { fields: { size: { format: { as: 'litres' } } } } } }, 'types.Ship.fields.size.format.as must be one of'],
  [{ types: { Ship: { fields: { size: { format: {} } } } } }, 'types.Ship.fields.size.format.as must be one of'],
  [{ enums: { Kind: { A: { colour: 'red' } } } }, 'enums.Kind.A.colour must be one of'],
  [{ collections: { ships: { hidden: 'yes' } } }, 'collections.ships.hidden must be true or false'],
  [{ collections: { ships: { label: 'x'.repeat(201) } } }, 'collections.ships.label must be a text of 1 to 200'],
  [{ collections: { ships: { label: 'x'.repeat(LARGEST_PRESENTATION) } } }, 'at most 500000 characters'],
])('an error is reported with its position: %#', (file, message) => {
  expect(() => readPresentation(file)).toThrow(message);
});

it('names in the file are never used as keys of an ordinary object', () => {
  const hostile = JSON.parse('{"types": {"__proto__": {"label": "x", "fields": {"constructor": {"label": "y"}}}}}');
  const read = readPresentation(hostile);
  expect([...read.types.keys()]).toEqual(['__proto__']);
  expect(JSON.stringify(plainPresentation(read))).toContain('"__proto__":{"label":"x"');
  expect(({} as { label?: unknown }).label).toBeUndefined();
});

it('the text is chosen by language and region, by language, in English, or in any language', () => {
  const of = (texts: object, tag: string) =>
    presentedText(readPresentation({ types: { T: { label: texts } } }).types.get('T')?.label, tag);
  expect([of({ en: 'a', pt: 'b' }, 'pt-BR'), of({ en: 'a', pt: 'b' }, 'de'), of({ fr: 'c' }, 'de')]).toEqual(['b', 'a', 'c']);
});

it('the JSON Schema has the keys that are read, and no others', () => {
  const schema = JSON.parse(readFileSync('static/presentation.schema.json', 'utf8'));
  const isKey = (file: object): boolean => {
    try {
      readPresentation(file);
      return true;
    } catch (error) {
      return !(error as Error).message.includes('is not a key');
    }
  };
  const places: [string, (item: object) => object][] = [
    ['collection', item => ({ collections: { x: item } })],
    ['offer', item => ({ actions: { x: item } })],
    ['offer', item => ({ feeds: { x: item } })],
    ['type', item => ({ types: { x: item } })],
    ['field', item => ({ types: { x: { fields: { y: item } } } })],
    ['format', item => ({ types: { x: { fields: { y: { format: { as: 'bytes', ...item } } } } } })],
    ['value', item => ({ enums: { x: { y: item } } })],
  ];
  const all = new Set(places.flatMap(([name]) => Object.keys(schema.$defs[name].properties)));
  for (const [name, within] of places)
    for (const key of all)
      expect([name, key, isKey(within({ [key]: null }))]).toEqual([name, key, Object.hasOwn(schema.$defs[name].properties, key)]);
  for (const key of Object.keys(schema.properties)) expect(isKey({ [key]: null })).toBe(true);
});
