/**
 * Part of findFilters.ts: recognizes the operators in an operator object by the names that servers use (`_eq`, `equalTo`, `equals`, `is`,
 * `contains`, `_ilike`, …) and decides which of them are useful for a kind of value.
 */

import { formField } from '../forms/formModel';
import { type ArgumentPath, isSingleLeaf } from '../model/argumentPath';
import {
  type ArgumentModel,
  type EnumTypeModel,
  type InputTypeModel,
  isList,
  isRequiredArgument,
  itemType,
  nullable,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { argumentKey } from './argumentKey';
import type { FilterEncoding, FilterOperator, FilterOperatorTag } from './filters';

/** An operator without `exclusive`, which findFilters.ts adds. */
export type FoundOperator = Omit<FilterOperator, 'exclusive'>;

/** Sends the value unchanged. */
export const VALUE: FilterEncoding = { as: 'value' };

/** Names of operators (lower case, without separators), preferred ones first: for text search, those that ignore case. */
const OPERATORS: ReadonlyArray<readonly [FilterOperatorTag, string]> = [
  ['is', 'eq equals equalto is exact isexactly equal eqi equaltoinsensitive iexact'],
  ['isNot', 'ne neq notequals notequalto isnot notequal nequals noteq not nei distinctfrom'],
  ['contains', 'containsi icontains includesinsensitive containsinsensitive contains includes substring partial anyofterms'],
  ['notContains', 'notcontainsi notincludesinsensitive notcontains notincludes ncontains doesnotcontain doesnotcontains'],
  ['startsWith', 'startswithi istartswith startswithinsensitive startswith beginswith prefix beginwith'],
  ['endsWith', 'endswithi iendswith endswithinsensitive endswith suffix'],
  ['like', 'ilike likeinsensitive like wildcard'],
  ['matches', 'iregex regex regexp matches match matchesinsensitive similar matchesregex'],
  ['greater', 'gt greaterthan after isafter greater isgreaterthan'],
  [
    'atLeast',
    'gte greaterthanorequal greaterthanorequalto ge min from onorafter since greaterthanorequals greaterorequal start minimum',
  ],
  ['less', 'lt lessthan before isbefore less islessthan'],
  ['atMost', 'lte lessthanorequal lessthanorequalto le max to until onorbefore lessthanorequals lessorequal end maximum'],
  ['in', 'in anyof isin oneof isanyof inlist containsany'],
  ['notIn', 'notin nin noneof isnotin notanyof'],
];
const OPERATOR_OF: ReadonlyMap<string, readonly [FilterOperatorTag, number]> = new Map(
  OPERATORS.flatMap(([tag, names]) => names.split(' ').map((name, order) => [name, [tag, order]] as const)),
);
/** Operators that a pattern of SQL's LIKE can stand for. */
export const LIKE_PATTERNS = [
  ['contains', 'likeContains'],
  ['startsWith', 'likeStarts'],
  ['endsWith', 'likeEnds'],
] as const;
const NULL_TRUE = new Set(['isnull', 'null', 'isempty', 'isnil', 'isundefined']);
const NULL_FALSE = new Set(['isnotnull', 'notnull', 'exists', 'attributeexists', 'isset', 'isnotempty', 'notempty', 'ispresent']);
const BETWEEN = new Set(['between', 'range', 'inrange']);

/** The operator with this name, in any case and with any separators (`GREATER_THAN`, `Gte`, `notIn`); null if unknown. */
export function operatorNamed(name: string): FilterOperatorTag | null {
  const key = argumentKey(name);
  if (NULL_TRUE.has(key)) return 'isNull';
  return NULL_FALSE.has(key) ? 'isNotNull' : (OPERATOR_OF.get(key)?.[0] ?? null);
}

/** The operators of an operator object; [] if the input type is something else, such as the filter of a related type. */
export function operatorsOf(model: SchemaModel, inner: readonly ArgumentModel[], at: ArgumentPath): FoundOperator[] {
  const best = new Map<FilterOperatorTag, { order: number; operator: FoundOperator }>();
  const put = (order: number, operator: FoundOperator): void => {
    const existing = best.get(operator.tag);
    if (existing === undefined || order < existing.order) best.set(operator.tag, { order, operator });
  };
  let understood = 0;
  let others = 0;
  for (const argument of inner) {
    const key = argumentKey(argument.name);
    const path = [...at, argument.name];
    const type = typeOf(model, argument.type);
    const many = isList(argument.type);
    const known = OPERATOR_OF.get(key);
    if (type?.kind === 'input') {
      if (BETWEEN.has(key)) {
        const [from, to] = [...type.inputFields.values()];
        const isRange = from && to && isSingleLeaf(model, from) && nullable(from.type) === nullable(to.type);
        if (isRange && type.inputFields.size === 2)
          put(0, {
            tag: 'between',
            targets: [
              [...path, from.name],
              [...path, to.name],
            ],
            encoding: VALUE,
            value: formField(model, from),
          });
      } else if (known !== undefined && !many && onlyRequired(type) !== null) {
        // The operator's value is a field of an object, as in DatoCMS: `matches: {pattern: "…", caseSensitive: false}`.
        const wanted = onlyRequired(type) as ArgumentModel;
        if (isSingleLeaf(model, wanted))
          put(known[1], { tag: known[0], targets: [[...path, wanted.name]], encoding: VALUE, value: formField(model, wanted) });
      } else if (key === 'not' && !many) {
        const equals = [...type.inputFields.values()].find(
          field => OPERATOR_OF.get(argumentKey(field.name))?.[0] === 'is' && isSingleLeaf(model, field),
        );
        if (equals) put(1, { tag: 'isNot', targets: [[...path, equals.name]], encoding: VALUE, value: formField(model, equals) });
      }
      continue;
    }
    const value = formField(model, argument);
    const isFlag = value.control.kind === 'scalar' && value.control.scalar.kind === 'boolean';
    if (isFlag && (NULL_TRUE.has(key) || NULL_FALSE.has(key))) {
      for (const operator of nullOperators(path, NULL_TRUE.has(key))) put(0, operator);
      understood++;
    } else if (key === 'is' && type?.kind === 'enum' && isNullEnum(type)) {
      for (const [tag, constant] of [
        ['isNull', 'NULL'],
        ['isNotNull', 'NOT_NULL'],
      ] as const)
        put(0, { tag, targets: [path], encoding: { as: 'constant', value: constant }, value: null });
      understood++;
    } else if (BETWEEN.has(key) && many) {
      understood++;
    } else if (known !== undefined) {
      const [tag, order] = known;
      const wantsList = tag === 'in' || tag === 'notIn';
      if (wantsList !== many) {
        // An `eq` that takes a list works like `in` (Magento, Contentful).
        if (many && tag === 'is') put(order + 50, { tag: 'in', targets: [path], encoding: VALUE, value });
        // SAP's CAP: a list of values for an operator of a single value. GraphQL coerces one value to a list.
        else if (many && isBesideEquals(model, inner, argument))
          put(order + 50, {
            tag,
            targets: [path],
            encoding: VALUE,
            value: formField(model, { ...argument, type: itemType(argument.type) ?? argument.type }),
          });
        else if (!many) others++;
        continue;
      }
      understood++;
      put(order, { tag, targets: [path], encoding: VALUE, value });
      // SQL's LIKE implements `contains`, `startsWith` and `endsWith` if the server has no such operators.
      if (tag === 'like') {
        for (const [tag, as] of LIKE_PATTERNS) put(order + 90, { tag, targets: [path], encoding: { as }, value });
      }
    } else others++;
  }
  if (understood === 0 || others > understood * 4) return [];
  return [...best.values()].map(({ operator }) => operator);
}

/** True for a list argument whose items have the type of `eq` beside it: the column itself is no list. */
function isBesideEquals(model: SchemaModel, inner: readonly ArgumentModel[], argument: ArgumentModel): boolean {
  const item = itemType(argument.type);
  return (
    item !== null &&
    !isList(item) &&
    inner.some(
      field =>
        OPERATOR_OF.get(argumentKey(field.name))?.[0] === 'is' &&
        !isList(field.type) &&
        typeOf(model, field.type) === typeOf(model, argument.type),
    )
  );
}

/** The only required field of an input type; null if there is none or more than one. */
function onlyRequired(type: InputTypeModel): ArgumentModel | null {
  const [only, ...others] = [...type.inputFields.values()].filter(isRequiredArgument);
  return only !== undefined && others.length === 0 ? only : null;
}

function isNullEnum(type: EnumTypeModel): boolean {
  const values = type.values.map(value => value.name);
  return values.includes('NULL') && values.includes('NOT_NULL');
}

/** The operators `isNull` and `isNotNull` of a Boolean argument that tests for null or for not null. */
export function nullOperators(path: ArgumentPath, trueMeansNull: boolean): FoundOperator[] {
  return [
    { tag: 'isNull', targets: [path], encoding: { as: 'constant', value: trueMeansNull }, value: null },
    { tag: 'isNotNull', targets: [path], encoding: { as: 'constant', value: !trueMeansNull }, value: null },
  ];
}

const ORDER: readonly FilterOperatorTag[] = OPERATORS.map(([tag]) => tag);
/** The position of an operator in menus: lower comes first. */
export const precedenceOf = (tag: FilterOperatorTag): number => {
  if (tag === 'search') return -1;
  if (tag === 'between') return ORDER.indexOf('atMost') + 0.5;
  const index = ORDER.indexOf(tag);
  return index < 0 ? 100 : index;
};

/**
 * False for an operator that makes no sense for the kind of value, such as "greater than" for a Boolean. Some servers offer all for every
 * type.
 */
export function isSensible({ tag, value }: FilterOperator): boolean {
  if (value === null) return true;
  const control = value.control.kind === 'list' ? value.control.item.control : value.control;
  if (control.kind === 'enum') return !TEXT_OPERATORS.has(tag) && !ORDER_OPERATORS.has(tag);
  if (control.kind !== 'scalar') return true;
  switch (control.scalar.kind) {
    case 'boolean':
      return tag === 'is';
    case 'json':
      return tag === 'is' || tag === 'isNot' || tag === 'contains';
    case 'id':
    case 'uuid':
      return !TEXT_OPERATORS.has(tag) && !ORDER_OPERATORS.has(tag);
    default:
      return true;
  }
}
/** Operators that apply only to text. */
export const TEXT_OPERATORS = new Set<FilterOperatorTag>([
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'like',
  'matches',
]);
const ORDER_OPERATORS = new Set<FilterOperatorTag>(['greater', 'atLeast', 'less', 'atMost', 'between']);
