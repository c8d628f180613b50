/**
 * Asks for confirmation before an action is sent that is dangerous or may clear values, and shows the values that will be sent. The record
 * that the action changes is named as in the table and on its page (features/data/change/rows/RowActionDialog.tsx).
 */
import { type ReactNode, useMemo } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { inSentence } from '../../../lib/text/inSentence';
import { usePrepared } from '../../../parts/usePrepared';
import { readableKey } from '../../../schema/collections/recordTitle';
import type { FormField } from '../../../schema/forms/formModel';
import { valueAt } from '../../../schema/model/argumentPath';
import { isFileLike } from '../../../schema/model/scalarValues';
import { type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Action } from '../../../schema/mutations/actions';
import { changesOf } from '../../../schema/mutations/changes';
import { actionsFor } from '../../../schema/mutations/recordActions';
import type { RecordChoices } from '../../../session/history/recordChoices';
import { isSecretName } from '../../../transport/secrets/isSecretName';
import { Dialog } from '../../../ui/frame/Dialog';
import { Button } from '../../../ui/inputs/Button';
import { valueText } from '../../../ui/table/valueText';

export function ConfirmSend({
  model,
  action,
  variables,
  choices,
  mayErase,
  onCancel,
  onConfirm,
}: {
  model: SchemaModel;
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
  const record = useChangedRecord(model, action, variables, choices);
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
      title={
        record === null
          ? text('actions.confirmTitle', { action: action.label })
          : text(record.isDelete ? 'data.deleteTitle' : 'data.runTitleOne', { record: record.name, action: action.label })
      }
      onClose={onCancel}
      onSubmit={onConfirm}
      footer={
        <>
          {/* Not "Cancel": beside a button such as "Cancel visit" that would be ambiguous. */}
          <Button onClick={onCancel} data-autofocus>
            {record === null ? text('ui.close') : text('data.keepOne', { type: record.type })}
          </Button>
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

/** The record that the action changes: its name, or else its key; null if the action changes no single record. */
function useChangedRecord(
  model: SchemaModel,
  action: Action,
  variables: Readonly<Record<string, unknown>>,
  choices: (field: FormField, path: readonly string[]) => RecordChoices | null,
): { readonly type: string; readonly name: string; readonly isDelete: boolean } | null {
  const { about } = action;
  const target = useMemo(
    () =>
      about === null ? undefined : actionsFor(model, about).find(each => each.isOwn && each.action.id === action.id)?.target,
    [model, about, action],
  );
  const value = target && valueAt(variables, target);
  const [key, ...others] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const isKey = (typeof key === 'string' || typeof key === 'number') && others.length === 0;
  const field = target && isKey ? fieldAt(action.form, target) : undefined;
  const nameQuery = useMemo(
    () => (field && target ? (choices(field, target)?.name(String(key)) ?? null) : null),
    [choices, field, target, key],
  );
  const { value: name, isOld } = usePrepared(nameQuery, { acceptCached: true, screen: 'actions' });
  if (about === null || !isKey) return null;
  const type = typeLabel(model, about);
  return {
    type: inSentence(type),
    name: (isOld || nameQuery === null ? null : name) ?? `${type} ${readableKey(String(key))}`,
    isDelete: changesOf(model, about).delete?.action.id === action.id,
  };
}

/** The field at a path of a form. */
function fieldAt(fields: readonly FormField[], [head, ...tail]: readonly string[]): FormField | undefined {
  const field = fields.find(({ name }) => name === head);
  if (tail.length === 0) return field;
  return field?.control.kind === 'group' ? fieldAt(field.control.fields, tail) : undefined;
}

/** Shows the name of the record with a key; renders nothing until it is loaded. */
function RecordName({ choices, value }: { choices: RecordChoices | null; value: unknown }): ReactNode {
  const nameQuery = useMemo(() => (typeof value === 'string' ? (choices?.name(value) ?? null) : null), [choices, value]);
  const { value: name, isOld } = usePrepared(nameQuery, { acceptCached: true, screen: 'actions' });
  return name === null || isOld ? null : (
    <>
      {' '}
      <strong>{name}</strong>
    </>
  );
}
