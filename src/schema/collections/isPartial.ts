/** Decides whether a field may return only a part of its value, which must not be sent back in place of the whole. */
import { scalarInfo } from '../model/scalars';
import { type ArgumentModel, type FieldModel, isList, type SchemaModel, typeOf } from '../model/schemaModel';
import { isPlainLeaf } from './displayField';
import { findPaging } from './paging';

/** Input objects with these names return the whole list if they are left out. */
const CONDITIONS = /^_?(where|filters?|conditions?)$/i;
const ORDER = /^_?(order|sort)/i;

/**
 * True for a field that may return only a part of its value if its arguments are left out, or another form of it: a page of a list, a list
 * without what is archived (`includeArchived: Boolean`), a text that is cut (`length: Int = 100`) or rendered (`format: HTML`). An order, and
 * conditions without a default value, leave nothing out. Neither do texts for a single value, such as the `path` of Hasura's JSON.
 */
export function isPartial(model: SchemaModel, field: FieldModel | undefined): boolean {
  if (field === undefined || field.args.size === 0) return false;
  const isValue = isPlainLeaf(model, field);
  const isHarmless = ({ name, type, defaultValue }: ArgumentModel): boolean => {
    const isOpen = defaultValue === null || /^(null|\{\s*\}|\[\s*\])$/.test(defaultValue);
    const target = typeOf(model, type);
    const isText = target?.kind === 'scalar' && /^(text|id)$/.test(scalarInfo(target).kind);
    if (ORDER.test(name)) return true;
    return isOpen && (isList(type) || (isValue ? isText : CONDITIONS.test(name) && target?.kind === 'input'));
  };
  if (![...field.args.values()].every(isHarmless)) return true;
  return !isValue && findPaging(model, field, { hasCursor: true, hasToken: true, fromZero: false }).used.length > 0;
}
