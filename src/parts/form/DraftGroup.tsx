/** A nested input object: its fields under one legend. An optional one is collapsed to a button; a OneOf input shows only the chosen field. */

import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Control, FormField } from '../../schema/forms/formModel';
import type { Draft, FieldPath } from '../../schema/forms/formValues';
import { Button } from '../../ui/inputs/Button';
import { FieldGroup, type FieldProps } from '../../ui/inputs/Field';
import { RadioGroup, Select } from '../../ui/inputs/Select';
import { FirstFields } from './FirstFields';
import { isDraftGroup } from './formDraft';

/** Props of `DraftGroup`. */
export interface DraftGroupProps {
  field: FormField;
  control: Extract<Control, { kind: 'group' | 'oneOf' }>;
  draft: Draft;
  path: FieldPath;
  head: Pick<FieldProps, 'label' | 'required' | 'help' | 'aside'>;
  /** Error message of the group itself. */
  error: string | undefined;
  /** Error messages of the fields inside, shown while the group is collapsed. */
  insideError: string | undefined;
  /** Collapsed although required, because it is inside a group of its own type. */
  folded: boolean;
  disabled: boolean;
  onChange: (draft: Draft) => void;
  /** Renders one field of the group. */
  children: (field: FormField, draft: Draft) => ReactNode;
}

/** Maximum number of choices shown as radio buttons. */
const FEW = 4;

export function DraftGroup(props: DraftGroupProps): ReactNode {
  const { field, control, draft, path, head, error, insideError, folded, disabled, onChange, children } = props;
  const text = useText();
  /** The chosen field of a OneOf input while it has no value. */
  const [picked, setPicked] = useState<string | null>(null);
  const isOpen = draft !== undefined || (field.required && !folded);
  if (!isOpen)
    return (
      <FieldGroup {...head} error={insideError}>
        <div>
          <Button icon="plus" disabled={disabled} onClick={() => onChange({})}>
            {text('form.addGroup', { label: field.label })}
          </Button>
        </div>
      </FieldGroup>
    );
  const drafts = isDraftGroup(draft) ? draft : {};
  const own = (name: string): Draft => (Object.hasOwn(drafts, name) ? drafts[name] : undefined);
  const remove =
    // The items of a list are removed by the list's own buttons.
    (field.required && !folded) || field.name === '' ? null : (
      <Button kind="quiet" icon="close" disabled={disabled} onClick={() => onChange(undefined)}>
        {text('form.removeGroup', { label: field.label })}
      </Button>
    );
  const legend = { ...head, aside: remove ?? head.aside };
  if (control.kind === 'group')
    return (
      <div className="draft-group">
        <FieldGroup {...legend} error={error}>
          <div className="draft-group-fields">
            <FirstFields fields={control.fields} drafts={drafts} path={path}>
              {inner => children(inner, own(inner.name))}
            </FirstFields>
          </div>
        </FieldGroup>
      </div>
    );
  const chosen =
    control.fields.find(inner => own(inner.name) !== undefined) ?? control.fields.find(inner => inner.name === picked) ?? null;
  const choices = control.fields.map(inner => ({ value: inner.name, label: inner.label }));
  // The value of the other field is removed, because exactly one may be set.
  const choose = (name: string): void => {
    setPicked(name === '' ? null : name);
    const kept = own(name) ?? begunWith(control.fields.find(inner => inner.name === name)?.control.kind);
    onChange(kept === undefined ? {} : Object.fromEntries([[name, kept]]));
  };
  return (
    <div className="draft-group">
      <FieldGroup {...legend} error={error}>
        {choices.length <= FEW ? (
          <RadioGroup
            row
            label={text('form.exactlyOne')}
            disabled={disabled}
            value={chosen?.name ?? null}
            options={choices}
            onChange={choose}
          />
        ) : (
          <Select
            aria-label={text('form.exactlyOne')}
            disabled={disabled}
            value={chosen?.name ?? ''}
            options={[{ value: '', label: text('form.choose') }, ...choices]}
            onChange={choose}
          />
        )}
        {chosen ? (
          <div className="draft-group-fields">{children({ ...chosen, required: true, nullable: false }, own(chosen.name))}</div>
        ) : null}
      </FieldGroup>
    </div>
  );
}

/** The initial draft of a chosen field: an empty list or group; undefined for a scalar until a value is entered. */
function begunWith(kind: Control['kind'] | undefined): Draft {
  if (kind === 'list') return [];
  return kind === 'group' || kind === 'oneOf' ? {} : undefined;
}
