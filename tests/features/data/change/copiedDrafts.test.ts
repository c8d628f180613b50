/** Which lists of records a copy gets: never records that it would take away from another one. */
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
