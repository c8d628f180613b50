/** Creates or changes one filter: a field, an operator, and a value with the same inputs as in any form. Loaded when it is first opened. */
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { form as formTexts } from '../../../i18n/english/form';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { withMessages } from '../../../i18n/withMessages';
import { DraftForm, type DraftFormProps, focusFirstProblem } from '../../../parts/form/DraftForm';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { Filter, FilterCapability, FilterField, FilterOperator, FilterOperatorTag } from '../../../schema/filters/filters';
import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldProblem, toVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { href } from '../../../session/navigation/navigation';
import { Button } from '../../../ui/inputs/Button';
import { Field, FieldGroup } from '../../../ui/inputs/Field';
import { Checkbox, Select } from '../../../ui/inputs/Select';
import { AmountHelp } from '../edit/fields/AmountHelp';
import { amountText, moneyOf } from '../edit/fields/minorAmounts';
import { keySource } from '../record/useKeyNames';
import { filterFieldOf } from './filterFieldOf';
import { operatorWords } from './filterWords';
import type { LoadedCurrency } from './loadedCurrency';
import { loadedValues } from './loadedValues';
import { Suggested } from './Suggested';
import { zonedValue } from './zonedFilters';

/** Props of `FilterEditor`. */
export interface FilterEditorProps {
  model: SchemaModel;
  capability: FilterCapability;
  /** The filter to change; null: create a new one. */
  filter: Filter | null;
  /** Field of a new filter; null: the first of `preferred`. */
  field: string | null;
  /** The visible columns. Their fields are listed before the others. */
  columns: readonly Column[];
  /** The loaded rows, whose values are suggested. */
  rows: readonly Row[];
  /** The currency of a column's amounts in minor units. */
  currencyOf: (column: Column | undefined) => LoadedCurrency | undefined;
  /** URL of the documentation of a field. */
  docs: (field: FilterField) => string;
  /** The other active filters. */
  others: readonly Filter[];
  /** Receives the result (a date range may be two filters), and whether the user wants to add another filter. */
  onApply: (filters: readonly Filter[], goesOn: boolean) => void;
  onCancel: () => void;
}

function Editor({
  model,
  capability,
  filter,
  field,
  columns,
  rows,
  currencyOf,
  docs,
  others,
  onApply,
  onCancel,
}: FilterEditorProps): ReactNode {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  // Which of the two buttons submits the form.
  const goesOn = useRef(false);
  const formats = useFormats();
  const preferred = columns.flatMap(column => filterFieldOf(capability, column)?.id ?? []);
  const fieldsInOrder = inOrder(capability.fields, preferred);
  const draft = useFilterDraft(capability, filter, field, fieldsInOrder[0]);
  const { chosen, tag, operator, drafts } = draft;
  const choices = useMemo<DraftFormProps['choices']>(() => {
    const records = createRecordChoices(model, null);
    return ({ control }) => keySource(records, operator, control);
  }, [model, operator]);
  // Focus the next input to fill in: the value if the field is known, otherwise the field.
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLElement>('select, input:not([type="hidden"]), textarea');
    const at = filter !== null || field !== null ? 2 : 0;
    (fields?.[at] ?? fields?.[0])?.focus();
  }, [filter, field]);
  if (!chosen) return null;
  const column = columns.find(entry => filterFieldOf(capability, entry)?.id === chosen.id);
  const currency = currencyOf(column);
  const amounts = filterAmounts(column, currency, drafts);
  const fields = valueFields(operator, text('data.filterValue'), text('data.filterFromValue'), text('data.filterToValue'));

  const value = zonedValue(operator, fromDrafts(operator, drafts), formats.timeZone);
  const problems = valueProblems(fields, drafts, operator?.value ? toDrafts(operator, value) : drafts);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    draft.setAttempted(true);
    if (problems.length > 0) {
      requestAnimationFrame(() => focusFirstProblem(form.current));
      return;
    }
    onApply([{ field: chosen.id, operator: tag, ...(value === undefined ? {} : { value }) }], goesOn.current);
  };
  return (
    <form ref={form} className="filter-editor" onSubmit={submit} noValidate>
      <FieldAndOperator draft={draft} chosen={chosen} fields={fieldsInOrder} />
      <ValueInputs
        draft={draft}
        fields={fields}
        problems={problems}
        choices={choices}
        amounts={amounts}
        docs={(name, inputType) => (inputType === null ? docs(chosen) : href(['docs', inputType, name]))}
      />
      <Suggested
        capability={capability}
        others={others}
        field={chosen}
        operator={operator}
        values={loadedValues(rows, column)}
        wordsOf={value => (column && currency?.isOnly && amountText(column, value, currency.code, formats)) || value}
        onValue={value => {
          // A suggested value is a whole one.
          if (tag === 'contains' && operatorOf(chosen, 'is')) draft.chooseOperator('is');
          draft.setDrafts({ value });
        }}
        onSpan={filters => onApply(filters, false)}
      />
      <EditorButtons isNew={filter === null} goesOn={goesOn} onCancel={onCancel} />
    </form>
  );
}

/** The selects of the field and of the operator. */
function FieldAndOperator({
  draft,
  chosen,
  fields,
}: {
  draft: FilterDraft;
  chosen: FilterField;
  fields: readonly FilterField[];
}): ReactNode {
  const text = useText();
  return (
    <div className="filter-editor-head">
      <Field label={text('data.filterField')}>
        {control => (
          <Select
            {...control}
            value={chosen.id}
            options={fields.map(entry => ({ value: entry.id, label: entry.label }))}
            onChange={draft.chooseField}
          />
        )}
      </Field>
      <Field label={text('data.filterOperator')}>
        {control => (
          <Select
            {...control}
            value={draft.tag}
            options={chosen.operators.map(entry => ({ value: entry.tag, label: operatorWords(text, entry) }))}
            onChange={draft.chooseOperator}
          />
        )}
      </Field>
    </div>
  );
}

/** The inputs of the value: checkboxes for several values of an enum, otherwise the inputs of any form. */
function ValueInputs({
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

/** How the amounts of a filter are entered and explained. */
function filterAmounts(
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

/** The buttons below a filter. `goesOn` is called with true if the user wants to add another filter. */
function EditorButtons({
  isNew,
  goesOn,
  onCancel,
}: {
  isNew: boolean;
  goesOn: RefObject<boolean>;
  onCancel: () => void;
}): ReactNode {
  const text = useText();
  return (
    <div className="filter-editor-foot">
      <Button onClick={onCancel}>{text('ui.cancel')}</Button>
      {isNew ? (
        <Button
          type="submit"
          onClick={() => {
            goesOn.current = true;
          }}
        >
          {text('data.filterAnother')}
        </Button>
      ) : null}
      <Button
        kind="primary"
        type="submit"
        onClick={() => {
          goesOn.current = false;
        }}
      >
        {text('data.applyFilter')}
      </Button>
    </div>
  );
}

/** A filter that is being edited. */
interface FilterDraft {
  readonly chosen: FilterField | undefined;
  readonly tag: FilterOperatorTag;
  readonly operator: FilterOperator | undefined;
  readonly drafts: Drafts;
  readonly attempted: boolean;
  readonly setDrafts: (drafts: Drafts) => void;
  readonly setAttempted: (attempted: boolean) => void;
  readonly chooseField: (id: string) => void;
  readonly chooseOperator: (tag: FilterOperatorTag) => void;
}

/** The field, the operator and the value of a filter. A new filter has the field with the id `field`, otherwise `first`. */
function useFilterDraft(
  capability: FilterCapability,
  filter: Filter | null,
  field: string | null,
  first: FilterField | undefined,
): FilterDraft {
  const [chosen, setChosen] = useState(() => capability.fields.find(entry => entry.id === (filter?.field ?? field)) ?? first);
  const [tag, setTag] = useState<FilterOperatorTag>(() => filter?.operator ?? usualOperator(chosen)?.tag ?? 'is');
  const [drafts, setDrafts] = useState<Drafts>(() => toDrafts(operatorOf(chosen, tag), filter?.value));
  const [attempted, setAttempted] = useState(false);
  const operator = operatorOf(chosen, tag);
  const chooseField = (id: string): void => {
    const next = capability.fields.find(entry => entry.id === id);
    const nextOperator = next?.operators.find(entry => entry.tag === tag && tag !== 'is') ?? usualOperator(next);
    if (!next || !nextOperator) return;
    setChosen(next);
    setTag(nextOperator.tag);
    setDrafts({});
    setAttempted(false);
  };
  const chooseOperator = (next: FilterOperatorTag): void => {
    const nextOperator = operatorOf(chosen, next);
    setTag(next);
    // Keep the entered value where it fits: from "is" to "is one of", from "is after" to "is between".
    setDrafts(toDrafts(nextOperator, fitToOperator(nextOperator, fromDrafts(operator, drafts))));
    setAttempted(false);
  };
  return { chosen, tag, operator, drafts, attempted, setDrafts, setAttempted, chooseField, chooseOperator };
}

/** The operator of a new filter: for a text that can be searched, a part of it is enough. */
const usualOperator = (field: FilterField | undefined): FilterOperator | undefined =>
  field?.operators.find(({ tag }) => tag === 'contains') ?? field?.operators[0];

/** The problems of a filter's value. `drafts`: the input; `zoned`: the input in the server's time zone. */
function valueProblems(fields: readonly FormField[], drafts: Drafts, zoned: Drafts): readonly FieldProblem[] {
  const { problems } = toVariables(fields, zoned);
  const isEmptyList = fields.some(
    entry => isEnumList(entry) && (drafts[entry.name] as readonly Draft[] | undefined)?.length === 0,
  );
  return isEmptyList ? [...problems, { path: ['value'], code: 'required' }] : problems;
}

/** The editor, bundled with its messages. */
export const FilterEditor = withMessages({ form: formTexts, data: dataEdit }, Editor);

/** Fields of visible columns first, in column order; then the others in the order of the schema. */
function inOrder(fields: readonly FilterField[], preferred: readonly string[]): FilterField[] {
  const shown = preferred.flatMap(id => fields.find(field => field.id === id) ?? []);
  return [...shown, ...fields.filter(field => !shown.includes(field))];
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

function operatorOf(field: FilterField | undefined, tag: FilterOperatorTag): FilterOperator | undefined {
  return field?.operators.find(operator => operator.tag === tag);
}

/** The form fields for an operator's value: none, one, or two for "between". */
function valueFields(operator: FilterOperator | undefined, label: string, from: string, to: string): FormField[] {
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

function toDrafts(operator: FilterOperator | undefined, value: Draft): Drafts {
  if (!operator?.value || value === undefined) return {};
  if (operator.targets.length === 1) return { value: typedBoolean(operator, value) };
  const list: readonly Draft[] = Array.isArray(value) ? value : [value];
  return { 0: list[0] || undefined, 1: list[1] || undefined };
}

/** URLs contain only strings. Convert "true" and "false" to the booleans that the form expects. */
function typedBoolean(operator: FilterOperator, value: Draft): Draft {
  const control = operator.value?.control;
  const isBoolean = control?.kind === 'scalar' && control.scalar.kind === 'boolean';
  return isBoolean && typeof value === 'string' ? value === 'true' : value;
}

function fromDrafts(operator: FilterOperator | undefined, drafts: Drafts): Draft {
  if (!operator?.value) return undefined;
  return operator.targets.length === 1 ? drafts.value : [drafts[0], drafts[1]];
}

/** Converts the value of another operator to the form that this operator takes. */
function fitToOperator(operator: FilterOperator | undefined, value: Draft): Draft {
  const takesMany = operator?.value?.control.kind === 'list' || (operator?.targets.length ?? 1) > 1;
  if (takesMany) return Array.isArray(value) || value === undefined ? value : [value];
  return Array.isArray(value) ? (value[0] as Draft) : value;
}
