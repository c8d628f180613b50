/** What the API says about the permissions of the account, in the forms of Payload and Keystone. */
import { graphqlSync } from 'graphql';
import { permissionsQuery } from '../../../src/schema/mutations/permissions';
import { modelOf, problemsOf, schemaOf } from '../modelOf';

const PAYLOAD = `scalar JSONObject
  type Query { Post(id: String!): Post Posts(limit: Int, page: Int): Posts BlogPages(limit: Int, page: Int): BlogPages Access: Access docAccessPost(id: String!): postsDocAccess }
  type Post { id: String! title: String } type BlogPage { id: String! title: String }
  type Posts { docs: [Post!]! totalDocs: Int! } type BlogPages { docs: [BlogPage!]! totalDocs: Int! }
  type Access { canAccessAdmin: Boolean! posts: postsAccess blog_pages: blog_pagesAccess payload_locks: postsAccess }
  type postsAccess { fields: PostsFields create: Permission read: Permission update: Permission delete: Permission }
  type blog_pagesAccess { create: Permission read: Permission update: Permission delete: Permission }
  type PostsFields { title: Permission } type Permission { permission: Boolean! where: JSONObject } type postsDocAccess { update: Permission }
  input postInput { title: String }
  type Mutation { createPost(data: postInput!): Post updatePost(id: String!, data: postInput!): Post deletePost(id: String!): Post
    createBlogPage(data: postInput!): BlogPage updateBlogPage(id: String!, data: postInput!): BlogPage deleteBlogPage(id: String!): BlogPage }`;

const KEYSTONE = `type Query { posts(take: Int, skip: Int! = 0): [Post!] postsCount: Int keystone: KeystoneMeta! }
  type KeystoneMeta { adminMeta: KeystoneAdminMeta! } type KeystoneAdminMeta { lists: [KeystoneAdminUIListMeta!]! list(key: String!): KeystoneAdminUIListMeta }
  type KeystoneAdminUIListMeta { key: String! path: String! hideCreate: Boolean! hideDelete: Boolean! isHidden: Boolean! }
  type Post { id: ID! title: String } input PostUpdateInput { title: String } input PostWhereUniqueInput { id: ID }
  type Mutation { createPost(data: PostUpdateInput!): Post updatePost(where: PostWhereUniqueInput!, data: PostUpdateInput!): Post deletePost(where: PostWhereUniqueInput!): Post }`;

/** The denials that are read from an answer of a server with this schema. */
function denied(sdl: string, rootValue: unknown): readonly string[] {
  const found = permissionsQuery(modelOf(sdl));
  if (found === null) throw new Error('no permissions');
  expect(problemsOf(schemaOf(sdl), found.query)).toEqual([]);
  const { data } = graphqlSync({ schema: schemaOf(sdl), source: found.query, rootValue });
  return found.read(data).map(({ actionId, source }) => `${actionId} (${source})`);
}

it('Payload: an object for each collection, with its kinds of change', () => {
  const all = (permission: boolean) => ({ permission });
  const posts = { create: all(true), read: all(true), update: all(false), delete: all(false) };
  expect(denied(PAYLOAD, { Access: { posts, blog_pages: { create: all(false), update: all(true), delete: null } } })).toEqual([
    'updatePost (Access.posts.update)',
    'deletePost (Access.posts.delete)',
    'createBlogPage (Access.blog_pages.create)',
  ]);
  expect(denied(PAYLOAD, { Access: null })).toEqual([]);
});

it('Keystone: a list of types with hidden actions', () => {
  const lists = [
    { key: 'Post', hideCreate: false, hideDelete: true },
    { key: 'Gone', hideCreate: true, hideDelete: true },
  ];
  expect(denied(KEYSTONE, { keystone: { adminMeta: { lists } } })).toEqual([
    'deletePost (keystone.adminMeta.lists.Post.hideDelete)',
  ]);
});

it('any answer is read without throwing', () => {
  for (const sdl of [PAYLOAD, KEYSTONE])
    for (const data of [
      null,
      1,
      [],
      {},
      { Access: 1 },
      { Access: { posts: [] } },
      { keystone: { adminMeta: { lists: [null, 1, { key: 2 }] } } },
    ])
      expect(permissionsQuery(modelOf(sdl))?.read(data)).toEqual([]);
});

it.each([
  ['without such fields', 'type Query { posts: [Post!]! } type Post { id: ID! }'],
  [
    'with accesses that are records',
    'type Query { accesses: [Access!]! access: Access } type Access { id: ID! door: Door } type Door { id: ID! create: Boolean }',
  ],
  [
    'with a list of types without hidden actions',
    'type Query { meta: Meta } type Meta { lists: Lists } type Lists { all: [Entry!]! } type Entry { key: String! label: String }',
  ],
])('there is no query for an API %s', (_, sdl) => {
  expect(permissionsQuery(modelOf(sdl))).toBeNull();
});
