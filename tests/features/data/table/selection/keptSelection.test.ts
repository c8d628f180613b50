import { keptSelection } from '../../../../../src/features/data/table/selection/keptSelection';
import { modelOf } from '../../../../schema/modelOf';

const model = modelOf(`
  type Ship { id: ID! name: String! }
  type Query { ships: [Ship!]! shipByName(name: String!): Ship }`);
const one = { id: '1', name: 'Aurora' };
const two = { id: '2', name: 'Bora' };
/** Another ship with the same name. */
const three = { id: '3', name: 'Aurora' };

it('rows stay selected at their new positions after a reload', () => {
  expect([...keptSelection(model, 'Ship', { rows: [one, two], places: new Set([0]) }, [two, one])]).toEqual([1]);
  expect([...keptSelection(model, 'Ship', { rows: [one, two], places: new Set([0]) }, [two])]).toEqual([]);
});

it('a row with the same values as a selected one is not selected', () => {
  expect([...keptSelection(model, 'Ship', { rows: [one, two], places: new Set([0]) }, [three, two, one])]).toEqual([2]);
});

it('rows with the same keys are not selected', () => {
  expect([...keptSelection(model, 'Ship', { rows: [one], places: new Set([0]) }, [one, { ...one }])]).toEqual([]);
  expect([...keptSelection(model, 'Ship', { rows: [one, { ...one }], places: new Set([0]) }, [one])]).toEqual([]);
});

it('rows without a key do not stay selected', () => {
  expect([...keptSelection(model, 'Ship', { rows: [{ note: 'A' }], places: new Set([0]) }, [{ note: 'A' }])]).toEqual([]);
});
