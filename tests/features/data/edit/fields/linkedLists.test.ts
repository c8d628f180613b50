/** Related records are added and removed by a list of keys, if the update accepts one and all keys are known. */
import {
  creatableFields,
  currentValue,
  relatedKeysField,
  updateOf,
} from '../../../../../src/features/data/edit/fields/editableField';
import { columnAt } from '../../../../../src/schema/collections/columns/columns';
import { changeVariables } from '../../../../../src/schema/mutations/changeRequest';
import { changesOf } from '../../../../../src/schema/mutations/changes';
import { modelOf } from '../../../../schema/modelOf';

const SHIP = 'type Ship { id: ID! name: String! tags: [Tag!]! }';
const WHERE = 'input TagWhere { id: ID label: String }';

function edited(inputs: string, { ship = SHIP, tag = 'type Tag { id: ID! label: String! }' } = {}) {
  const model = modelOf(`
    type Query { ships: [Ship!]! ship(id: ID!): Ship tags: [Tag!]! tag(id: ID!): Tag }
    ${tag} ${ship} ${inputs}
    type Mutation { updateShip(id: ID!, data: ShipUpdate!): Ship }
  `);
  const change = updateOf(model, 'Ship');
  if (change === null) throw new Error('no update');
  const [place] = change.fields.flatMap(field => relatedKeysField(model, 'Ship', field) ?? []);
  const sent = (after: unknown, before: unknown = ['t1', 't2']) => {
    const name = place?.field.name ?? '';
    const { variables, missing } = changeVariables(model, change, { id: 's1', [name]: before }, { [name]: after });
    return missing.length > 0 ? { missing } : variables.data;
  };
  return { model, place, sent };
}

it.each([
  ['tagIds: [ID!]', { tagIds: ['t2', 't3'] }],
  ['tag_ids: [ID!]', { tag_ids: ['t2', 't3'] }],
  ['tags: [ID!]', { tags: ['t2', 't3'] }],
])('%s takes all keys', (field, expected) => {
  const { place, sent } = edited(`input ShipUpdate { name: String ${field} }`);
  expect(place?.field).toMatchObject({ label: 'Tags', control: { kind: 'list', item: { control: { kind: 'scalar' } } } });
  expect(sent(['t2', 't3'])).toEqual(expected);
  expect(sent([])).toEqual(Object.fromEntries(Object.keys(expected).map(name => [name, []])));
});

it('only differences are connected and disconnected, each key in the form of the input', () => {
  const { sent } = edited(
    `${WHERE} input TagsLink { create: [TagWhere!] connect: [TagWhere!] disconnect: [TagWhere!] set: [TagWhere!] }
     input ShipUpdate { name: String tags: TagsLink }`,
  );
  expect(sent(['t2', 't3'])).toEqual({ tags: { connect: [{ id: 't3' }], disconnect: [{ id: 't1' }] } });
  expect(sent(['t1', 't2', 't3'])).toEqual({ tags: { connect: [{ id: 't3' }] } });
  // Without the current keys, the differences are unknown.
  expect(sent(['t2'], null)).toEqual({ missing: ['tags'] });
  const numbers = edited(
    'input TagsLink { connect: [Int!] disconnect: [Int!] } input ShipUpdate { name: String tags: TagsLink }',
    { tag: 'type Tag { id: Int! label: String! }' },
  );
  expect(numbers.sent(['2', '3'], ['1', '2'])).toEqual({ tags: { connect: [3], disconnect: [1] } });
});

it('keys of a plain list are sent in the form of its type, and other values unchanged', () => {
  const numbers = edited('input ShipUpdate { name: String tagIds: [Int!] scores: [Int] }', {
    tag: 'type Tag { id: Int! label: String! }',
  });
  expect(numbers.sent(['3', '1', '2'], ['1', '2'])).toEqual({ tagIds: [3, 1, 2] });
  const model = modelOf(`
    type Query { ships: [Ship!]! ship(id: ID!): Ship }
    type Ship { id: ID! name: String! scores: [Int] }
    input ShipUpdate { name: String scores: [Int] }
    type Mutation { updateShip(id: ID!, data: ShipUpdate!): Ship }
  `);
  const change = updateOf(model, 'Ship');
  if (change === null) throw new Error('no update');
  expect(changeVariables(model, change, { id: 's1' }, { scores: [1, null] }).variables.data).toEqual({ scores: [1, null] });
});

it('all keys are set if the input supports nothing else', () => {
  const { sent } = edited(
    `${WHERE} input TagsLink { connect: [TagWhere!] set: [TagWhere!] } input ShipUpdate { name: String tags: TagsLink }`,
  );
  expect(sent(['t2', 't3'])).toEqual({ tags: { set: [{ id: 't2' }, { id: 't3' }] } });
});

it.each([
  ['may be incomplete', 'tagIds: [ID!]', { ship: 'type Ship { id: ID! name: String! tags(first: Int): [Tag!]! }' }],
  [
    'may be incomplete, in an object with page information (Strapi)',
    'tagIds: [ID!]',
    { ship: 'input Part { start: Int limit: Int } type Ship { id: ID! name: String! tags(pagination: Part = {}): [Tag!]! }' },
  ],
  [
    'may be incomplete, under other names',
    'tagIds: [ID!]',
    { ship: 'type Ship { id: ID! name: String! tags(pageNumber: Int, maxResults: Int): [Tag!]! }' },
  ],
  ['is of texts', 'tags: [String!]', {}],
  ['is of no list of the record', 'labelIds: [ID!]', {}],
  ['is of records found by two keys', 'tagIds: [ID!]', { tag: 'type Tag { label: String! }' }],
])('is not offered if the list %s', (_, field, schema) => {
  expect(edited(`input ShipUpdate { name: String ${field} }`, schema).place).toBeUndefined();
});

it.each(['includeArchived: Boolean', 'status: State = ACTIVE', 'amount: Int = 3', 'where: TagWhere = {label: "a"}'])(
  'is not offered if the list may be incomplete because of %s',
  argument => {
    const ship = `enum State { ACTIVE OLD } input TagWhere { label: String } type Ship { id: ID! name: String! tags(${argument}): [Tag!]! }`;
    expect(edited('input ShipUpdate { name: String tagIds: [ID!] }', { ship }).place).toBeUndefined();
  },
);

it.each(['orderBy: String = "label"', 'where: TagWhere! = {}', 'kinds: [String!]'])('is offered with %s', argument => {
  const ship = `input TagWhere { label: String } type Ship { id: ID! name: String! tags(${argument}): [Tag!]! }`;
  expect(edited('input ShipUpdate { name: String tagIds: [ID!] }', { ship }).place).toBeDefined();
});

it('is not offered if records can only be added, or have another key', () => {
  expect(
    edited(`${WHERE} input TagsLink { connect: [TagWhere!] } input ShipUpdate { name: String tags: TagsLink }`).place,
  ).toBeUndefined();
  expect(
    edited(
      'input Slug { slug: ID! } input TagsLink { connect: [Slug!] disconnect: [Slug!] } input ShipUpdate { name: String tags: TagsLink }',
    ).place,
  ).toBeUndefined();
});

it('current keys keep the order of the server, and are not read if one of them is unknown', () => {
  const { model } = edited('input ShipUpdate { name: String tagIds: [ID!] }');
  const column = columnAt(model, 'Ship', ['tags']);
  if (column === null) throw new Error('tags');
  const tag = (id: string) => ({ __typename: 'Tag', id, label: id });
  expect(currentValue(model, { column }, { tags: [tag('t2'), tag('t1'), tag('t2')] })).toEqual(['t2', 't1', 't2']);
  expect(currentValue(model, { column }, { tags: [] })).toEqual([]);
  expect(currentValue(model, { column }, { tags: [tag('t1'), { label: 'no key' }] })).toBeUndefined();
  expect(currentValue(model, { column }, { tags: null })).toBeUndefined();
});

it.each([['create: [NewTag!] connect: [TagWhere!]'], ['connect: [TagWhere!] disconnect: [TagWhere!] set: [TagWhere!]']])(
  'a new record takes keys and connects all of them where its input has { %s }',
  operations => {
    const model = modelOf(`
    type Query { ships: [Ship!]! ship(id: ID!): Ship tags: [Tag!]! tag(id: ID!): Tag }
    type Tag { id: ID! label: String! } ${SHIP} ${WHERE} input NewTag { label: String! }
    input TagsLink { ${operations} } input NewShip { name: String! tags: TagsLink }
    type Mutation { createShip(data: NewShip!): Ship }
  `);
    const { create } = changesOf(model, 'Ship');
    if (create === undefined) throw new Error('no creation');
    const tags = creatableFields(model, create).find(field => field.name === 'tags');
    expect(tags).toMatchObject({ required: false, control: { kind: 'list', item: { control: { kind: 'scalar' } } } });
    const { variables, missing } = changeVariables(model, create, {}, { name: 'Nordlys', tags: ['t1', 't2'] });
    expect([variables, missing]).toEqual([{ data: { name: 'Nordlys', tags: { connect: [{ id: 't1' }, { id: 't2' }] } } }, []]);
  },
);
