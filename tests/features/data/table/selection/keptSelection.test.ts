import { keptSelection } from '../../../../../src/features/data/table/selection/keptSelection';
import type { Row } from '../../../../../src/schema/documents/documents';
import { modelOf } from '../../../../schema/modelOf';

const model = modelOf(`
  type Ship { id: ID! name: String! }
  type Query { ships: [Ship!]! shipByName(name: String!): Ship }`);
const one = { id: '1', name: 'Aurora' };
const two = { id: '2', name: 'Bora' };
/** Another ship with the same name. */
const three = { id: '3', name: 'Aurora' };

/** Selects the first row, and returns what stays selected when `now` is shown. */
const kept = (rows: readonly Row[], now: readonly Row[], isOtherPage = false, elsewhere: readonly Row[] = []) => {
  const selection = keptSelection(model, 'Ship', { rows, places: new Set([0]), elsewhere }, now, isOtherPage);
  return [[...selection.places], selection.elsewhere];
};

it('rows stay selected at their new positions after a reload', () => {
  expect(kept([one, two], [two, one])).toEqual([[1], []]);
  expect(kept([one, two], [two])).toEqual([[], []]);
});

it('rows stay selected on other pages, and are found again on their page', () => {
  expect(kept([one], [two], true)).toEqual([[], [one]]);
  expect(kept([two], [one], true, [one])).toEqual([[0], [two]]);
  expect(kept([two], [two], false, [one])).toEqual([[0], [one]]);
});

it('a row with the same values as a selected one is not selected', () => {
  expect(kept([one, two], [three, two, one])).toEqual([[2], []]);
});

it('rows with the same keys are not selected', () => {
  expect(kept([one], [one, { ...one }])).toEqual([[], []]);
  expect(kept([one, { ...one }], [one])).toEqual([[], []]);
  expect(kept([one, { ...one }], [two], true)).toEqual([[], []]);
});

it('rows without a key do not stay selected', () => {
  expect(kept([{ note: 'A' }], [{ note: 'A' }])).toEqual([[], []]);
  expect(kept([{ note: 'A' }], [two], true)).toEqual([[], []]);
});
