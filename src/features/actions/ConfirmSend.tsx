/** Asks before something is taken away, and says with what it is sent. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { Action } from '../../schema/actions';
import { isFileLike } from '../../schema/scalars';
import { isSecretName } from '../../session/isSecretName';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { valueText } from '../../ui/valueText';

/** The window. */
export function ConfirmSend({
  action,
  variables,
  onCancel,
  onConfirm,
}: {
  action: Action;
  variables: Readonly<Record<string, unknown>>;
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
      title={text('actions.confirmTitle', { action: action.label })}
      onClose={onCancel}
      onSubmit={onConfirm}
      footer={
        <>
          <Button onClick={onCancel}>{text('ui.cancel')}</Button>
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
                <dd dir="auto">{shown(field.name)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </Dialog>
  );
}
