/** Which related records are copied: none that can belong to only one record. */
import { copiedDrafts } from '../../../../src/features/data/change/editableFields';
import { creationOf } from '../../../../src/features/data/change/rows/rowActions';
import type { Change } from '../../../../src/schema/mutations/changes';
import { modelOf } from '../../../schema/modelOf';

it.each([
  ['label: String', true],
  ['posts: [Post!]!', true],
  ['externalId: ID', true],
  ['kindId: ID kind: String', true],
  ['ownerId: ID', true],
  ['isPaid: Boolean', true],
  ['noteUuid: ID', true],
  ['UUID: ID', true],
  ['postid: ID', false],
  ['post: Post', false],
  ['postId: ID', false],
  ['subject: Subject', false],
  ['target: Target', false],
  ['parentId: ID', false],
  ['parent_id: ID', false],
  ['PARENT_ID: ID', false],
  ['ParentID: ID', false],
])('notes with %s', (field, isCopied) => {
  const model = modelOf(`
    type Query { posts: [Post!]! post(id: ID!): Post notes: [Note!]! note(id: ID!): Note owners: [Owner!]! owner(id: ID!): Owner }
    interface Subject { id: ID! } union Target = Post | Owner
    type Owner { id: ID! name: String } type Note { id: ID! ${field} } type Post implements Subject { id: ID! title: String! notes: [Note!]! }
    input PostNew { title: String! noteIds: [ID!] } type Mutation { createPost(data: PostNew!): Post }
  `);
  const drafts = copiedDrafts(model, creationOf(model, 'Post') as Change, { id: 'p1', title: 'Tides', notes: [{ id: 'n1' }] });
  expect(Object.keys(drafts)).toEqual(isCopied ? ['title', 'noteIds'] : ['title']);
});

it('copies records that are found by a key of two words', () => {
  const model = modelOf(`
    type Query { posts: [Post!]! post(documentId: ID!): Post tags: [Tag!]! tag(documentId: ID!): Tag }
    type Tag { documentId: ID! label: String } type Post { documentId: ID! title: String! tags: [Tag!]! }
    input PostNew { title: String! tags: [ID!] } type Mutation { createPost(data: PostNew!): Post }
  `);
  const row = { documentId: 'p1', title: 'Tides', tags: [{ documentId: 't1' }] };
  expect(Object.keys(copiedDrafts(model, creationOf(model, 'Post') as Change, row))).toEqual(['title', 'tags']);
});

it.each([
  ['studio(id: ID!): Studio film(studioId: ID!, number: Int!): Film', 'studioId: ID! number: Int!', ['title']],
  ['film(studioId: ID!, id: ID!): Film', 'studioId: ID! id: ID', ['studioId', 'title']],
  ['film(slug: String!): Film', 'id: ID slug: String!', ['title']],
])('copies no key of several values, and no id: %s', (entry, key, copied) => {
  const model = modelOf(`
    type Query { films: [Film!]! ${entry} } type Studio { id: ID! name: String }
    type Film { id: ID studioId: ID! number: Int! slug: String! title: String! }
    input FilmNew { ${key} title: String! } type Mutation { createFilm(data: FilmNew!): Film }
  `);
  const row = { id: 'f1', studioId: 's1', number: 7, slug: 'tides', title: 'Tides' };
  expect(Object.keys(copiedDrafts(model, creationOf(model, 'Film') as Change, row))).toEqual(copied);
});

it.each([
  ['user: User', 'profile: ProfileLink', ['name']],
  ['users: [User!]!', 'profile: ProfileLink', ['name', 'profile']],
  // A ship has one current visit, but many visits.
  ['user: User users: [User!]!', 'profile: ProfileLink', ['name', 'profile']],
  ['user: User', 'profileId: ID', ['name', 'profileId']],
])('copies no related record that can belong to only one: %s, %s', (back, field, copied) => {
  const model = modelOf(`
    type Query { users: [User!]! user(id: ID!): User profiles: [Profile!]! profile(id: ID!): Profile }
    type User { id: ID! name: String! profile: Profile } type Profile { id: ID! label: String ${back} }
    input ProfileKey { id: ID } input ProfileNew { label: String } input ProfileLink { create: ProfileNew connect: ProfileKey }
    input UserNew { name: String! ${field} } type Mutation { createUser(data: UserNew!): User }
  `);
  const row = { id: 'u1', name: 'Ada', profile: { id: 'p1' } };
  expect(Object.keys(copiedDrafts(model, creationOf(model, 'User') as Change, row))).toEqual(copied);
});

it.each([
  ['stripeId: String', true],
  ['stripeId: Int', false],
  ['stripeId: ID', false],
  ['postId: String', false],
])('recognises text as a reference only if it can be a key: %s', (field, isCopied) => {
  const model = modelOf(`
    type Query { posts: [Post!]! post(id: Int!): Post notes: [Note!]! note(id: Int!): Note }
    type Note { id: Int! ${field} } type Post { id: Int! title: String! notes: [Note!]! }
    input PostNew { title: String! noteIds: [Int!] } type Mutation { createPost(data: PostNew!): Post }
  `);
  const drafts = copiedDrafts(model, creationOf(model, 'Post') as Change, { id: 1, title: 'Tides', notes: [{ id: 2 }] });
  expect(Object.keys(drafts)).toEqual(isCopied ? ['title', 'noteIds'] : ['title']);
});
