/**
 * One field of a generated form with everything inside it: lists and groups contain further fields. Optional groups are collapsed until the
 * user opens them, so that a recursive input type is rendered only as deep as needed.
 */
import { type ReactNode, useContext } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { Text } from '../../i18n/language';
import { type Control, type FormField, isNumberControl } from '../../schema/forms/formModel';
import type { Draft, FieldPath, FieldProblem } from '../../schema/forms/formValues';
import type { RecordChoices } from '../../session/history/recordChoices';
import { Button } from '../../ui/inputs/Button';
import { type ControlProps, Field, FieldGroup } from '../../ui/inputs/Field';
import { Pill } from '../../ui/text/Pill';
import { ChoiceInput, RADIO_OPTIONS } from './ChoiceInput';
import { DraftGroup } from './DraftGroup';
import { DraftList } from './DraftList';
import { DraftFormContext, type FieldMoney } from './draftFormContext';
import { FieldHelp, hasHelp } from './FieldHelp';
import { FilesInput } from './FilesInput';
import { isWithin, pathKey } from './formDraft';
import { PickInput } from './PickInput';
import { problemWords } from './problemWords';
import { ScalarInput } from './ScalarInput';
import { SentMenu } from './SentMenu';

/** Props of `DraftField`. */
export interface DraftFieldProps {
  field: FormField;
  draft: Draft;
  path: FieldPath;
  /** Names of the enclosing input types: a required group inside a group of its own type stays collapsed. */
  within?: readonly string[];
  /** Hide the label visually, for items of a list. Default false. */
  hideLabel?: boolean;
}

/** Values that the render functions of a field share. */
interface FieldParts extends Required<DraftFieldProps> {
  /** The currency of an amount of money; null for any other field. */
  unit: FieldMoney | null;
  /** Label, help and menu, for `Field` and `FieldGroup`. */
  head: { label: ReactNode; required: boolean; help: ReactNode; aside: ReactNode };
  /** Problems of the field itself. */
  error: string | undefined;
  /** Problems of the field and of everything inside it. */
  anyError: string | undefined;
  disabled: boolean;
  onChange: (next: Draft) => void;
}

/** Renders a field. Its parts are functions and not components, so that the menu keeps the focus when the control is replaced. */
export function DraftField({ field, draft, path, within = [], hideLabel = false }: DraftFieldProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const {
    problems,
    disabled: isDisabled,
    onChange: onFormChange,
    choices,
    readsNames = false,
    docs,
    aid,
    money,
    standing,
  } = useContext(DraftFormContext);
  const unit = isNumberControl(field.control) ? (money?.(field, path) ?? null) : null;
  const place = standing?.(path) ?? null;
  const disabled = isDisabled || place === 'locked';
  const onChange = (next: Draft): void => onFormChange(path, next);
  const ownProblems = problems.filter(problem => isWithin(problem.path, path));
  const words = (shown: readonly FieldProblem[]): string | undefined =>
    shown.length === 0 ? undefined : [...new Set(shown.map(problem => problemWords(text, formats, problem, unit)))].join(' ');
  const aidContent = aid?.(field, path) ?? null;
  const help = (
    <>
      {aidContent}
      {hasHelp(field) ? <FieldHelp field={field} /> : null}
    </>
  );
  const head: FieldParts['head'] = {
    label: fieldLabel(text, unit === null ? field : { ...field, label: unit.label }),
    // A single value, as in a table cell, is not marked as required if another control offers null.
    required: field.required && field.name !== '' && !(hideLabel && field.nullable),
    help: hasHelp(field) || aidContent !== null ? help : undefined,
    aside: (
      <SentMenu
        field={field}
        draft={draft}
        docs={field.name === '' ? undefined : docs?.(field.name, within.at(-1) ?? null)}
        onChange={onChange}
        disabled={disabled}
      />
    ),
  };
  if (place === 'hidden') return null;
  const error = words(ownProblems.filter(problem => problem.path.length === path.length));
  const parts: FieldParts = {
    field,
    draft,
    path,
    unit,
    within,
    hideLabel,
    head,
    error,
    anyError: words(ownProblems),
    disabled,
    onChange,
  };
  const source = field.control.kind === 'scalar' ? (choices?.(field, path) ?? null) : null;
  return (
    <div className="draft-field" data-path={pathKey(path)}>
      {isStandIn(field, draft) ? standIn(text, parts) : controlOf(parts, source, readsNames)}
    </div>
  );
}

function fieldLabel(text: Text, { name, label, deprecationReason }: FormField): ReactNode {
  return (
    <span title={name === '' ? undefined : name} dir="auto">
      {label}
      {deprecationReason === null ? null : (
        <>
          {' '}
          <Pill title={deprecationReason}>{text('form.deprecated')}</Pill>
        </>
      )}
    </span>
  );
}

/** True for a value that the control cannot show: null, an empty string, an empty list. */
function isStandIn({ control, required }: FormField, draft: Draft): boolean {
  // An enum control has an option "not sent", and no empty string.
  if (draft === null) return true;
  if (control.kind === 'enum') return false;
  return draft === '' || (control.kind === 'list' && Array.isArray(draft) && draft.length === 0 && !required);
}

/** Replaces the control: shows the value, and a button to enter another one. */
function standIn(text: Text, { draft, head, anyError, disabled, onChange }: FieldParts): ReactNode {
  return (
    <FieldGroup {...head} error={anyError}>
      <div className="draft-stand-in">
        <Pill>{text(draft === null ? 'form.isNull' : draft === '' ? 'form.isEmptyText' : 'form.isEmptyList')}</Pill>
        <Button kind="quiet" disabled={disabled} onClick={() => onChange(undefined)}>
          {text('form.enterValue')}
        </Button>
      </div>
    </FieldGroup>
  );
}

/** The control for the field's kind. `source`: the records that the value can be chosen from; `readsNames`: see DraftFormState. */
function controlOf(parts: FieldParts, source: RecordChoices | null, readsNames: boolean): ReactNode {
  const { control } = parts.field;
  switch (control.kind) {
    case 'list':
      return listControl(parts, control);
    case 'group':
    case 'oneOf':
      return groupControl(parts, control);
    case 'enum':
      return enumControl(parts, control);
    case 'scalar':
      return scalarControl(parts, control, source, readsNames);
  }
}

type ControlOf<K extends Control['kind']> = Extract<Control, { kind: K }>;

function listControl(parts: FieldParts, { item }: ControlOf<'list'>): ReactNode {
  const { field, draft, path, within, head, disabled, onChange } = parts;
  if (item.control.kind === 'scalar' && item.control.scalar.kind === 'upload')
    return (
      <FieldGroup {...head} error={parts.anyError}>
        <FilesInput multiple draft={draft} label={field.label} disabled={disabled} onChange={onChange} />
      </FieldGroup>
    );
  return (
    <FieldGroup {...head} error={parts.error}>
      <DraftList field={field} item={item} draft={draft} disabled={disabled} onChange={onChange}>
        {(entry, index, itemField) => (
          <DraftField field={itemField} draft={entry} path={[...path, index]} within={within} hideLabel />
        )}
      </DraftList>
    </FieldGroup>
  );
}

function groupControl(parts: FieldParts, control: ControlOf<'group' | 'oneOf'>): ReactNode {
  const { field, draft, path, within, head, disabled, onChange } = parts;
  return (
    <DraftGroup
      field={field}
      control={control}
      draft={draft}
      path={path}
      head={{ ...head, aside: draft === undefined ? null : head.aside }}
      error={parts.error}
      // In a collapsed group, a server's error has no visible field to be shown at.
      insideError={parts.anyError}
      folded={within.includes(control.typeName)}
      disabled={disabled}
      onChange={onChange}
    >
      {(inner, innerDraft) => (
        <DraftField
          key={inner.name}
          field={inner}
          draft={innerDraft}
          path={[...path, inner.name]}
          within={[...within, control.typeName]}
        />
      )}
    </DraftGroup>
  );
}

function enumControl(
  { field, draft, head, error, hideLabel, disabled, onChange }: FieldParts,
  { options }: ControlOf<'enum'>,
): ReactNode {
  const shared = { field, options, draft, disabled, onChange };
  if (options.length <= RADIO_OPTIONS && !hideLabel)
    return (
      <FieldGroup {...head} error={error}>
        <ChoiceInput {...shared} control={{ id: '' }} />
      </FieldGroup>
    );
  return (
    <Field {...head} error={error} hideLabel={hideLabel}>
      {props => <ChoiceInput {...shared} control={props} compact={hideLabel} />}
    </Field>
  );
}

/** Kinds whose control has several parts: the label belongs to the group. */
const GROUPED = new Set(['upload', 'boolean', 'date', 'time', 'dateTime', 'localDateTime']);

function scalarControl(
  parts: FieldParts,
  { scalar }: ControlOf<'scalar'>,
  source: RecordChoices | null,
  readsNames: boolean,
): ReactNode {
  const { field, draft, unit, head, error, hideLabel, disabled, onChange } = parts;
  const input = (props: ControlProps): ReactNode => (
    <ScalarInput
      field={field}
      scalar={scalar}
      unit={unit}
      draft={draft}
      control={props}
      disabled={disabled}
      onChange={onChange}
    />
  );
  if (GROUPED.has(scalar.kind))
    return (
      <FieldGroup {...head} error={error} hideLabel={hideLabel}>
        {scalar.kind === 'upload' ? (
          <FilesInput draft={draft} label={field.label} disabled={disabled} onChange={onChange} />
        ) : scalar.kind === 'boolean' ? (
          input({ id: '' })
        ) : (
          input
        )}
      </FieldGroup>
    );
  return (
    <Field {...head} error={error} hideLabel={hideLabel}>
      {props =>
        source ? (
          <PickInput
            source={source}
            readsNames={readsNames}
            value={typeof draft === 'string' ? draft : ''}
            disabled={disabled}
            onChoose={onChange}
          >
            {input(props)}
          </PickInput>
        ) : (
          input(props)
        )
      }
    </Field>
  );
}
