/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Related records in the form of a record: removed, added, sent as differences, undone from the list of changes. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../../showData';

afterEach(endAll);

type Links = { connect?: { id: string }[]; disconnect?: { id: string }[] };

/** Posts with tags, which an update connects and disconnects. */
function blog() {
  const tags = ['t1', 't2', 't3'].map(id => ({ id, label: `Tag ${id.slice(1)}` }));
  const held = new Set(['t1', 't2']);
  const post = { id: 'p1', title: 'Tides', tags: () => tags.filter(({ id }) => held.has(id)) };
  const server = schemaServer(
    `
    type Query { posts: [Post!]! post(id: ID!): Post tags: [Tag!]! tag(id: ID!): Tag }
    type Tag { id: ID! label: String! }
    type Post { id: ID! title: String! tags: [Tag!]! }
    input TagWhere { id: ID! }
    input TagLinks { connect: [TagWhere!] disconnect: [TagWhere!] set: [TagWhere!] }
    input PostPatch { title: String tags: TagLinks }
    type Mutation { updatePost(id: ID!, patch: PostPatch!): Post }
  `,
    {
      posts: () => [post],
      post: () => post,
      tags: () => tags,
      tag: ({ id }: { id: string }) => tags.find(tag => tag.id === id) ?? null,
      updatePost({ patch }: { patch: { tags?: Links } }) {
        for (const { id } of patch.tags?.disconnect ?? []) held.delete(id);
        for (const { id } of patch.tags?.connect ?? []) held.add(id);
        return post;
      },
    },
  );
  const mutations = () => server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  return { ...server, held, mutations, introspection: introspectionFromSchema(server.schema) };
}

const keys = (): string[] => screen.getAllByRole('textbox', { name: /Tag, \d/ }).map(box => (box as HTMLInputElement).value);

test('related records are removed and chosen by name; only the difference is sent, and can be undone', async () => {
  const server = blog();
  const { session } = showData(server, '/data/posts/p1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const group = within(await screen.findByRole('group', { name: /^Tags/ }));
  await waitFor(() => expect(keys()).toEqual(['t1', 't2']));
  fireEvent.click(group.getByRole('button', { name: 'Remove Tag, 1' }));
  expect(keys()).toEqual(['t2']);
  fireEvent.click(group.getByRole('button', { name: /^Add/ }));
  fireEvent.click(group.getAllByRole('button', { name: /Choose/ })[1] as HTMLElement);
  fireEvent.click(await screen.findByRole('option', { name: /Tag 3/ }));
  expect(keys()).toEqual(['t2', 't3']);
  // What it was stands there by its names.
  expect(await group.findByText('Tag 1, Tag 2')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect([...server.held]).toEqual(['t2', 't3']));
  expect(server.mutations()).toEqual([{ id: 'p1', patch: { tags: { connect: [{ id: 't3' }], disconnect: [{ id: 't1' }] } } }]);

  await waitFor(() => expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull());
  act(() => session.navigation.go('/data/posts'));
  await rowsBegin('Tides');
  fireEvent.click(await screen.findByRole('button', { name: 'Changes' }));
  expect(await screen.findByText('Tag 2, Tag 3')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /^Undo the change of/ }));
  await waitFor(() => expect([...server.held].sort()).toEqual(['t1', 't2']));
  expect(server.mutations()[1]).toEqual({ id: 'p1', patch: { tags: { connect: [{ id: 't1' }], disconnect: [{ id: 't3' }] } } });
});

test('another order of the same records is not a change if only added and removed keys are sent', async () => {
  const server = blog();
  showData(server, '/data/posts/p1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const group = within(await screen.findByRole('group', { name: /^Tags/ }));
  await waitFor(() => expect(keys()).toEqual(['t1', 't2']));
  fireEvent.click(group.getByRole('button', { name: 'Move Tag, 1 down' }));
  expect(keys()).toEqual(['t2', 't1']);
  fireEvent.click(screen.getByRole('button', { name: /^(Save|Send)/ }));
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Tags/ })).toBeNull());
  expect(server.mutations()).toEqual([]);
});
