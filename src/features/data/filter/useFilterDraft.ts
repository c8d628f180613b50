/** The state of a filter that is being edited: its field, its operator and the drafts of its value. */
import { useState } from 'react';
import type { Filter, FilterCapability, FilterField, FilterOperator, FilterOperatorTag } from '../../../schema/filters/filters';
import type { Draft, Drafts } from '../../../schema/forms/formValues';

/** A filter that is being edited. */
export interface FilterDraft {
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
export function useFilterDraft(
  capability: FilterCapability,
  filter: Filter | null,
  field: string | null,
  first: FilterField | undefined,
): FilterDraft {
  const [chosen, setChosen] = useState(() => capability.fields.find(entry => entry.id === (filter?.field ?? field)) ?? first);
  // A date range relative to today has no operator with a value to edit.
  const known = filter?.operator === 'during' ? null : filter;
  const [tag, setTag] = useState<FilterOperatorTag>(() => known?.operator ?? usualOperator(chosen)?.tag ?? 'is');
  const [drafts, setDrafts] = useState<Drafts>(() => toDrafts(operatorOf(chosen, tag), known?.value));
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

/** The operator of a field with this tag. */
export function operatorOf(field: FilterField | undefined, tag: FilterOperatorTag): FilterOperator | undefined {
  return field?.operators.find(operator => operator.tag === tag);
}

/** The drafts of a value: one named `value`, or `0` and `1` for "between". */
export function toDrafts(operator: FilterOperator | undefined, value: Draft): Drafts {
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

/** The value that the drafts hold: one, or a pair for "between". */
export function fromDrafts(operator: FilterOperator | undefined, drafts: Drafts): Draft {
  if (!operator?.value) return undefined;
  return operator.targets.length === 1 ? drafts.value : [drafts[0], drafts[1]];
}

/** Converts the value of another operator to the form that this operator takes. */
function fitToOperator(operator: FilterOperator | undefined, value: Draft): Draft {
  const takesMany = operator?.value?.control.kind === 'list' || (operator?.targets.length ?? 1) > 1;
  if (takesMany) return Array.isArray(value) || value === undefined ? value : [value];
  return Array.isArray(value) ? (value[0] as Draft) : value;
}
