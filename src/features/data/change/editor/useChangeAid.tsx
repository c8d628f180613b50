/** What is shown beside the input of a changed field. */
import { useText } from '../../../../i18n/LanguageProvider';
import type { DraftFormProps } from '../../../../parts/form/DraftForm';
import type { Column } from '../../../../schema/collections/columns/columns';
import type { FormField } from '../../../../schema/forms/formModel';
import type { Drafts } from '../../../../schema/forms/formValues';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { Button } from '../../../../ui/inputs/Button';
import { AmountHelp } from '../../edit/fields/AmountHelp';
import { EditedValue } from '../../edit/fields/EditedValue';
import type { EditableField, Values } from '../../edit/fields/editableField';
import { currencyOf, moneyOf, typedCurrency } from '../../edit/fields/minorAmounts';

/** The record and its draft. */
export interface ChangeAidOptions {
  readonly model: SchemaModel;
  readonly places: readonly EditableField[];
  /** The current values; null while they are loading. */
  readonly present: Values | null;
  readonly changed: Drafts;
  readonly shown: Drafts;
  /** Resets a field to the value of the record. */
  readonly onDiscard: (field: string) => void;
}

/** What the form shows of a field beside its value. */
export type ChangeAid = Required<Pick<DraftFormProps, 'aid' | 'money'>>;

/**
 * Help for a field: its amount as money, its previous value if it is changed, and a button that restores it. Amounts of money are entered in
 * the currency that the record will have.
 */
export function useChangeAid({ model, places, present, changed, shown, onDiscard }: ChangeAidOptions): ChangeAid {
  const text = useText();
  const columnOf = (field: FormField): Column | null => places.find(place => place.field.name === field.name)?.column ?? null;
  const presentCurrency = (column: Column | null): string | undefined =>
    column === null || present === null ? undefined : currencyOf(column, present);
  const currencyNow = (column: Column | null): string | undefined =>
    typedCurrency(column, name => (Object.hasOwn(changed, name) ? { after: changed[name] } : undefined), presentCurrency(column));
  return {
    money(field, path) {
      const column = path.length === 1 ? columnOf(field) : null;
      return moneyOf(column, currencyNow(column));
    },
    aid(field, path) {
      if (path.length !== 1 || present === null) return null;
      const column = columnOf(field);
      const own = Object.hasOwn(shown, field.name) ? shown[field.name] : undefined;
      const help = column?.format?.digits ? <AmountHelp column={column} value={own} currency={currencyNow(column)} /> : null;
      if (!Object.hasOwn(changed, field.name)) return help;
      const value = Object.hasOwn(present, field.name) ? present[field.name] : null;
      return (
        <>
          {help}
          <div className="field-present">
            <span>{text('data.editBefore')}</span>
            <EditedValue model={model} column={column} value={value} currency={presentCurrency(column)} />
            <Button kind="quiet" onClick={() => onDiscard(field.name)}>
              {text('form.discard')}
            </Button>
          </div>
        </>
      );
    },
  };
}
