/** Creates or changes one filter: a field, an operator, and a value with the same inputs as in any form. Loaded when it is first opened. */
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useMemo, useRef } from 'react';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { form as formTexts } from '../../../i18n/english/form';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { withMessages } from '../../../i18n/withMessages';
import { type DraftFormProps, focusFirstProblem } from '../../../parts/form/DraftForm';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { Filter, FilterCapability, FilterField } from '../../../schema/filters/filters';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { href } from '../../../session/navigation/navigation';
import { Button } from '../../../ui/inputs/Button';
import { Field } from '../../../ui/inputs/Field';
import { Select } from '../../../ui/inputs/Select';
import { amountText } from '../edit/fields/minorAmounts';
import { keySource } from '../record/useKeyNames';
import { filterAmounts, ValueInputs, valueFields, valueProblems } from './FilterValue';
import { filterFieldOf } from './filterFieldOf';
import { operatorWords } from './filterWords';
import type { LoadedCurrency } from './loadedCurrency';
import { loadedValues } from './loadedValues';
import { Suggested } from './Suggested';
import { type FilterDraft, fromDrafts, operatorOf, toDrafts, useFilterDraft } from './useFilterDraft';
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
  /** Receives the result, and whether the user wants to add another filter. */
  onApply: (filter: Filter, goesOn: boolean) => void;
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
    onApply({ field: chosen.id, operator: tag, ...(value === undefined ? {} : { value }) }, goesOn.current);
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
        onSpan={span => onApply(span, false)}
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

/** The editor, bundled with its messages. */
export const FilterEditor = withMessages({ form: formTexts, data: dataEdit }, Editor);

/** Fields of visible columns first, in column order; then the others in the order of the schema. */
function inOrder(fields: readonly FilterField[], preferred: readonly string[]): FilterField[] {
  const shown = preferred.flatMap(id => fields.find(field => field.id === id) ?? []);
  return [...shown, ...fields.filter(field => !shown.includes(field))];
}
