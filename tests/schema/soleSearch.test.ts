/** Without a search of the server and without alternatives, the search uses the only filter that compares text. */
import { filterToVariables } from '../../src/schema/filters/filters';
import { modelOf } from './modelOf';
import { wholeCollections } from './wholeCollections';

function filterOf(inputs: string, args = 'filter: BookFilter') {
  const [collection] = wholeCollections(
    modelOf(`
      type Book { id: ID! title: String! isbn: String price: Float author: Author }
      type Author { id: ID! name: String }
      input TextFilter { eq: String contains: String }
      ${inputs}
      type Query { books(${args}, limit: Int): [Book!]! }`),
  );
  return collection?.filter;
}

/** The arguments of a search for "sea"; null if there is no search. */
function searched(inputs: string, args?: string) {
  const filter = filterOf(inputs, args);
  if (!filter?.search) return null;
  return filterToVariables(filter, [{ field: filter.search.id, operator: 'search', value: 'sea' }]).variables;
}

test.each([
  ['titleContains: String', { titleContains: 'sea' }],
  ['title_contains: String priceGte: Float isbn: String', { title_contains: 'sea' }],
  ['title_like: String', { title_like: '%sea%' }],
  ['titleStartsWith: String', { titleStartsWith: 'sea' }],
  ['titleStartsWith: String titleContains: String', { titleContains: 'sea' }],
  ['title: TextFilter', { title: { contains: 'sea' } }],
])('%s', (fields, filter) => {
  expect(searched(`input BookFilter { ${fields} }`)).toEqual({ filter });
});

test('an argument of the list is searched as well', () => {
  expect(searched('', 'titleContains: String')).toEqual({ titleContains: 'sea' });
});

test.each([
  'titleContains: String isbnContains: String',
  'title: String',
  'priceContains: Float',
  'author: AuthorFilter } input AuthorFilter { name: TextFilter',
])('there is no search with %s', fields => {
  expect(searched(`input BookFilter { ${fields} }`)).toBeNull();
});

test('the filter of the field stays beside its search', () => {
  const filter = filterOf('input BookFilter { titleContains: String titleStartsWith: String }');
  expect(filter?.fields.map(({ id }) => id)).toEqual(['title']);
  expect(filter?.search?.id).toBe('title.search');
});
