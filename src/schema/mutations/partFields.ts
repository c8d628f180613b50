/**
 * Supports nested objects of a record that its update takes as a whole, such as `fee {amount currency}` with the input `fee: MoneyInput`.
 * Each part is edited as a separate field with its path as name (`fee.amount`, which is no valid GraphQL name). The whole object is sent,
 * so that unchanged parts are kept, whether the server merges or replaces the object. If the record does not contain every part, none can
 * be edited, because the missing parts would be lost.
 */
import { columnAt } from '../collections/columns/columns';
import { CURRENCY, valuesType } from '../collections/displayField';
import type { FormField } from '../forms/formModel';
import type { SchemaModel } from '../model/schemaModel';

const MOST_LEVELS = 4;
const MOST_PARTS = 30;

/** The parts of an update's field, with their paths as names. Null if the field takes no object, or takes parts that the record lacks. */
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
    // `columnAt` extends a path that ends at an object to its naming field. The part does not take that value.
    if (column === null || column.relation !== null || column.path.length !== base.length + path.split('.').length) return null;
    if ((column.kind === 'list') !== (inner.control.kind === 'list')) return null;
    parts.push(part);
  }
  return parts;
}

/** True if a single control can edit the value: a scalar (except a file), an enum, or a list of these. */
export function isPlainField({ control }: FormField): boolean {
  if (control.kind === 'enum') return true;
  if (control.kind === 'scalar') return control.scalar.kind !== 'upload';
  return control.kind === 'list' && (control.item.control.kind === 'scalar' || control.item.control.kind === 'enum');
}

/**
 * The values of a record with its changes. If an amount is removed, its currency is removed too: a currency alone has no meaning, and the
 * object could not become null.
 */
export function changedRow({ name, nullable, control }: FormField, row: Row, changes: Row): Row {
  const values = { ...row, ...changes };
  if (!nullable || control.kind !== 'group') return values;
  const isUnchangedCurrency = (part: FormField): boolean =>
    CURRENCY.test(part.name) && !Object.hasOwn(changes, `${name}.${part.name}`);
  const others = control.fields.filter(part => !isUnchangedCurrency(part));
  const isRemoved = others.some(part => part.required) && others.every(part => valueIn(values, `${name}.${part.name}`) === null);
  if (!isRemoved) return values;
  return {
    ...values,
    ...Object.fromEntries(control.fields.filter(isUnchangedCurrency).map(part => [`${name}.${part.name}`, null])),
  };
}

type Row = Readonly<Record<string, unknown>>;

const valueIn = (values: Row, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

/**
 * Builds the whole object from its parts; null if all parts are empty.
 * @param values the values of the parts, by path
 * @param missing receives the paths of required parts without a value
 */
export function wholeValue(field: FormField, values: Row, missing: string[] = [], path: string = field.name): unknown {
  if (field.control.kind !== 'group') return null;
  const holes: string[] = [];
  const entries = field.control.fields.flatMap((inner): Array<[string, unknown]> => {
    const at = `${path}.${inner.name}`;
    const isGroup = inner.control.kind === 'group';
    const value = isGroup ? wholeValue(inner, values, holes, at) : valueIn(values, at);
    if (!isGroup && (value === undefined || (value === null && inner.required))) holes.push(at);
    return value !== null || inner.nullable ? [[inner.name, value]] : [];
  });
  // If all parts are empty, a nullable object becomes null.
  const isEmpty = (holes.length > 0 || field.nullable) && entries.every(([, value]) => value === null);
  if (!isEmpty || !field.nullable) missing.push(...holes);
  return isEmpty ? null : Object.fromEntries(entries);
}
