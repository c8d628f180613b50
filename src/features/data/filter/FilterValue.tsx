/** The value of a filter: its form fields, their problems and their inputs. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { DraftForm, type DraftFormProps } from '../../../parts/form/DraftForm';
import type { Column } from '../../../schema/collections/columns/columns';
import type { FilterOperator } from '../../../schema/filters/filters';
import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldProblem, toVariables } from '../../../schema/forms/formValues';
import { FieldGroup } from '../../../ui/inputs/Field';
import { Checkbox } from '../../../ui/inputs/Select';
import { AmountHelp } from '../edit/fields/AmountHelp';
import { moneyOf } from '../edit/fields/minorAmounts';
import type { LoadedCurrency } from './loadedCurrency';
import type { FilterDraft } from './useFilterDraft';

/** The inputs of the value: checkboxes for several values of an enum, otherwise the inputs of any form. */
export function ValueInputs({
  draft,
  fields,
  problems,
  choices,
  amounts,
  docs,
}: {
  draft: FilterDraft;
  fields: readonly FormField[];
  problems: readonly FieldProblem[];
  choices: DraftFormProps['choices'];
  amounts: ReturnType<typeof filterAmounts>;
  docs: DraftFormProps['docs'];
}): ReactNode {
  const text = useText();
  const { drafts, attempted, setDrafts } = draft;
  if (fields.length === 0) return null;
  if (!fields.some(isEnumList))
    return (
      <DraftForm
        label={text('data.filterValue')}
        fields={fields}
        drafts={drafts}
        problems={problems}
        choices={choices}
        {...amounts}
        attempted={attempted}
        docs={docs}
        onChange={next => setDrafts(next as Drafts)}
      />
    );
  return fields
    .filter(isEnumList)
    .map(entry => (
      <EnumList
        key={entry.name}
        field={entry}
        draft={drafts[entry.name]}
        error={attempted && problems.length > 0 ? text('data.chooseOne') : undefined}
        onChange={next => setDrafts({ ...drafts, [entry.name]: next })}
      />
    ));
}

const isEnumList = (field: FormField): boolean => field.control.kind === 'list' && field.control.item.control.kind === 'enum';

/** Several values of an enum. Checkboxes show the choice at a glance; a list of selects would not. */
function EnumList({
  field,
  draft,
  error,
  onChange,
}: {
  field: FormField;
  draft: Draft;
  error: string | undefined;
  onChange: (draft: Draft) => void;
}): ReactNode {
  const options =
    field.control.kind === 'list' && field.control.item.control.kind === 'enum' ? field.control.item.control.options : [];
  const chosen: readonly Draft[] = Array.isArray(draft) ? draft : [];
  return (
    <FieldGroup label={field.label} error={error}>
      <div className="filter-options">
        {options.map(option => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            // In schema order, so that the same choice always gives the same URL.
            onChange={checked =>
              onChange(
                options.map(other => other.value).filter(value => (value === option.value ? checked : chosen.includes(value))),
              )
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** How the amounts of a filter are entered and explained. */
export function filterAmounts(
  column: Column | undefined,
  currency: LoadedCurrency | undefined,
  drafts: Drafts,
): Pick<DraftFormProps, 'aid' | 'money'> {
  if (column === undefined || currency === undefined) return {};
  const { code, isOnly } = currency;
  return {
    money(field) {
      const money = isOnly ? moneyOf(column, code) : null;
      return money && { ...money, label: field.label };
    },
    aid: ({ name }) => <AmountHelp column={column} value={drafts[name]} currency={code} isExample={!isOnly} />,
  };
}

/** The form fields for an operator's value: none, one, or two for "between". */
export function valueFields(operator: FilterOperator | undefined, label: string, from: string, to: string): FormField[] {
  const field = operator?.value;
  if (!operator || !field) return [];
  // No description: the user has already seen it in the column, and here it would separate the value from its button.
  const plain = { ...field, description: null, required: true, nullable: false, defaultValue: undefined };
  if (operator.targets.length === 1) return [{ ...plain, name: 'value', label }];
  return [
    { ...plain, name: '0', label: from },
    { ...plain, name: '1', label: to },
  ];
}

/** The problems of a filter's value. `drafts`: the input; `zoned`: the input in the server's time zone. */
export function valueProblems(fields: readonly FormField[], drafts: Drafts, zoned: Drafts): readonly FieldProblem[] {
  const { problems } = toVariables(fields, zoned);
  const isEmptyList = fields.some(
    entry => isEnumList(entry) && (drafts[entry.name] as readonly Draft[] | undefined)?.length === 0,
  );
  return isEmptyList ? [...problems, { path: ['value'], code: 'required' }] : problems;
}
