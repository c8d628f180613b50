/** What the fields of a form get from the form that they are in. */
import { createContext, type ReactNode } from 'react';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, FieldPath, FieldProblem } from '../../schema/forms/formValues';
import type { RecordChoices } from '../../session/history/recordChoices';

/** What all fields of a form share. */
export interface DraftFormState {
  /** Those that are to be shown now. */
  problems: readonly FieldProblem[];
  disabled: boolean;
  onChange: (path: FieldPath, draft: Draft) => void;
  /** Where the value of a field can be chosen from; null: it is typed. Gives the same source for the same field. */
  choices?: ((field: FormField, path: FieldPath) => RecordChoices | null) | undefined;
  /** Address of what is written of a field: its name, and the input type it belongs to (null: none, it is at the top). Default: nothing. */
  docs?: ((name: string, inputType: string | null) => string) | undefined;
  /** More about a field, beneath its control: what is there now. */
  aid?: ((field: FormField, path: FieldPath) => ReactNode) | undefined;
  /** `locked`: shown and not changed here, the key of the record that is edited; `hidden`: not shown, the same key a second time. */
  standing?: ((path: FieldPath) => 'locked' | 'hidden' | null) | undefined;
}

/** Given by DraftForm. */
export const DraftFormContext = createContext<DraftFormState>({ problems: [], disabled: false, onChange: () => {} });
