/** The React context that passes state from a form to its fields. */
import { createContext, type ReactNode } from 'react';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, FieldPath, FieldProblem } from '../../schema/forms/formValues';
import type { RecordChoices } from '../../session/history/recordChoices';
import type { MoneyUnit } from '../../ui/form/moneyText';

/** How an amount of money is entered. */
export interface FieldMoney extends MoneyUnit {
  /** Label of the field, without the unit in which the amount is stored. */
  readonly label: string;
}

/** State that all fields of a form share. */
export interface DraftFormState {
  /** The problems to show now. */
  problems: readonly FieldProblem[];
  disabled: boolean;
  onChange: (path: FieldPath, draft: Draft) => void;
  /** Returns the records that a field's value can be chosen from; null if it is typed. Must return the same object for the same field. */
  choices?: ((field: FormField, path: FieldPath) => RecordChoices | null) | undefined;
  /** The caller itself looks up names that are typed in place of keys when the form is submitted. Default false. */
  readsNames?: boolean | undefined;
  /** Returns the Docs link of a field, by its name and input type (null for an argument). Default: no links. */
  docs?: ((name: string, inputType: string | null) => string) | undefined;
  /** Returns content below a field's control, such as the present value. */
  aid?: ((field: FormField, path: FieldPath) => ReactNode) | undefined;
  /** Returns the currency of a number field that is an amount of money in minor units; null for any other field. Default null. */
  money?: ((field: FormField, path: FieldPath) => FieldMoney | null) | undefined;
  /** `locked`: read-only, for the key of the edited record; `hidden`: not rendered, for a second field with that key. Default null. */
  standing?: ((path: FieldPath) => 'locked' | 'hidden' | null) | undefined;
  /** What an optional field without a value does: an option of a choice, and the placeholder of an input. Default: 'Not set', no placeholder. */
  absent?: string | undefined;
}

/** Provided by DraftForm. */
export const DraftFormContext = createContext<DraftFormState>({ problems: [], disabled: false, onChange: () => {} });
