/** Asks for confirmation before an action is sent that is dangerous or may clear values, and shows the values that will be sent. */
import { type ReactNode, useMemo } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { usePrepared } from '../../../parts/usePrepared';
import type { FormField } from '../../../schema/forms/formModel';
import { isFileLike } from '../../../schema/model/scalarValues';
import type { Action } from '../../../schema/mutations/actions';
import type { RecordChoices } from '../../../session/history/recordChoices';
import { isSecretName } from '../../../transport/secrets/isSecretName';
import { Dialog } from '../../../ui/frame/Dialog';
import { Button } from '../../../ui/inputs/Button';
import { valueText } from '../../../ui/table/valueText';

export function ConfirmSend({
  action,
  variables,
  choices,
  mayErase,
  onCancel,
  onConfirm,
}: {
  action: Action;
  variables: Readonly<Record<string, unknown>>;
  /** Returns the records that a field can refer to. */
  choices: (field: FormField, path: readonly string[]) => RecordChoices | null;
  /** Warns that fields that are not sent may be cleared. */
  mayErase: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const sentFields = action.form.filter(field => Object.hasOwn(variables, field.name));
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
          {/* Not "Cancel": beside a button such as "Cancel visit" that would be ambiguous. */}
          <Button onClick={onCancel}>{text('ui.close')}</Button>
          <Button type="submit" kind="danger">
            {action.label}
          </Button>
        </>
      }
    >
      <p>{text(mayErase ? 'actions.confirmErases' : 'actions.confirmHelp')}</p>
      {sentFields.length > 0 ? (
        <>
          <p className="quiet">{text('actions.confirmWith')}</p>
          <dl className="action-values">
            {sentFields.map(field => (
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

/** Shows the name of the record with a key; renders nothing until it is loaded. */
function RecordName({ choices, value }: { choices: RecordChoices | null; value: unknown }): ReactNode {
  const nameQuery = useMemo(() => (typeof value === 'string' ? (choices?.name(value) ?? null) : null), [choices, value]);
  const { value: name, isOld } = usePrepared(nameQuery, { fresh: true, screen: 'actions' });
  return name === null || isOld ? null : (
    <>
      {' '}
      <strong>{name}</strong>
    </>
  );
}
