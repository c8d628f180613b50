/** Filters combined with "or" become the server's own list of alternatives. */

import { pageDocument } from '../../src/schema/documents/documents';
import { canBeAlternatives, type Filter, filterToVariables } from '../../src/schema/filters/filters';
import { modelOf, problemsOf, schemaOf } from './modelOf';
import { wholeCollections } from './wholeCollections';

const is = (field: string, value: string, or = false): Filter => ({ field, operator: 'is', value, ...(or ? { or } : {}) });

/** A schema whose filter has these fields beside `name`, `flag` and `type`. */
const sdl = (lists: string): string => `
  type Ship { id: ID! name: String! flag: String! type: String! }
  input TextFilter { eq: String }
  input ShipFilter { name: TextFilter flag: TextFilter type: TextFilter ${lists} }
  type Query { ships(filter: ShipFilter, q: String, first: Int): [Ship!]! }`;

function collectionOf(schema: string) {
  const [collection] = wholeCollections(modelOf(schema));
  if (!collection?.filter) throw new Error('It cannot be filtered');
  return { collection, filter: collection.filter };
}

/** The arguments for filters, which the server's schema accepts. */
function sentBy(lists: string, filters: readonly Filter[]) {
  const { collection, filter } = collectionOf(sdl(lists));
  const { variables, ignored, problems } = filterToVariables(filter, filters);
  expect(problems).toEqual([]);
  expect(problemsOf(schemaOf(sdl(lists)), pageDocument(modelOf(sdl(lists)), collection, { filters }).query)).toEqual([]);
  return { filter: variables.filter, ignored };
}

const [name, flag, type] = ['name', 'flag', 'type'].map(field => ({ [field]: { eq: 'x' } }));

test.each([
  ['OR: [ShipFilter!]', { OR: [name, flag] }],
  ['_and: [ShipFilter!] _or: [ShipFilter!]', { _and: [{ _or: [name, flag] }] }],
  ['and: [ShipFilter!] or: [ShipFilter!]', { and: [{ or: [name, flag] }] }],
])('alternatives with %s', (lists, expected) => {
  expect(sentBy(lists, [is('name', 'x'), is('flag', 'x', true)])).toEqual({ filter: expected, ignored: [] });
});

test('other filters must hold beside alternatives', () => {
  const filters = [is('type', 'x'), is('name', 'x'), is('flag', 'x', true)];
  expect(sentBy('OR: [ShipFilter!]', filters)).toEqual({ filter: { ...type, OR: [name, flag] }, ignored: [] });
  expect(sentBy('and: [ShipFilter!] or: [ShipFilter!]', filters)).toEqual({
    filter: { ...type, and: [{ or: [name, flag] }] },
    ignored: [],
  });
});

test('the same field can have several alternatives', () => {
  const filters = [is('name', 'x'), is('name', 'y', true), is('name', 'z', true)];
  expect(sentBy('OR: [ShipFilter!]', filters).filter).toEqual({
    OR: [{ name: { eq: 'x' } }, { name: { eq: 'y' } }, { name: { eq: 'z' } }],
  });
});

test('two groups of alternatives need an "and" list; without it, the second is reported', () => {
  const filters = [is('name', 'x'), is('flag', 'x', true), is('type', 'x'), is('name', 'y', true)];
  const second = { or: [type, { name: { eq: 'y' } }] };
  expect(sentBy('and: [ShipFilter!] or: [ShipFilter!]', filters)).toEqual({
    filter: { and: [{ or: [name, flag] }, second] },
    ignored: [],
  });
  expect(sentBy('or: [ShipFilter!]', filters)).toEqual({ filter: { or: [name, flag] }, ignored: [2, 3] });
});

test('a later condition on the same field does not join the object of the alternatives', () => {
  const filters = [is('name', 'x'), is('flag', 'x'), is('type', 'x', true), is('name', 'y')];
  expect(sentBy('and: [ShipFilter!] or: [ShipFilter!]', filters).filter).toEqual({
    ...name,
    and: [{ or: [flag, type] }, { name: { eq: 'y' } }],
  });
});

test('alternatives that the server cannot combine are reported, not sent as "and"', () => {
  expect(sentBy('', [is('name', 'x'), is('flag', 'x', true)])).toEqual({ filter: undefined, ignored: [0, 1] });
  const { filter } = collectionOf(sdl(''));
  expect(canBeAlternatives(filter, [is('name', 'x'), is('flag', 'x')])).toBe(false);
});

test('the search of the server is no alternative', () => {
  const { filter } = collectionOf(sdl('OR: [ShipFilter!]'));
  const search: Filter = { field: filter.search?.id ?? '', operator: 'search', value: 'comet' };
  expect(canBeAlternatives(filter, [search, is('flag', 'x')])).toBe(false);
  expect(canBeAlternatives(filter, [is('name', 'x'), is('flag', 'x')])).toBe(true);
  expect(filterToVariables(filter, [is('name', 'x'), search, is('flag', 'x', true)]).variables).toEqual({
    q: 'comet',
    filter: { OR: [name, flag] },
  });
});

test('an alternative with an invalid value is reported, and an "or" of the first filter has no effect', () => {
  const { filter } = collectionOf(sdl('OR: [ShipFilter!]'));
  expect(filterToVariables(filter, [is('name', 'x', true)])).toEqual({ variables: { filter: name }, problems: [], ignored: [] });
  const { variables, ignored } = filterToVariables(filter, [
    is('name', 'x'),
    { field: 'none', operator: 'is', value: 'x', or: true },
  ]);
  expect([variables, ignored]).toEqual([{ filter: name }, [1]]);
});

test('a filter object with exactly one field has no alternatives', () => {
  const oneOf = sdl('OR: [ShipFilter!]').replace('input ShipFilter', 'input ShipFilter @oneOf');
  expect(wholeCollections(modelOf(oneOf))[0]?.filter?.disjunctions ?? []).toEqual([]);
  expect(collectionOf(sdl('OR: [ShipFilter!]')).filter.disjunctions).toEqual([{ container: ['filter'], or: 'OR' }]);
});
