/** The whole input of an action as JSON. */
import { readJsonInput } from '../../../../src/features/actions/form/jsonInput';
import { formModel } from '../../../../src/schema/forms/formModel';
import { toVariables } from '../../../../src/schema/forms/formValues';
import { parseExactJson } from '../../../../src/session/operations/parseExactJson';
import { modelOf } from '../../../schema/modelOf';

const model = modelOf('scalar Long type Query { a(id: ID, n: Long, tons: Float): Int }');
const fields = formModel(model, [...(model.queryType.fields.get('a')?.args.values() ?? [])]);

it('large integers keep their digits', () => {
  const text = '{"id": 9007199254740993, "n": -1234567890123456789, "tons": 12345678901234567890}';
  const read = readJsonInput(fields, text, {});
  expect(read.ok && toVariables(fields, read.drafts).variables).toEqual({
    id: '9007199254740993',
    n: '-1234567890123456789',
    tons: 12345678901234567000,
  });
  expect(parseExactJson(text)).toMatchObject({ id: '9007199254740993' });
});

it('the position of an error is that in the text', () => {
  expect(readJsonInput(fields, '{"id": 9007199254740993, x}', {})).toEqual({ ok: false, reason: 'notJson', at: 25 });
});
