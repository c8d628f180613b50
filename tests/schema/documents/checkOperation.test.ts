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
const newOperation = (): Operation => createOperation('query', ['test'], 'Query');
/** A field that the builder would never create. */
const odd = (name: string, more: object = {}) => ({ name, key: name, args: [], inside: null, ...more });

it('documents from the builder are valid', () => {
  const operation = newOperation();
  const ship = addCall(operation, operation.root, field('ship'), { id: '1', first: 2 }, 'Ship');
  const fields = model.types.get('Ship');
  if (fields?.kind !== 'object' || !ship.inside) throw new Error('no ship');
  addField(ship.inside, fields.fields.get('name') as FieldModel, 'name', [], null);
  expect(checkOperation(model, operation)).toEqual([]);
});

it.each<[string, (operation: Operation) => void, RegExp]>([
  ['a field that the schema does not have', ({ root: at }) => at.fields.set('x', odd('x')), /no field "Query.x"/],
  ['an object without a selection', ({ root: at }) => at.fields.set('ships', odd('ships')), /"Query.ships" needs a selection/],
  [
    'a scalar with a selection',
    ({ root: at }) => at.fields.set('name', odd('name', { inside: createSelection('String') })),
    /"Query.name" takes no selection/,
  ],
  [
    'an argument that the field does not have',
    ({ root: at }) => at.fields.set('name', odd('name', { args: [['to', '1']] })),
    /"Query.name" has no argument "to"/,
  ],
  [
    'a required argument that is missing',
    operation => addCall(operation, operation.root, field('ship'), {}, 'Ship'),
    /"Query.ship" needs its argument "id"/,
  ],
  [
    'a variable of another type',
    operation => {
      addCall(operation, operation.root, field('ship'), { id: '1' }, 'Ship');
      operation.variables.set('id', { type: 'Int', value: 1 });
    },
    /"\$id" does not fit the argument "id"/,
  ],
  [
    'one key for two types',
    operation => {
      const any = addCall(operation, operation.root, field('any'), {}, 'Any').inside;
      for (const name of ['Ship', 'Berth']) {
        const inner = createSelection(name);
        inner.fields.set('size', odd('size'));
        any?.on.set(name, inner);
      }
    },
    /"size" would be Int and Float at once/,
  ],
])('%s is found, and no document is built', (_, spoil, problem) => {
  const operation = newOperation();
  spoil(operation);
  expect(checkOperation(model, operation).join(' ')).toMatch(problem);
  expect(() => prepareOperation(model, operation, true, data => data)).toThrow(/The document Test is not valid/);
});

it('in the document of an incomplete form, only required arguments may be missing', () => {
  const operation = newOperation();
  addCall(operation, operation.root, field('ship'), {}, 'Ship');
  expect(checkOperation(model, operation, false)).toEqual([]);
  operation.root.fields.set('x', odd('x'));
  expect(checkOperation(model, operation, false)).toHaveLength(1);
});
