/** Asks before a dangerous action is sent, and shows the values it is sent with. */
import { type ReactNode, useMemo } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { usePrepared } from '../../parts/usePrepared';
import type { FormField } from '../../schema/forms/formModel';
import { isFileLike } from '../../schema/model/scalarValues';
import type { Action } from '../../schema/mutations/actions';
import type { RecordChoices } from '../../session/history/recordChoices';
import { isSecretName } from '../../transport/secrets/isSecretName';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';
import { valueText } from '../../ui/table/valueText';

/** The window. */
export function ConfirmSend({
  action,
  variables,
  choices,
  onCancel,
  onConfirm,
}: {
  action: Action;
  variables: Readonly<Record<string, unknown>>;
  /** Where the records come from that a field names. */
  choices: (field: FormField, path: readonly string[]) => RecordChoices | null;
  onCancel: () => void;
  onConfirm: () => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const given = action.form.filter(field => Object.hasOwn(variables, field.name));
  const shown = (name: string): string => {
    const value = variables[name];
    if (isSecretName(name)) return text('actions.hidden');
    if (isFileLike(value)) return 'name' in value ? String(value.name) : formats.bytes(value.size);
    return valueText(value, 'id', formats, text);
  };
  return (
    <Dialog
      open
      size="small"
      isText
      title={text('actions.confirmTitle', { action: action.label })}
      onClose={onCancel}
      onSubmit={onConfirm}
      footer={
        <>
          {/* Beside "Cancel visit", "Cancel" would mean either. */}
          <Button onClick={onCancel}>{text('ui.close')}</Button>
          <Button type="submit" kind="danger">
            {action.label}
          </Button>
        </>
      }
    >
      <p>{text('actions.confirmHelp')}</p>
      {given.length > 0 ? (
        <>
          <p className="quiet">{text('actions.confirmWith')}</p>
          <dl className="action-values">
            {given.map(field => (
              <div key={field.name} className="action-value">
                <dt>{field.label}</dt>
                <dd dir="auto">
                  {shown(field.name)}
                  <RecordName choices={choices(field, [field.name])} value={variables[field.name]} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </Dialog>
  );
}

/** What the record of a key is called; nothing until that is known. */
function RecordName({ choices, value }: { choices: RecordChoices | null; value: unknown }): ReactNode {
  const question = useMemo(() => (typeof value === 'string' ? (choices?.name(value) ?? null) : null), [choices, value]);
  const { value: name } = usePrepared(question, { fresh: true, screen: 'actions' });
  return name === null ? null : (
    <>
      {' '}
      <strong>{name}</strong>
    </>
  );
}
