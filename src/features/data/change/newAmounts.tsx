/** The amounts of money in the form of a new record: entered in the currency that the form has, and shown as they will be stored. */
import type { DraftFormProps } from '../../../parts/form/DraftForm';
import type { FormField } from '../../../schema/forms/formModel';
import type { Drafts } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { AmountHelp } from '../edit/fields/AmountHelp';
import { columnOfField } from '../edit/fields/editableField';
import { moneyOf, typedCurrency } from '../edit/fields/minorAmounts';

/** What the form needs for amounts. Until a currency is chosen, an amount is the number that is stored. */
export function newAmounts(
  model: SchemaModel,
  { typeName }: Change,
  fields: readonly FormField[],
  drafts: Drafts,
): Pick<DraftFormProps, 'aid' | 'money'> {
  const draftOf = (name: string): unknown =>
    (Object.hasOwn(drafts, name) ? drafts[name] : undefined) ?? fields.find(field => field.name === name)?.defaultValue;
  const amountOf = ({ name }: FormField) => {
    const column = columnOfField(model, typeName, name);
    if (!column?.format?.digits) return null;
    return { column, currency: typedCurrency(column, key => ({ after: draftOf(key) }), undefined) };
  };
  return {
    money(field, path) {
      const amount = path.length === 1 ? amountOf(field) : null;
      return amount === null ? null : moneyOf(amount.column, amount.currency);
    },
    aid(field, path) {
      const amount = path.length === 1 ? amountOf(field) : null;
      return amount === null ? null : <AmountHelp {...amount} value={draftOf(field.name)} />;
    },
  };
}
