/** The inputs of an action as a form or as JSON; for an action without inputs, a line that says so. */
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { DraftForm, type DraftFormProps } from '../../../parts/form/DraftForm';
import type { Drafts } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Action } from '../../../schema/mutations/actions';
import type { Session } from '../../../session/connections/session';
import { formDocs } from '../../../session/navigation/docsLinks';
import { JsonInputField } from './JsonInputField';
import type { ActionForm } from './useActionForm';
import { useChangeMarks } from './useCurrentValues';

export interface ActionInputsProps {
  session: Session;
  model: SchemaModel;
  action: Action;
  form: ActionForm;
  mode: 'form' | 'json';
  choices: DraftFormProps['choices'];
  disabled: boolean;
}

export function ActionInputs({ session, model, action, form, mode, choices, disabled }: ActionInputsProps): ReactNode {
  const text = useText();
  const docs = useMemo(() => formDocs(model, model.mutationType?.name ?? '', action.path), [model, action]);
  const marks = useChangeMarks(session, model, form.present, form.drafts, form.discard);
  if (action.form.length === 0) return <p className="quiet">{text('actions.noInputs')}</p>;
  if (mode === 'json')
    return (
      <JsonInputField
        fields={action.form}
        variables={form.variables}
        drafts={form.drafts}
        disabled={disabled}
        onChange={form.replace}
      />
    );
  return (
    <DraftForm
      label={text('actions.inputs', { action: action.label })}
      fields={form.fields}
      drafts={form.shown}
      problems={form.problems}
      attempted={form.attempted}
      disabled={disabled}
      choices={choices}
      docs={docs}
      aid={marks}
      standing={form.present.standing}
      onChange={(next, path) => form.change(next as Drafts, path)}
    />
  );
}
