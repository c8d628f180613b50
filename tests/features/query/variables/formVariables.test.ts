/**
 * @jest-environment node
 */
/** The variables of a form, merged with those it was opened with. */
import { chosenOperation, readDocument } from '../../../../src/features/query/editor/document/documentTools';
import { formVariables } from '../../../../src/features/query/variables/formVariables';
import { formModel } from '../../../../src/schema/forms/formModel';
import { type Drafts, fromVariables } from '../../../../src/schema/forms/formValues';
import { modelOf } from '../../../schema/modelOf';

const MODEL = modelOf(`
  scalar Upload
  enum Kind { TANKER FERRY }
  input Size { length: Float! unit: String = "m" }
  input Pick @oneOf { id: ID name: String }
  input ShipInput { name: String! kind: Kind sizes: [Size!] photo: Upload ready: Boolean }
  type Query { ship(input: ShipInput, first: Int, pick: Pick): Int }
`);
const { operations } = readDocument(
  'query A($input: ShipInput, $first: Int, $pick: Pick) { ship(input: $input, first: $first, pick: $pick) }',
);
const fields = formModel(MODEL, chosenOperation(operations, null)?.variables ?? []);

const edited = (values: Record<string, unknown>, edit: (drafts: Drafts) => Drafts): Record<string, unknown> => {
  const drafts = fromVariables(fields, values);
  return formVariables(fields, edit(drafts), { values, drafts });
};

it('variables of other operations, unknown names and values of the wrong type are kept unchanged', () => {
  const values = {
    other: 'of another operation',
    input: { name: 'A', odd: 1, kind: 7, sizes: [{ length: 'x', extra: true }], ready: 'yes' },
    pick: { id: 1, name: 'x' },
    first: 'many',
  };
  expect(edited(values, drafts => ({ ...drafts, input: { ...(drafts.input as Drafts), name: 'B' } }))).toEqual({
    ...values,
    input: { ...values.input, name: 'B' },
  });
});

it('incomplete input is kept as text', () => {
  expect(edited({ input: { name: 'A' } }, drafts => ({ ...drafts, first: 'ab' }))).toEqual({ input: { name: 'A' }, first: 'ab' });
  const half = edited({}, () => ({ input: { name: 'A', sizes: [{ length: '1' }, { length: '1e' }, { length: 'x' }] } }));
  expect(half).toEqual({ input: { name: 'A', sizes: [{ length: 1 }, { length: '1e' }, { length: 'x' }] } });
});

it('changed values replace the previous ones, and removed values are left out', () => {
  const values = { input: { name: 'A', odd: 1, sizes: [{ length: 1, odd: 2 }, { length: 2 }] }, first: 1, pick: { id: '1' } };
  expect(edited(values, ({ first: _, ...drafts }) => drafts)).toEqual({ input: values.input, pick: values.pick });
  expect(edited(values, drafts => ({ ...drafts, pick: { name: 'x' } }))).toEqual({ ...values, pick: { name: 'x' } });
  expect(
    edited(values, drafts => {
      const input = drafts.input as Drafts;
      const [first, second] = input.sizes as readonly Drafts[];
      return { ...drafts, input: { ...input, sizes: [{ ...first, length: '3' }, second as Drafts] } };
    }),
  ).toEqual({ ...values, input: { ...values.input, sizes: [{ length: 3, odd: 2 }, { length: 2 }] } });
  expect(edited(values, drafts => ({ ...drafts, input: { ...(drafts.input as Drafts), sizes: [] } }))).toEqual({
    ...values,
    input: { ...values.input, sizes: [] },
  });
});

it('a file is kept when other values change, and can be replaced', () => {
  const [photo, other] = [new File(['x'], 'a.png'), new File(['y'], 'b.png')];
  const values = { input: { name: 'A', photo } };
  const named = edited(values, drafts => ({ ...drafts, input: { ...(drafts.input as Drafts), name: 'B' } }));
  expect((named.input as { photo: File }).photo).toBe(photo);
  const put = edited(values, drafts => ({ ...drafts, input: { ...(drafts.input as Drafts), photo: other } }));
  expect((put.input as { photo: File }).photo).toBe(other);
});
