/** Where several collections list records of one type, the one named after the type represents them. */
import { homeCollection } from '../../../src/schema/collections/homeCollection';
import { createRecordChoices } from '../../../src/session/history/recordChoices';
import { modelOf } from '../modelOf';

const modelWith = (lists: string, type = 'Book') =>
  modelOf(`type Query { ${lists} } type ${type} { id: ID! title: String! } input Where { id: Id } input Id { eq: ID }`);

it.each([
  ['searchBooks(q: String): [Book!]! books: [Book!]!', 'books'],
  ['activeBooks: [Book!]! allBooks: [Book!]!', 'allBooks'],
  ['bestBooks: [Book!]! bookList: [Book!]!', 'bookList'],
  ['searchBooks(q: String): [Book!]! latestBooks: [Book!]!', 'searchBooks'],
  ['books(year: Int!): [Book!]! recentBooks: [Book!]!', 'recentBooks'],
  ['allBooks: [Book!]! @deprecated newBooks: [Book!]!', 'newBooks'],
  ['allBooks: [Book!]! findBooks(limit: Int, offset: Int): [Book!]!', 'findBooks'],
])('%s: %s', (lists, expected) => {
  expect(homeCollection(modelWith(lists), 'Book')?.id).toBe(expected);
});

it.each([
  ['findBooks', 'Books'],
  ['findManyBook', 'Books'],
  ['findAllBooks', 'Books'],
  ['getAllBooks', 'Books'],
  ['list_books', 'Books'],
  ['_find_books', 'Books'],
  ['find_all_books', 'Books'],
  ['listNovel', 'Novels'],
  ['bestBooks', 'Best books'],
  ['finders', 'Finders'],
])('the label of %s is "%s"', (name, label) => {
  expect(homeCollection(modelWith(`${name}: [Book!]!`), 'Book')?.label).toBe(label);
});

it('a word of the type is no verb', () => {
  const model = modelWith('list_items: [ListItem!]!', 'ListItem');
  expect(homeCollection(model, 'ListItem')?.label).toBe('List items');
});

it('the suffix of a type does not count', () => {
  expect(homeCollection(modelWith('newBooks: [BookType!]! books: [BookType!]!', 'BookType'), 'BookType')?.id).toBe('books');
});

it('its records are offered to references', () => {
  const model = modelWith('searchBooks(q: String, where: Where): [Book!]! books(where: Where): [Book!]!');
  const field = { name: 'bookId', control: { kind: 'scalar', scalar: { kind: 'id' } } };
  expect(createRecordChoices(model, null)(field, ['bookId'])?.search('').query).toContain('{\n  books');
});
