/** The whole input as JSON. Text that is a valid input is applied to the form at once. */
import { type ReactNode, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { FormField } from '../../../schema/forms/formModel';
import type { Drafts } from '../../../schema/forms/formValues';
import { parseExactJson } from '../../../session/operations/parseExactJson';
import { Button } from '../../../ui/inputs/Button';
import { Field } from '../../../ui/inputs/Field';
import { TextArea } from '../../../ui/inputs/TextArea';
import { readJsonInput, writeJsonInput } from './jsonInput';

/** The text field. Its initial text is the current input of the form. */
export function JsonInputField({
  fields,
  variables,
  drafts,
  disabled,
  onChange,
}: {
  fields: readonly FormField[];
  variables: Readonly<Record<string, unknown>>;
  drafts: Drafts;
  disabled: boolean;
  onChange: (drafts: Drafts) => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [typed, setTyped] = useState(() => writeJsonInput(variables));
  const read = readJsonInput(fields, typed, drafts);
  const change = (next: string): void => {
    setTyped(next);
    const now = readJsonInput(fields, next, drafts);
    if (now.ok) onChange(now.drafts);
  };
  const tidy = (): void => setTyped(JSON.stringify(parseExactJson(typed), null, 2));
  const error = read.ok
    ? read.ignored.length > 0
      ? text('actions.jsonIgnored', { count: read.ignored.length, names: formats.list(read.ignored) })
      : undefined
    : read.reason === 'noObject'
      ? text('form.jsonNoObject')
      : read.at === null
        ? text('form.notJson')
        : text('form.notJsonAt', { at: read.at + 1 });
  return (
    <div className="json-input-field">
      <Field label={text('form.jsonLabel')} error={error}>
        {control => <TextArea {...control} code rows={14} disabled={disabled} value={typed} onChange={change} />}
      </Field>
      {read.ok && typed.trim() !== '' ? (
        <Button kind="quiet" disabled={disabled} onClick={tidy}>
          {text('form.formatJson')}
        </Button>
      ) : null}
    </div>
  );
}
