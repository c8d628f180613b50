/** What is shown beside the input of a changed field. */
import type { ReactNode } from 'react';
import { useText } from '../../../../i18n/LanguageProvider';
import type { FormField } from '../../../../schema/forms/formModel';
import type { Drafts, FieldPath } from '../../../../schema/forms/formValues';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { Button } from '../../../../ui/inputs/Button';
import { AmountHelp } from '../../edit/fields/AmountHelp';
import { EditedValue } from '../../edit/fields/EditedValue';
import type { EditableField, Values } from '../../edit/fields/editableField';
import { currencyOf, typedCurrency } from '../../edit/fields/minorAmounts';

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

/** Help for a field: its amount as money, its previous value if it is changed, and a button that restores it. */
export function useChangeAid({
  model,
  places,
  present,
  changed,
  shown,
  onDiscard,
}: ChangeAidOptions): (field: FormField, path: FieldPath) => ReactNode {
  const text = useText();
  return (field, path) => {
    if (path.length !== 1 || present === null) return null;
    const column = places.find(place => place.field.name === field.name)?.column ?? null;
    const currency = column === null ? undefined : currencyOf(column, present);
    const typed = typedCurrency(column, name => (Object.hasOwn(changed, name) ? { after: changed[name] } : undefined), currency);
    const own = Object.hasOwn(shown, field.name) ? shown[field.name] : undefined;
    const help = column?.format?.digits ? <AmountHelp column={column} value={own} currency={typed} /> : null;
    if (!Object.hasOwn(changed, field.name)) return help;
    const value = Object.hasOwn(present, field.name) ? present[field.name] : null;
    return (
      <>
        {help}
        <div className="field-present">
          <span>{text('data.editBefore')}</span>
          <EditedValue model={model} column={column} value={value} currency={currency} />
          <Button kind="quiet" onClick={() => onDiscard(field.name)}>
            {text('form.discard')}
          </Button>
        </div>
      </>
    );
  };
}
