/** Links from screens to Docs pages: for columns of tables, fields of forms and filters. */
import { type Column, readStep } from '../../schema/collections/columns/columns';
import type { FilterField } from '../../schema/filters/filters';
import { fieldOf, type SchemaModel, typeOf } from '../../schema/model/schemaModel';
import { href } from './navigation';

/** Docs link of a column: the relation field if the column shows another record, otherwise the last field of its path. */
export function columnDocs(
  model: SchemaModel,
  rowType: string,
  column: Pick<Column, 'path'> & Partial<Pick<Column, 'relation' | 'kind'>>,
): string {
  const steps = column.relation || column.kind === 'count' ? column.path.slice(0, 1) : column.path;
  let holder = rowType;
  let name = '';
  for (const step of steps) {
    const { typeName: on, fieldName } = readStep(step);
    if (name !== '') {
      const field = fieldOf(model, holder, name);
      holder = (field && typeOf(model, field.type)?.name) ?? holder;
    }
    holder = on ?? holder;
    name = fieldName;
  }
  return href(['docs', holder, name]);
}

/**
 * Returns a function for the Docs links of a form's fields, for DraftForm: a field of an input type links to that type, an argument to the
 * field that takes it.
 * @param root type that the path starts at: the root operation type, or the record type that contains a list
 * @param path field names from `root` to the field whose arguments the form fills in
 */
export function formDocs(
  model: SchemaModel,
  root: string,
  path: readonly string[],
): (name: string, inputType: string | null) => string {
  const holder = columnDocs(model, root, { path });
  return (name, inputType) => (inputType === null ? holder : href(['docs', inputType, name]));
}

/** Docs link of a filter: its column if known, otherwise the list field that takes the filter. */
export function filterDocs(
  model: SchemaModel,
  { parentType, field, rowType }: { parentType: string; field: { name: string }; rowType: string },
  filter: FilterField,
): string {
  return filter.column === null ? href(['docs', parentType, field.name]) : columnDocs(model, rowType, { path: filter.column });
}
