/** Decides whether a field may return only a part of its value. Such a part must not be sent back instead of the whole value. */
import { scalarInfo } from '../model/scalars';
import { type ArgumentModel, type FieldModel, isList, type SchemaModel, typeOf } from '../model/schemaModel';
import { isPlainLeaf } from './displayField';
import { findPaging } from './paging/paging';

/** Arguments with these names filter the list; without them the field returns the whole list. */
const CONDITIONS = /^_?(where|filters?|conditions?)$/i;
const ORDER = /^_?(order|sort)/i;

/**
 * True for a field that, without arguments, may return only a part of its value or a different form of it: a page of a list, a list without
 * archived items (`includeArchived: Boolean`), text that is truncated (`length: Int = 100`) or rendered (`format: HTML`). Arguments for
 * sorting and filters without default values leave nothing out. Nor do String arguments of a single value, such as the `path` of Hasura's
 * JSON.
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
