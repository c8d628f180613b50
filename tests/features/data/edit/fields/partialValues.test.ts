/** A value that the API may return truncated, or in another form, is neither edited nor sent back. */
import { editableFields } from '../../../../../src/features/data/change/editableFields';
import { rereadRequest, updateOf } from '../../../../../src/features/data/edit/fields/editableField';
import { changeVariables } from '../../../../../src/schema/mutations/changeRequest';
import { modelOf } from '../../../../schema/modelOf';

function edited(fields: string, required = '') {
  const model = modelOf(`
    scalar JSON enum Format { HTML RAW } type Query { posts: [Post!]! post(id: ID!): Post }
    type Post { id: ID! title: String! ${fields} }
    input PostInput { title: String ${required} }
    type Mutation { updatePost(id: ID!, data: PostInput!): Post }
  `);
  const change = updateOf(model, 'Post');
  if (change === null) throw new Error('no update');
  return { model, change, names: editableFields(model, change).map(({ field }) => field.name) };
}

it.each([
  ['marks(first: Int = 3): [String!]', 'marks: [String!]'],
  ['marks(includeOld: Boolean): [String!]', 'marks: [String!]'],
  ['body(length: Int): String', 'body: String'],
  ['body(format: Format): String', 'body: String'],
  ['body(language: String = "en"): String', 'body: String'],
])('%s is not edited', (field, input) => {
  expect(edited(field, input).names).toEqual(['title']);
});

it.each([
  ['marks: [String!]', 'marks: [String!]'],
  ['marks(orderBy: String = "size"): [String!]', 'marks: [String!]'],
  ['meta(path: String): JSON', 'meta: JSON'],
])('%s is edited', (field, input) => {
  expect(edited(field, input).names).toHaveLength(2);
});

it('an update that requires such a value is not sent, because the complete value is unknown', () => {
  const { model, change } = edited('body(format: Format = HTML): String!', 'body: String!');
  const request = rereadRequest(model, change, { id: '1' }, ['title']);
  expect(request.query).not.toContain('body');
  expect(changeVariables(model, change, { id: '1', title: 'A' }, { title: 'B' }).missing).toEqual(['body']);
});

it('a record other than the requested one is not accepted', () => {
  const { model, change } = edited('');
  const { read, problem } = rereadRequest(model, change, { id: '12a' }, ['title']);
  expect(read({ post: { id: '12A', title: 'A' } })).toMatchObject({ title: 'A' });
  expect(read({ post: { id: '12', title: 'A' } })).toBeNull();
  // It does not prove that the requested record is missing either.
  expect(problem({ post: { id: '12', title: 'A' } })).not.toBeNull();
  expect(problem({ post: null })).toBeNull();
});
