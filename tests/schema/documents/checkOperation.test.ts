import { checkOperation } from '../../../src/schema/documents/checkOperation';
import { prepareOperation } from '../../../src/schema/documents/documents';
import { addCall, addField, createOperation, createSelection, type Operation } from '../../../src/schema/documents/selection';
import type { FieldModel } from '../../../src/schema/model/schemaModel';
import { modelOf } from '../modelOf';

const model = modelOf(
  `type Query { ship(id: ID!, first: Int): Ship  ships: [Ship!]!  any: Any  name: String }
   type Ship { id: ID!  name: String  size: Int  other: Ship } type Berth { id: ID!  size: Float  ships: [Ship] } union Any = Ship | Berth`,
);
const root = model.queryType.fields;
const field = (name: string): FieldModel => root.get(name) as FieldModel;
const operation = (): Operation => createOperation('query', ['test'], 'Query');
/** A field as no builder would make it. */
const odd = (name: string, more: object = {}) => ({ name, key: name, args: [], inside: null, ...more });

it('documents of the builder are valid', () => {
  const made = operation();
  const ship = addCall(made, made.root, field('ship'), { id: '1', first: 2 }, 'Ship');
  const fields = model.types.get('Ship');
  if (fields?.kind !== 'object' || !ship.inside) throw new Error('no ship');
  addField(ship.inside, fields.fields.get('name') as FieldModel, 'name', [], null);
  expect(checkOperation(model, made)).toEqual([]);
});

it.each<[string, (made: Operation) => void, RegExp]>([
  ['a field the schema does not have', ({ root: at }) => at.fields.set('x', odd('x')), /no field "Query.x"/],
  ['an object without a selection', ({ root: at }) => at.fields.set('ships', odd('ships')), /"Query.ships" needs a selection/],
  [
    'a plain value with one',
    ({ root: at }) => at.fields.set('name', odd('name', { inside: createSelection('String') })),
    /"Query.name" takes no selection/,
  ],
  [
    'an argument the field does not have',
    ({ root: at }) => at.fields.set('name', odd('name', { args: [['to', '1']] })),
    /"Query.name" has no argument "to"/,
  ],
  [
    'a required argument that is missing',
    made => addCall(made, made.root, field('ship'), {}, 'Ship'),
    /"Query.ship" needs its argument "id"/,
  ],
  [
    'a variable of another type',
    made => {
      addCall(made, made.root, field('ship'), { id: '1' }, 'Ship');
      made.variables.set('id', { type: 'Int', value: 1 });
    },
    /"\$id" does not fit the argument "id"/,
  ],
  [
    'one key for two types',
    made => {
      const any = addCall(made, made.root, field('any'), {}, 'Any').inside;
      for (const name of ['Ship', 'Berth']) {
        const inner = createSelection(name);
        inner.fields.set('size', odd('size'));
        any?.on.set(name, inner);
      }
    },
    /"size" would be Int and Float at once/,
  ],
])('%s is found, and no document is built', (_, spoil, problem) => {
  const made = operation();
  spoil(made);
  expect(checkOperation(model, made).join(' ')).toMatch(problem);
  expect(() => prepareOperation(model, made, true, data => data)).toThrow(/The document Test is not valid/);
});

it('for an unfinished form only required arguments may be missing', () => {
  const made = operation();
  addCall(made, made.root, field('ship'), {}, 'Ship');
  expect(checkOperation(model, made, false)).toEqual([]);
  made.root.fields.set('x', odd('x'));
  expect(checkOperation(model, made, false)).toHaveLength(1);
});
