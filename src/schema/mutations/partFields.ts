/**
 * Own objects of a record that its update takes as a whole: `fee {amount currency}` by `fee: MoneyInput`. Each part is edited as a field of its
 * own, named by its path (`fee.amount`, which no name of GraphQL is). What is sent is the whole object, so that the parts that were not changed
 * stay, whether the server merges the object or replaces it. Where a record does not hold every part, none is edited: the rest would be lost.
 */
import { columnAt } from '../collections/columns/columns';
import { valuesType } from '../collections/displayField';
import type { FormField } from '../forms/formModel';
import type { SchemaModel } from '../model/schemaModel';

const MOST_LEVELS = 4;
const MOST_PARTS = 30;

/** The parts of a field of an update, with their paths as names; null for a field that takes no own object, or more than the record holds. */
export function partFields(model: SchemaModel, typeName: string, field: FormField): readonly FormField[] | null {
  if (field.control.kind !== 'group') return null;
  return model.remember(`parts of ${typeName} ${field.name} ${field.control.typeName}`, () => {
    const base = valuesType(model, typeName) === null ? [] : ['attributes'];
    const parts = partsIn(model, typeName, base, field, 1);
    return parts === null || parts.length === 0 || parts.length > MOST_PARTS ? null : parts;
  });
}

function partsIn(
  model: SchemaModel,
  typeName: string,
  base: readonly string[],
  { name, nullable, control }: FormField,
  level: number,
): FormField[] | null {
  if (control.kind !== 'group' || level > MOST_LEVELS || control.fields.length > MOST_PARTS) return null;
  const parts: FormField[] = [];
  for (const inner of control.fields) {
    const path = `${name}.${inner.name}`;
    const part: FormField = {
      ...inner,
      name: path,
      required: false,
      nullable: inner.nullable || nullable,
      defaultValue: undefined,
    };
    if (inner.control.kind === 'group') {
      const within = partsIn(model, typeName, base, part, level + 1);
      if (within === null) return null;
      parts.push(...within);
      continue;
    }
    const column = isPlainField(inner) ? columnAt(model, typeName, [...base, ...path.split('.')]) : null;
    // A path that ends at an object goes on to the field that names it: that is not what the part takes.
    if (column === null || column.relation !== null || column.path.length !== base.length + path.split('.').length) return null;
    if ((column.kind === 'list') !== (inner.control.kind === 'list')) return null;
    parts.push(part);
  }
  return parts;
}

/** True where one control enters the value: no nested input, and no file. */
export function isPlainField({ control }: FormField): boolean {
  if (control.kind === 'enum') return true;
  if (control.kind === 'scalar') return control.scalar.kind !== 'upload';
  return control.kind === 'list' && (control.item.control.kind === 'scalar' || control.item.control.kind === 'enum');
}

/**
 * The whole object of its parts.
 * @param values by the paths of the parts
 * @param missing takes the paths of parts that the input wants and that have no value
 */
export function wholeValue(
  field: FormField,
  values: Readonly<Record<string, unknown>>,
  missing: string[] = [],
  path: string = field.name,
): unknown {
  if (field.control.kind !== 'group') return null;
  const holes: string[] = [];
  const entries = field.control.fields.flatMap((inner): Array<[string, unknown]> => {
    const at = `${path}.${inner.name}`;
    const isGroup = inner.control.kind === 'group';
    const value = isGroup ? wholeValue(inner, values, holes, at) : Object.hasOwn(values, at) ? values[at] : undefined;
    if (!isGroup && (value === undefined || (value === null && inner.required))) holes.push(at);
    return value !== null || inner.nullable ? [[inner.name, value]] : [];
  });
  // With no part there is no object, where there may be none.
  const isEmpty = holes.length > 0 && entries.every(([, value]) => value === null);
  if (!isEmpty || !field.nullable) missing.push(...holes);
  return isEmpty ? null : Object.fromEntries(entries);
}
