/** Builds the entries of the column chooser. Entries inside relations are built when they are read. */

import { fieldLabel } from '../../model/readableName';
import {
  type FieldModel,
  fieldsOf,
  isComposite,
  isLeaf,
  isList,
  needsNoArguments,
  type SchemaModel,
  typeLabel,
  typeOf,
} from '../../model/schemaModel';
import { displayPath } from '../displayField';
import { findList } from '../listShape';
import { type Column, columnAt, MOST_STEPS, NAMING_STEP, readStep, sharedFields } from './columns';

/** An entry of the column chooser. */
export interface ColumnChoice {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** The column that the entry adds; null if only entries inside it can be chosen. */
  readonly column: Column | null;
  /** The related type and its entries, built when read; null for a scalar, an enum or a paged list. */
  readonly inside: { readonly typeName: string; readonly choices: readonly ColumnChoice[] } | null;
}

/**
 * All possible columns for rows of a type: values, relations (with their own choices) and counts of lists. Fields with required arguments
 * are left out. Choices inside a relation are built when read, so that circular types cause no endless recursion.
 * @param within the path from the row to the type, for the choices inside a relation
 */
export function columnChoices(
  model: SchemaModel,
  typeName: string,
  within: { rowType: string; path: readonly string[] } = { rowType: typeName, path: [] },
): ColumnChoice[] {
  const type = model.types.get(typeName);
  const choices = [...fieldsOf(type).values()].flatMap(field => choiceOf(model, field, field.name, within));
  if (type?.kind === 'union' || type?.kind === 'interface') {
    const shared = sharedFields(model, typeName).map(name => NAMING_STEP + name);
    for (const step of [...shared.reverse(), NAMING_STEP, '__typename']) {
      const column =
        displayPath(model, typeName) !== null && step === NAMING_STEP
          ? null
          : columnAt(model, within.rowType, [...within.path, step]);
      if (column !== null)
        choices.unshift({ id: column.id, label: column.label, description: null, deprecationReason: null, column, inside: null });
    }
    for (const member of type.possibleTypes) {
      for (const field of fieldsOf(model.types.get(member)).values()) {
        if (!fieldsOf(type).has(field.name)) choices.push(...choiceOf(model, field, `${member}:${field.name}`, within));
      }
    }
  }
  return choices;
}

function choiceOf(
  model: SchemaModel,
  field: FieldModel,
  step: string,
  within: { rowType: string; path: readonly string[] },
): ColumnChoice[] {
  if (field.hidden || !needsNoArguments(field) || within.path.length >= MOST_STEPS - 2) return [];
  const path = [...within.path, step];
  const type = typeOf(model, field.type);
  const { typeName: on } = readStep(step);
  // Amounts in cents are shown as money, with the name that their column has.
  const label = field.label ?? fieldLabel(field.format?.amountName ?? field.name);
  const base = {
    id: path.join('.'),
    label: on === null ? label : `${label} (${typeLabel(model, on)})`,
    description: field.description,
    deprecationReason: field.deprecationReason,
  };
  const column = columnAt(model, within.rowType, path);
  if (isLeaf(type)) return column === null ? [] : [{ ...base, column, inside: null }];
  if (!isComposite(type)) return [];
  const list = isList(field.type) ? null : findList(model, field.type);
  // A paged list inside a row is offered as one column (its count, or the names of its first rows). Its rows have their own table.
  if (list !== null) return column === null ? [] : [{ ...base, column, inside: null }];
  return [
    {
      ...base,
      column,
      get inside() {
        return { typeName: type.name, choices: columnChoices(model, type.name, { rowType: within.rowType, path }) };
      },
    },
  ];
}
