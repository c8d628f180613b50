/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** A new record is linked to another one by the same control as an existing record, whatever the type of the input. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

function blog() {
  const authors = [{ id: 'a1', name: 'Ada' }];
  const posts = [{ id: 'p1', title: 'Tides', author: authors[0] }];
  const server = schemaServer(
    `
    type Query { posts: [Post!]! post(id: ID!): Post authors: [Author!]! author(id: ID!): Author }
    type Author { id: ID! name: String! }
    type Post { id: ID! title: String! author: Author }
    input AuthorWhere { id: ID! }
    input AuthorNew { name: String! }
    input AuthorLink { create: AuthorNew connect: AuthorWhere }
    input PostNew { title: String! author: AuthorLink! }
    type Mutation { createPost(data: PostNew!): Post }
  `,
    {
      posts: () => posts,
      post: ({ id }: { id: string }) => posts.find(post => post.id === id) ?? null,
      authors: () => authors,
      author: ({ id }: { id: string }) => authors.find(author => author.id === id) ?? null,
      createPost: ({ data }: { data: { title: string } }) => ({ id: 'p2', title: data.title, author: authors[0] }),
    },
  );
  const mutations = () => server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  return { ...server, mutations, introspection: introspectionFromSchema(server.schema) };
}

test('the other record is chosen by its name, and the operation is sent', async () => {
  const server = blog();
  showData(server, '/data/posts');
  await rowsBegin('Tides');
  fireEvent.click(await screen.findByRole('button', { name: 'Add Post' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Post' }));
  expect(dialog.queryByText('Connect')).toBeNull();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Title' }), { target: { value: 'Winds' } });
  // Required fields are in the form.
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Required')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Author' }), { target: { value: 'a1' } });
  expect(await dialog.findByText('Ada')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(server.mutations()).toEqual([{ data: { title: 'Winds', author: { connect: { id: 'a1' } } } }]));
});

test('a copy is linked as the record is', async () => {
  const server = blog();
  showData(server, '/data/posts/p1');
  fireEvent.click(await screen.findByRole('button', { name: 'Duplicate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Post' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(server.mutations()).toEqual([{ data: { title: 'Tides', author: { connect: { id: 'a1' } } } }]));
});
