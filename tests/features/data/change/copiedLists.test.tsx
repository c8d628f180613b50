/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Lists of related records are sent for a copy, and for a record that is created again, if the creation accepts them. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

/** A post with tags (which other posts have, too), comments (which have only one post), editors (read in pages) and notes. */
function blog(editorCount: number, part = 'first: Int', ownKey = '') {
  const tags = ['t1', 't2'].map(id => ({ id, label: `Tag ${id}` }));
  const comments = ['c1', 'c2'].map(id => ({ id, text: `Comment ${id}` }));
  const editors = Array.from({ length: editorCount }, (_, at) => ({ id: `e${at + 1}`, name: `Editor ${at + 1}` }));
  const notes = [{ id: 'n1', text: 'Note 1' }];
  const post = {
    ...{ id: 'p1', title: 'Tides', tags, comments, notes },
    editors: ({ first, pagination }: { first?: number; pagination?: { limit?: number } }) =>
      editors.slice(0, first ?? pagination?.limit ?? 5),
    editorsCount: editorCount,
  };
  const posts = [post];
  const created: unknown[] = [];
  const server = schemaServer(
    `
    type Query {
      posts: [Post!]! post(id: ID!): Post tags: [Tag!]! tag(id: ID!): Tag
      comments: [Comment!]! comment(id: ID!): Comment editors: [Editor!]! editor(id: ID!): Editor notes: [Note!]! note(id: ID!): Note
    }
    type Tag { id: ID! label: String! posts: [Post!]! }
    type Comment { id: ID! text: String! post: Post }
    type Editor { id: ID! name: String! }
    type Note { id: ID! text: String! }
    type Post {
      id: ID! title: String! tags: [Tag!]! comments: [Comment!]! notes: [Note!]! editors(${part}): [Editor!]! editorsCount: Int!
    }
    input Part { limit: Int start: Int }
    input TagWhere { id: ID! }
    input TagNew { label: String! }
    input TagLinks { create: [TagNew!] connect: [TagWhere!] }
    input PostNew { ${ownKey} title: String! tags: TagLinks commentIds: [ID!] editorIds: [ID!] }
    type Mutation { createPost(data: PostNew!): Post deletePost(id: ID!): Post }
  `,
    {
      posts: () => posts,
      post: ({ id }: { id: string }) => posts.find(one => one.id === id) ?? null,
      createPost({ data }: { data: { title: string } }) {
        created.push(JSON.parse(JSON.stringify(data)));
        posts.push({ ...post, title: data.title, id: 'p2' });
        return posts.at(-1);
      },
      deletePost: () => posts.shift(),
    },
  );
  return { ...server, created, introspection: introspectionFromSchema(server.schema) };
}

test.each([
  '',
  // A server can replace the record with this id.
  'id: ID',
])(
  'a copy gets related records that other records can share, but no key and no record that can belong to only one: %s',
  async key => {
    const server = blog(3, 'first: Int', key);
    showData(server, '/data/posts/p1');
    fireEvent.click(await screen.findByRole('button', { name: 'Duplicate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Post' }));
    fireEvent.click(dialog.getAllByRole('button', { name: 'Add' }).at(-1) as HTMLElement);
    await waitFor(() => expect(server.created).toHaveLength(1));
    expect(server.created).toEqual([
      { title: 'Tides', tags: { connect: [{ id: 't1' }, { id: 't2' }] }, editorIds: ['e1', 'e2', 'e3'] },
    ]);
  },
);

async function deleteAndUndo(server: ReturnType<typeof blog>): Promise<string> {
  const { session } = showData(server, '/data/posts/p1');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Tides?' });
  const said = dialog.textContent ?? '';
  fireEvent.click(within(dialog).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => session.navigation.go('/data/posts'));
  fireEvent.click(await screen.findByRole('button', { name: 'Changes' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Undo the change of/ }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Post' }));
  fireEvent.click(form.getAllByRole('button', { name: 'Add' }).at(-1) as HTMLElement);
  await rowsBegin('Tides');
  return said;
}

test('a deletion is undone with the lists that the creation accepts, and the dialog names the others', async () => {
  const server = blog(3);
  const said = await deleteAndUndo(server);
  expect(said).toContain('Undo can add deleted records again, as new records.');
  expect(said).toContain('Notes: This cannot be undone.');
  expect(server.created).toEqual([
    {
      title: 'Tides',
      tags: { connect: [{ id: 't1' }, { id: 't2' }] },
      commentIds: ['c1', 'c2'],
      editorIds: ['e1', 'e2', 'e3'],
    },
  ]);
});

test.each([
  ['first: Int', 12],
  ['pagination: Part', 12],
  // No size can be requested, so the server's own is unknown.
  ['after: String', 7],
])('a part of a list is not treated as the complete list: %s', async (part, count) => {
  const server = blog(count, part);
  const said = await deleteAndUndo(server);
  expect(said).toContain('Notes, Editors: This cannot be undone.');
  expect(server.created).toMatchObject([{ commentIds: ['c1', 'c2'] }]);
  expect(server.created[0]).not.toHaveProperty('editorIds');
});
