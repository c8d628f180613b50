/**
 * Part of findFilters.ts: filters that are a list of conditions, each with the name of its field
 * (`filters: [{field: NAME, operator: CONTAINS, value: "x"}]`). Supported only if the operators are an enum, so that nothing is guessed. If
 * the field name is a string, the scalar fields of the row are offered, as in findSorting.ts.
 */

import { rowField, rowValueNames } from '../collections/columns/rowFields';
import { formField } from '../forms/formModel';
import { type ArgumentPath, isSingleLeaf } from '../model/argumentPath';
import { scalarInfo } from '../model/scalars';
import {
  type ArgumentModel,
  fieldsOf,
  isList,
  isRequiredArgument,
  nullable,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';
import { type FoundOperator, LIKE_PATTERNS, operatorNamed, TEXT_OPERATORS } from './filterOperators';

const FIELD = /^(field|field_?name|column|column_?name|property|attribute|key|name|path)$/i;
const OPERATOR = /^(operator|op|operation|comparator|comparison|condition|predicate|filter_?type|match_?type)$/i;
const VALUE_NAME = /^value$/i;
const VALUES_NAME = /^values$/i;

/** The filter operators of one field. */
export interface FilterEntries {
  /** The server's name for the field. */
  readonly name: string;
  /** The path of the column; null if no column matches. */
  readonly column: readonly string[] | null;
  readonly operators: readonly FoundOperator[];
}

/**
 * The fields that a list of conditions can filter by; [] if the input type is not such a condition.
 * @param inner the input fields of one condition
 * @param path the path of the list
 */
export function filterEntries(
  model: SchemaModel,
  inner: readonly ArgumentModel[],
  path: ArgumentPath,
  rowType: string,
): FilterEntries[] {
  const called = (pattern: RegExp): ArgumentModel | undefined => inner.find(entry => pattern.test(entry.name));
  const [field, operator, value, values] = [called(FIELD), called(OPERATOR), called(VALUE_NAME), called(VALUES_NAME)];
  const operators = operator && isSingleLeaf(model, operator) ? typeOf(model, nullable(operator.type)) : undefined;
  if (field === undefined || operator === undefined || operators?.kind !== 'enum' || !isSingleLeaf(model, field)) return [];
  const known = [field, operator, value, values];
  if (inner.some(entry => isRequiredArgument(entry) && !known.includes(entry))) return [];
  const named = typeOf(model, nullable(field.type));
  const names = named?.kind === 'enum' ? named.values.map(entry => entry.name) : rowValueNames(model, rowType);
  return names.flatMap(name => {
    const column = rowField(model, rowType, name);
    const found = operators.values.flatMap(({ name: word }): FoundOperator[] => {
      const meant = operatorNamed(word);
      if (meant === null) return [];
      const many = meant === 'in' || meant === 'notIn';
      const isNull = meant === 'isNull' || meant === 'isNotNull';
      const place = isNull ? undefined : many ? values : value;
      const others = [value, values].filter(entry => entry !== place);
      if ((!isNull && place === undefined) || others.some(entry => entry && isRequiredArgument(entry))) return [];
      const control = place && enteredAs(model, place, rowType, column, many);
      if (place && !control) return [];
      // The enum is the same for all fields, so text operators are left out for numbers and dates.
      if (control && TEXT_OPERATORS.has(meant) && !/^(text|longText|email|url)$/.test(scalarKind(model, control))) return [];
      const encoding = {
        as: 'entry',
        entry: { [field.name]: name, [operator.name]: word },
        value: place?.name ?? null,
        asText: place !== undefined && isText(model, place),
      } as const;
      const entered = { targets: [path], value: control ? formField(model, control) : null };
      const patterns = meant === 'like' ? LIKE_PATTERNS : [];
      return [
        { ...entered, tag: meant, encoding },
        ...patterns.map(([tag, pattern]) => ({ ...entered, tag, encoding: { ...encoding, pattern } })),
      ];
    });
    // If a server has several words for the same operator, the first is used.
    const first = found.filter((each, at) => found.findIndex(other => other.tag === each.tag) === at);
    return first.length === 0 ? [] : [{ name, column, operators: first }];
  });
}

/**
 * The argument that defines the form field of the value. If the server takes text or any value, it has the type of the column. Null if the
 * value cannot be entered.
 */
function enteredAs(
  model: SchemaModel,
  place: ArgumentModel,
  rowType: string,
  column: readonly string[] | null,
  many: boolean,
): ArgumentModel | null {
  if (isList(place.type) !== many) return null;
  if (!isText(model, place) && !isAnything(model, place))
    return typeOf(model, nullable(itemOf(place.type)))?.kind === 'input' ? null : place;
  const typed = column === null ? undefined : fieldsOf(model.types.get(rowType)).get(column[0] ?? '')?.type;
  const leaf = typed === undefined || isList(typed) ? undefined : typeOf(model, nullable(typed));
  if (typed === undefined || (leaf?.kind !== 'scalar' && leaf?.kind !== 'enum')) return place;
  return { ...place, type: many ? { kind: 'list', of: nullable(typed) } : nullable(typed) };
}

function itemOf(type: TypeRef): TypeRef {
  const bare = nullable(type);
  return bare.kind === 'list' ? bare.of : bare;
}

/** True if the argument takes text: any value can be written as text. */
const isText = (model: SchemaModel, place: ArgumentModel): boolean => /^(text|id)$/.test(scalarKind(model, place));
const isAnything = (model: SchemaModel, place: ArgumentModel): boolean => /^(json|unknown)$/.test(scalarKind(model, place));

function scalarKind(model: SchemaModel, place: ArgumentModel): string {
  const type = typeOf(model, nullable(itemOf(place.type)));
  return type?.kind === 'scalar' ? scalarInfo(type).kind : '';
}
