/** Addresses of Docs pages for what stands on a screen: columns of tables, fields of forms, filters. */
import { type Column, readStep } from '../../schema/collections/columns/columns';
import type { FilterField } from '../../schema/filters/filters';
import { fieldOf, type SchemaModel, typeOf } from '../../schema/model/schemaModel';
import { href } from './navigation';

/** Address of a column's field: of the relation where the column names another record, else of the field the path ends at. */
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
 * Makes the addresses of a form's fields, for DraftForm: a field of an input type at that type, an argument at its own field.
 * @param root type the path begins at: that of queries, mutations or subscriptions, or of the record that holds a list
 * @param path fields from there to the one whose arguments the form fills in
 */
export function formDocs(
  model: SchemaModel,
  root: string,
  path: readonly string[],
): (name: string, inputType: string | null) => string {
  const holder = columnDocs(model, root, { path });
  return (name, inputType) => (inputType === null ? holder : href(['docs', inputType, name]));
}

/** Address of what a filter speaks of: the column where one is known, else the list field that takes it. */
export function filterDocs(
  model: SchemaModel,
  { parentType, field, rowType }: { parentType: string; field: { name: string }; rowType: string },
  filter: FilterField,
): string {
  return filter.column === null ? href(['docs', parentType, field.name]) : columnDocs(model, rowType, { path: filter.column });
}
