/** A link to another record that the API accepts as an operation is edited by the key of that record. */

import { currentValue, editableField, updateOf } from '../../../../../src/features/data/edit/fields/editableField';
import { columnAt } from '../../../../../src/schema/collections/columns/columns';
import { changeVariables } from '../../../../../src/schema/mutations/changeRequest';
import { modelOf } from '../../../../schema/modelOf';

const modelWith = (link: string, field = 'berth: Berth') =>
  modelOf(`
    type Query { ships: [Ship!]! ship(where: ShipWhere!): Ship berths: [Berth!]! berth(where: BerthWhere!): Berth }
    type Berth { id: ID! name: String! }
    type Ship { id: ID! name: String! ${field} }
    input ShipWhere { id: ID }
    input BerthWhere { id: ID code: String }
    input BerthCreate { name: String! }
    input ShipUpdate { name: String berth: BerthLink }
    ${link}
    type Mutation { updateShip(where: ShipWhere!, data: ShipUpdate!): Ship }
  `);

function edited(link: string, field?: string) {
  const model = modelWith(link, field);
  const column = columnAt(model, 'Ship', ['berth']);
  const change = updateOf(model, 'Ship');
  if (column === null || change === null) throw new Error('no update');
  const place = editableField(model, 'Ship', column);
  const sent = (value: unknown) => changeVariables(model, change, { id: 's1' }, { berth: value }).variables.data;
  return { place: typeof place === 'string' ? place : place.field, sent };
}

const FULL = 'input BerthLink { create: BerthCreate connect: BerthWhere disconnect: Boolean }';

it('connects by the key, and disconnects by null', () => {
  const { place, sent } = edited(FULL);
  expect(place).toMatchObject({ name: 'berth', label: 'Berth', nullable: true, control: { kind: 'scalar' } });
  expect(sent('b2')).toEqual({ berth: { connect: { id: 'b2' } } });
  expect(sent(null)).toEqual({ berth: { disconnect: true } });
});

it('connects by the key alone if the input takes no object', () => {
  const { place, sent } = edited('input BerthLink { create: BerthCreate connect: ID disconnect: Boolean delete: Boolean }');
  expect(place).toMatchObject({ name: 'berth', label: 'Berth', nullable: true, control: { kind: 'scalar' } });
  expect(sent('b2')).toEqual({ berth: { connect: 'b2' } });
  expect(sent(null)).toEqual({ berth: { disconnect: true } });
  expect(edited('input BerthLink { connect: String disconnect: Boolean }').place).toBe('noControl');
});

it('cannot be emptied if the API does not disconnect, or if the record always has one', () => {
  expect(edited('input BerthLink { create: BerthCreate connect: BerthWhere }').place).toMatchObject({ nullable: false });
  expect(edited(FULL, 'berth: Berth!').place).toMatchObject({ nullable: false });
});

it('is edited only by the key', () => {
  expect(
    edited('input BerthLink { connect: CodeWhere disconnect: Boolean } input CodeWhere { code: String! port: String! }').place,
  ).toBe('noControl');
  expect(edited('input BerthLink { create: BerthCreate }').place).toBe('noControl');
});

it('is identified by the number that the update takes, even if global ids address all records', () => {
  const model =
    modelOf(`scalar BigInt interface Node { nodeId: ID! } type Author implements Node { nodeId: ID! id: BigInt! name: String! }
    type Post implements Node { nodeId: ID! id: BigInt! title: String! author: Author }
    input PostFilter { nodeId: IDFilter } input IDFilter { eq: ID } input PostInput { id: BigInt title: String author_id: BigInt } type Changed { affectedCount: Int! records: [Post!]! }
    type Query { node(nodeId: ID!): Node posts: [Post!]! authors: [Author!]! } type Mutation { updatePosts(set: PostInput!, filter: PostFilter, atMost: Int! = 1): Changed! }`);
  const place = (name: string) => {
    const column = columnAt(model, 'Post', [name]);
    return column && editableField(model, 'Post', column);
  };
  expect(place('id')).toBe('key');
  const author = place('author');
  if (author === null || typeof author === 'string') throw new Error(String(author));
  expect(author.field.name).toBe('author_id');
  expect(currentValue(model, author, { author: { nodeId: 'n5', id: '5', name: 'Ada' } })).toBe('5');
  expect(currentValue(model, author, { author: null })).toBe(null);
});
