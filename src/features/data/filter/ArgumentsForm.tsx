/** A small form above a collection or record for its required arguments. The values are stored in the URL. */
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../i18n/english/form';
import { useText } from '../../../i18n/LanguageProvider';
import { withMessages } from '../../../i18n/withMessages';
import { DraftForm, type DraftFormProps, focusFirstProblem } from '../../../parts/form/DraftForm';
import type { FormField } from '../../../schema/forms/formModel';
import { type Drafts, toVariables } from '../../../schema/forms/formValues';
import { emptyDrafts } from '../../../schema/forms/newDrafts';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { Button } from '../../../ui/inputs/Button';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';

/** Props of `ArgumentsForm`. */
export interface ArgumentsFormProps {
  model: SchemaModel;
  /** Type whose key a plain `id` argument is; null: none. */
  about?: string | null;
  fields: readonly FormField[];
  /** Values from the URL. */
  drafts: Drafts;
  /** Why values are requested; null if none is required. */
  help: string | null;
  /** As in `DraftForm`. */
  docs: NonNullable<DraftFormProps['docs']>;
  onShow: (drafts: Drafts) => void;
}

function Arguments({ model, about = null, fields, drafts, help, docs, onShow }: ArgumentsFormProps): ReactNode {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const choices = useMemo(() => createRecordChoices(model, about), [model, about]);
  const [now, setNow] = useState<Drafts>(() => ({ ...emptyDrafts(fields), ...drafts }));
  const [attempted, setAttempted] = useState(false);
  // Back and Forward change the URL, but not the state of this form.
  const reported = useRef(JSON.stringify(drafts));
  useEffect(() => {
    const next = JSON.stringify(drafts);
    if (next === reported.current) return;
    reported.current = next;
    setNow({ ...emptyDrafts(fields), ...drafts });
  }, [drafts, fields]);
  const { problems } = toVariables(fields, now);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAttempted(true);
    if (problems.length > 0) {
      requestAnimationFrame(() => focusFirstProblem(form.current));
      return;
    }
    reported.current = JSON.stringify(now);
    onShow(now);
  };
  return (
    <form ref={form} className="data-arguments" onSubmit={submit} noValidate>
      {help === null ? null : <p className="quiet">{help}</p>}
      <div className="data-arguments-fields">
        <DraftForm
          label={text('data.argumentsTitle')}
          fields={fields}
          drafts={now}
          problems={problems}
          attempted={attempted}
          docs={docs}
          choices={choices}
          onChange={next => setNow(next as Drafts)}
        />
        <Button kind="primary" type="submit">
          {text('data.argumentsShow')}
        </Button>
      </div>
    </form>
  );
}

/** The form, bundled with its messages. */
export const ArgumentsForm = withMessages({ form: formTexts }, Arguments);

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, ArgumentsForm);
