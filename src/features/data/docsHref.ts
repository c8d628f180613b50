/** Where the documentation of a column's field is. */
import { type Column, readStep } from '../../schema/columns';
import { fieldOf, type SchemaModel, typeOf } from '../../schema/schemaModel';
import { href } from '../../session/navigation';

/** Address of the field's page: of the relation where the column names another record, else of the field the path ends at. */
export function docsHref(model: SchemaModel, rowType: string, column: Column): string {
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
