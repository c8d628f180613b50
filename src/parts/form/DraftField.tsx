/**
 * One field of a generated form, with everything inside it: lists and groups contain fields again. Optional groups are folded until the user
 * opens them, so that an input type that contains itself unfolds only as far as needed.
 */

import { createContext, type ReactNode, useContext } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, FieldPath, FieldProblem } from '../../schema/forms/formValues';
import type { RecordChoices } from '../../session/history/recordChoices';
import { Button } from '../../ui/inputs/Button';
import { type ControlProps, Field, FieldGroup } from '../../ui/inputs/Field';
import { LongText } from '../../ui/text/LongText';
import { Markdown } from '../../ui/text/Markdown';
import { Pill } from '../../ui/text/Pill';
import { SafeLink } from '../../ui/text/SafeLink';
import { ChoiceInput, RADIO_OPTIONS } from './ChoiceInput';
import { DraftGroup } from './DraftGroup';
import { DraftList } from './DraftList';
import { FilesInput } from './FilesInput';
import { isWithin, pathKey } from './formDraft';
import { PickInput } from './PickInput';
import { problemWords } from './problemWords';
import { ScalarInput } from './ScalarInput';
import { SentMenu } from './SentMenu';

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

/** Props of `DraftField`. */
export interface DraftFieldProps {
  field: FormField;
  draft: Draft;
  path: FieldPath;
  /** Names of the input types it lies in: a required group inside itself stays folded. */
  within?: readonly string[];
  /** The label is read but not seen: items of a list. Default false. */
  hideLabel?: boolean;
}

/** The field. */
export function DraftField({ field, draft, path, within = [], hideLabel = false }: DraftFieldProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { problems, disabled: isDisabled, onChange, choices, docs, aid, standing } = useContext(DraftFormContext);
  const place = standing?.(path) ?? null;
  const disabled = isDisabled || place === 'locked';
  const change = (next: Draft): void => onChange(path, next);
  const { control } = field;
  const mine = problems.filter(problem => isWithin(problem.path, path));
  const own = mine.filter(problem => problem.path.length === path.length);
  const words = (shown: readonly FieldProblem[]): string | undefined =>
    shown.length === 0 ? undefined : [...new Set(shown.map(problem => problemWords(text, formats, problem)))].join(' ');
  const label = (
    <span title={field.name === '' ? undefined : field.name} dir="auto">
      {field.label}
      {field.deprecationReason === null ? null : (
        <>
          {' '}
          <Pill title={field.deprecationReason}>{text('form.deprecated')}</Pill>
        </>
      )}
    </span>
  );
  const beneath = aid?.(field, path) ?? null;
  const help = (
    <>
      {beneath}
      {hasHelp(field) ? <FieldHelp field={field} /> : null}
    </>
  );
  const aside = (
    <SentMenu
      field={field}
      draft={draft}
      docs={field.name === '' ? undefined : docs?.(field.name, within.at(-1) ?? null)}
      onChange={change}
      disabled={disabled}
    />
  );
  const head = {
    label,
    required: field.required && field.name !== '',
    help: hasHelp(field) || beneath !== null ? help : undefined,
    aside,
  };

  if (place === 'hidden') return null;
  if (
    draft === null ||
    draft === '' ||
    (control.kind === 'list' && Array.isArray(draft) && draft.length === 0 && !field.required)
  ) {
    const stand = draft === null ? 'form.isNull' : draft === '' ? 'form.isEmptyText' : 'form.isEmptyList';
    // A choice says "not sent" by itself, and has no empty text.
    if (draft === null || control.kind !== 'enum')
      return (
        <div className="draft-field" data-path={pathKey(path)}>
          <FieldGroup {...head} error={words(mine)}>
            <div className="draft-stand-in">
              <Pill>{text(stand)}</Pill>
              <Button kind="quiet" disabled={disabled} onClick={() => change(undefined)}>
                {text('form.enterValue')}
              </Button>
            </div>
          </FieldGroup>
        </div>
      );
  }

  switch (control.kind) {
    case 'list':
      if (control.item.control.kind === 'scalar' && control.item.control.scalar.kind === 'upload')
        return (
          <div className="draft-field" data-path={pathKey(path)}>
            <FieldGroup {...head} error={words(mine)}>
              <FilesInput multiple draft={draft} label={field.label} disabled={disabled} onChange={change} />
            </FieldGroup>
          </div>
        );
      return (
        <div className="draft-field" data-path={pathKey(path)}>
          <FieldGroup {...head} error={words(own)}>
            <DraftList field={field} item={control.item} draft={draft} disabled={disabled} onChange={change}>
              {(item, index, itemField) => (
                <DraftField field={itemField} draft={item} path={[...path, index]} within={within} hideLabel />
              )}
            </DraftList>
          </FieldGroup>
        </div>
      );
    case 'group':
    case 'oneOf':
      return (
        <div className="draft-field" data-path={pathKey(path)}>
          <DraftGroup
            field={field}
            control={control}
            draft={draft}
            head={{ ...head, aside: draft === undefined ? null : aside }}
            error={words(own)}
            // A server's error inside a group that is folded has no field to stand at.
            insideError={words(mine)}
            folded={within.includes(control.typeName)}
            disabled={disabled}
            onChange={change}
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
        </div>
      );
    case 'enum':
      if (control.options.length <= RADIO_OPTIONS && !hideLabel)
        return (
          <div className="draft-field" data-path={pathKey(path)}>
            <FieldGroup {...head} error={words(own)}>
              <ChoiceInput
                field={field}
                options={control.options}
                draft={draft}
                control={{ id: '' }}
                disabled={disabled}
                onChange={change}
              />
            </FieldGroup>
          </div>
        );
      return (
        <div className="draft-field" data-path={pathKey(path)}>
          <Field {...head} error={words(own)} hideLabel={hideLabel}>
            {props => (
              <ChoiceInput
                field={field}
                options={control.options}
                draft={draft}
                control={props}
                compact={hideLabel}
                disabled={disabled}
                onChange={change}
              />
            )}
          </Field>
        </div>
      );
    case 'scalar': {
      const { scalar } = control;
      const source = choices?.(field, path) ?? null;
      const input = (props: ControlProps): ReactNode => (
        <ScalarInput field={field} scalar={scalar} draft={draft} control={props} disabled={disabled} onChange={change} />
      );
      if (GROUPED.has(scalar.kind))
        return (
          <div className="draft-field" data-path={pathKey(path)}>
            <FieldGroup {...head} error={words(own)}>
              {scalar.kind === 'upload' ? (
                <FilesInput draft={draft} label={field.label} disabled={disabled} onChange={change} />
              ) : scalar.kind === 'boolean' ? (
                input({ id: '' })
              ) : (
                input
              )}
            </FieldGroup>
          </div>
        );
      return (
        <div className="draft-field" data-path={pathKey(path)}>
          <Field {...head} error={words(own)} hideLabel={hideLabel}>
            {props =>
              source ? (
                <PickInput source={source} value={typeof draft === 'string' ? draft : ''} disabled={disabled} onChoose={change}>
                  {input(props)}
                </PickInput>
              ) : (
                input(props)
              )
            }
          </Field>
        </div>
      );
    }
  }
}

/** Kinds whose control has more than one part: the label is that of a group. */
const GROUPED = new Set(['upload', 'boolean', 'date', 'time', 'dateTime', 'localDateTime']);

function hasHelp({ description, control }: FormField): boolean {
  return Boolean(description) || (control.kind === 'scalar' && control.scalar.kind === 'unknown');
}

/** Longer descriptions are folded, and shown as they were written. */
const LONG_HELP = 600;

/** The schema's description, and the name of a scalar that is not known here. */
function FieldHelp({ field: { description, control } }: { field: FormField }): ReactNode {
  const text = useText();
  const unknown = control.kind === 'scalar' && control.scalar.kind === 'unknown' ? control.scalar : null;
  return (
    <>
      {description ? (
        description.length > LONG_HELP ? (
          <LongText lines={3}>{description}</LongText>
        ) : (
          <Markdown>{description}</Markdown>
        )
      ) : null}
      {unknown ? (
        <p>
          {text('form.customScalar', { name: unknown.name })}{' '}
          {unknown.specifiedBy ? <SafeLink address={unknown.specifiedBy}>{text('form.specification')}</SafeLink> : null}
        </p>
      ) : null}
    </>
  );
}
