/** A field that is shown as a date is edited as a date, although its input type is a plain string (Payload). */
import { creationOf } from '../../../../../src/features/data/change/rows/rowActions';
import { creatableFields, editableField } from '../../../../../src/features/data/edit/fields/editableField';
import { columnAt } from '../../../../../src/schema/collections/columns/columns';
import { modelOf } from '../../../../schema/modelOf';

const model = modelOf(`
  scalar DateTime
  type Query { posts: [Post!]! post(id: ID!): Post }
  type Post { id: ID! title: String! publishedAt: DateTime day: String }
  input PostInput { title: String! publishedAt: String day: String }
  input PostPatch { title: String publishedAt: String day: String }
  type Mutation { createPost(data: PostInput!): Post updatePost(id: ID!, data: PostPatch!): Post }
`);

const kindOf = (control: { kind: string; scalar?: { kind: string } } | undefined): string | undefined => control?.scalar?.kind;

test('in the form of a record and in a cell', () => {
  const kinds = ['title', 'publishedAt', 'day'].map(name => {
    const column = columnAt(model, 'Post', [name]);
    const place = column === null ? 'noUpdate' : editableField(model, 'Post', column);
    return typeof place === 'string' ? place : kindOf(place.field.control);
  });
  expect(kinds).toEqual(['text', 'dateTime', 'text']);
});

test('in the form of a new record', () => {
  const change = creationOf(model, 'Post');
  const fields = change === null ? [] : creatableFields(model, change);
  expect(fields.map(field => kindOf(field.control))).toEqual(['text', 'dateTime', 'text']);
});
