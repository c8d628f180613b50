/**
 * Derives the filters of a list field from its arguments: input objects with operators (`{name: {_eq}}` as in Hasura, Prisma, Strapi,
 * PostGraphile's plugins, Saleor, …), flat input objects, names with a suffix or prefix (`name_contains`, `price_gte`, `createdAfter`,
 * `minPrice`) and plain arguments (`status: Status`). It follows relations one level deep and guesses nothing from values. A name that
 * matches no pattern gets the operator `is`.
 */

import { relatedType, rowField } from '../collections/columns/rowFields';
import { formField } from '../forms/formModel';
import { type ArgumentPath, areSufficient, oneOfOn } from '../model/argumentPath';
import { readableName, singular, wordsOf } from '../model/readableName';
import {
  type ArgumentModel,
  fieldOf,
  isList,
  isRequiredArgument,
  itemType,
  nullable,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { argumentKey } from './argumentKey';
import { type FilterEntries, filterEntries } from './filterEntries';
import { type FoundOperator, isSensible, nullOperators, operatorsOf, precedenceOf, VALUE } from './filterOperators';
import type { FilterCapability, FilterField, FilterOperator, FilterOperatorTag } from './filters';
import { DISJUNCTION, findSearch, searchInFields, searchInOnlyField } from './findSearch';
import { isSortArgument } from './findSorting';

/**
 * Suffixes of flat names, without separators: `gte` in `created_at_gte`, `contains` in `nameContains`. `splitName` splits a name only if
 * the rest is a known field, because some of these words (`to`, `from`, `end`) are also field names.
 */
const SUFFIXES: ReadonlyMap<string, FilterOperatorTag> = new Map(
  (
    [
      ['is', 'eq equals is exact'],
      ['isNot', 'ne neq not isnot notequals notequal notequalto'],
      ['contains', 'contains icontains containsi includes like ilike containsinsensitive'],
      ['notContains', 'notcontains ncontains notincludes doesnotcontain notcontainsi'],
      ['startsWith', 'startswith istartswith beginswith prefix startswithi startswithnocase'],
      ['endsWith', 'endswith iendswith suffix endswithi endswithnocase'],
      ['matches', 'regex regexp matches match iregex'],
      ['greater', 'gt greaterthan after isafter'],
      ['atLeast', 'gte ge min from since onorafter atleast greaterthanorequal greaterthanorequalto start minimum greater'],
      ['less', 'lt lessthan before isbefore'],
      ['atMost', 'lte le max to until onorbefore atmost lessthanorequal lessthanorequalto end maximum lesser'],
      ['in', 'in anyof oneof isin list'],
      ['notIn', 'notin nin noneof'],
      ['isNull', 'isnull null'],
      ['isNotNull', 'isnotnull notnull exists'],
    ] as const
  ).flatMap(([tag, names]) => names.split(' ').map(name => [name, tag] as const)),
);
const PREFIXES: ReadonlyMap<string, FilterOperatorTag> = new Map([
  ['min', 'atLeast'],
  ['minimum', 'atLeast'],
  ['max', 'atMost'],
  ['maximum', 'atMost'],
  ['from', 'atLeast'],
  ['since', 'atLeast'],
  ['after', 'greater'],
  ['before', 'less'],
  ['until', 'atMost'],
  ['to', 'atMost'],
  ['not', 'isNot'],
  ['exclude', 'isNot'],
]);

const CONTAINER_NAME =
  /^((where)?filter|filters|where|filterby|conditions?|find|(search)?criteria|by|search|query|selector|match)$/;
const CONTAINER_TYPE = /(filter|where|condition|bool_?exp|criteria|queryinput|search(params|input))/i;
/**
 * Input objects with these names contain only paging. In other input objects, fields beside the paging (`input: { page, name }`) are
 * filters.
 */
const PAGING_ONLY = /^(paginat(ion|e)|paging|page(input|info|able|options|r)?|range|slice)$/;
const CONJUNCTION = /^(_?and|all)$/i;
const OPERATORS = /^_?operators$/i;
const COMBINATOR = /^_?(and|or|not|nor)$/i;
/** Names of fields that say how conditions are combined. They are ignored: Oriel combines conditions with "and", every server's default. */
const HOW_TO_COMBINE = /^(conjunction|combinator|logicaloperator|filteroperator|distinct)$/;
const NOT_FILTERS =
  /^(status__|fallbacklocales?|distinct(_?on)?|cursor|relation|operator|includenull|block|subgrapherror|forcecursor|reverse|pagination)$/i;

const MOST_RELATION_FIELDS = 120;

interface Collector {
  readonly model: SchemaModel;
  readonly rowType: string;
  readonly args: ReadonlyMap<string, ArgumentModel>;
  /** Paths used for other purposes, such as paging or order. */
  readonly taken: readonly ArgumentPath[];
  /** Paths that have a value on every page. */
  readonly given: readonly ArgumentPath[];
  readonly refused: readonly string[];
  readonly fields: Map<
    string,
    {
      path: readonly string[];
      description: string | null;
      column: readonly string[] | null;
      /** The label from a presentation; undefined without one. */
      label: string | undefined;
      operators: FilterOperator[];
    }
  >;
}

/**
 * The filters of a list field; null if it has none.
 * @param taken paths of arguments used for other purposes (paging, order)
 * @param given paths of arguments that have a value on every page
 * @param refused keys of operators to leave out, such as `ilike`
 */
export function findFilters(
  model: SchemaModel,
  args: ReadonlyMap<string, ArgumentModel>,
  rowType: string,
  taken: readonly ArgumentPath[],
  given: readonly ArgumentPath[] = [],
  refused: readonly string[] = [],
): FilterCapability | null {
  const collector: Collector = { model, rowType, args, taken, given, refused, fields: new Map() };
  const conjunctions: Array<{ container: ArgumentPath; and: string }> = [];
  const disjunctions: Array<{ container: ArgumentPath; or: string }> = [];
  let search: FilterField | null = null;
  const all = [...args.values()].filter(argument => !taken.some(path => path.length === 1 && path[0] === argument.name));
  const containers = findContainers(model, all, taken);
  for (const { path, argument } of containers) {
    const type = typeOf(model, argument.type);
    if (type?.kind !== 'input') continue;
    const inner = [...type.inputFields.values()];
    const listNamed = (pattern: RegExp): ArgumentModel | undefined =>
      type.isOneOf
        ? undefined
        : inner.find(field => pattern.test(field.name) && isList(field.type) && typeOf(model, field.type) === type);
    const and = listNamed(CONJUNCTION);
    const or = listNamed(DISJUNCTION);
    // Lighthouse: one condition, or a list of them under `AND`.
    const entries = and === undefined ? [] : filterEntries(model, inner, [...path, and.name], rowType);
    if (entries.length > 0) {
      addEntries(collector, argument, entries);
      continue;
    }
    if (and !== undefined) conjunctions.push({ container: path, and: and.name });
    // In a list of objects of which one must hold, the conditions of this one are already an alternative.
    if (or !== undefined && !isList(argument.type)) disjunctions.push({ container: path, or: or.name });
    search ??= findSearch(model, args, given, inner, path);
    collect(collector, inner, path, [], 0);
  }
  const loose = all.filter(
    argument =>
      !containers.some(({ path }) => path[0] === argument.name) &&
      !isRequiredArgument(argument) &&
      // An input object that contains the paging: its filters, if any, were found above.
      !taken.some(path => path[0] === argument.name) &&
      !isSortArgument(model, argument) &&
      !NOT_FILTERS.test(argumentKey(argument.name)),
  );
  search ??= findSearch(model, args, given, loose, []);
  collect(collector, loose, [], [], 0);
  const fields = [...collector.fields].filter(([id]) => id !== search?.id).map(([id, field]) => finish(id, field));
  for (const { path, argument } of containers) search ??= searchInFields(model, path, argument, fields);
  search ??= searchInOnlyField(fields);
  return fields.length === 0 && search === null ? null : { fields, search, conjunctions, disjunctions };
}

/** The input objects that contain filters: `where`, `filter`, `options.filter`. Leaves out PostGraphile's `condition` beside `filter`. */
export function findContainers(
  model: SchemaModel,
  args: readonly ArgumentModel[],
  taken: readonly ArgumentPath[],
): Array<{ path: ArgumentPath; argument: ArgumentModel }> {
  const found: Array<{ path: ArgumentPath; argument: ArgumentModel }> = [];
  const isContainer = (argument: ArgumentModel): boolean => {
    if (isList(argument.type)) return isContainerList(model, argument);
    const type = typeOf(model, argument.type);
    if (type?.kind !== 'input') return false;
    if (CONTAINER_NAME.test(argumentKey(argument.name))) return true;
    // Amplify: the type of `createdAt: StringKeyConditionInput` has the name of a container, but contains the operators of one column.
    return CONTAINER_TYPE.test(type.name) && operatorsOf(model, [...type.inputFields.values()], [argument.name]).length === 0;
  };
  for (const argument of args) {
    const type = isList(argument.type) ? undefined : typeOf(model, argument.type);
    if (isList(argument.type) && isContainer(argument)) found.push({ path: [argument.name], argument });
    if (type?.kind !== 'input') continue;
    const nested = [...type.inputFields.values()].filter(isContainer);
    const holdsPaging = taken.some(path => path.length > 1 && path[0] === argument.name);
    if (
      nested.length > 0 &&
      ((holdsPaging && !isContainer(argument)) || /^(options|opts|params|input|args|query)$/.test(argumentKey(argument.name)))
    ) {
      for (const inner of nested) found.push({ path: [argument.name, inner.name], argument: inner });
    } else if (isContainer(argument) || (holdsPaging && !PAGING_ONLY.test(argumentKey(argument.name))))
      found.push({ path: [argument.name], argument });
  }
  // PostGraphile: `condition` supports only equality; `filter` has all operators.
  return found.length > 1 && found.some(({ path }) => path.at(-1) === 'filter')
    ? found.filter(({ path }) => path.at(-1) !== 'condition')
    : found;
}

/**
 * True for a list of filter objects of which one must hold (SAP's CAP: `filter: [Ships_filter]`). A single object is sent, which GraphQL
 * coerces to a list.
 */
function isContainerList(model: SchemaModel, { name, type }: ArgumentModel): boolean {
  const item = typeOf(model, type);
  if (item?.kind !== 'input' || !CONTAINER_NAME.test(argumentKey(name)) || isList(itemType(type) ?? type)) return false;
  return [...item.inputFields.values()].some(field => {
    const inner = typeOf(model, field.type);
    return inner?.kind === 'input' && operatorsOf(model, [...inner.inputFields.values()], [field.name]).length > 0;
  });
}

function collect(
  collector: Collector,
  args: readonly ArgumentModel[],
  at: ArgumentPath,
  relation: readonly string[],
  depth: number,
): void {
  const { model } = collector;
  const rowType =
    relation.length === 0 ? collector.rowType : (relatedType(model, collector.rowType, relation[0] as string)?.typeName ?? '');
  const names = new Set(args.map(argument => argumentKey(argument.name)));
  const isOffered = ({ name }: ArgumentModel): boolean => !collector.refused.includes(argumentKey(name));
  for (const argument of args.filter(isOffered)) {
    if (COMBINATOR.test(argument.name) && typeOf(model, argument.type)?.kind === 'input') continue;
    if (HOW_TO_COMBINE.test(argumentKey(argument.name)) && typeOf(model, argument.type)?.kind !== 'input') continue;
    if (relation.length > 0 && collector.fields.size >= MOST_RELATION_FIELDS) return;
    const path = [...at, argument.name];
    if (collector.taken.some(other => other.length === path.length && other.every((step, index) => step === path[index])))
      continue;
    const type = typeOf(model, argument.type);
    if (type?.kind === 'input') {
      const inner = [...type.inputFields.values()].filter(isOffered);
      const operators = operatorsOf(model, inner, path);
      if (isList(argument.type) && operators.length === 0 && depth === 0)
        addEntries(collector, argument, filterEntries(model, inner, path, rowType));
      // SAP has lists of operator objects. A single object works too, because GraphQL coerces it to a list.
      if (isList(argument.type) && (operators.length === 0 || isList(itemType(argument.type) ?? argument.type))) continue;
      if (operators.length > 0) {
        add(collector, [...relation, argument.name], argument, rowField(model, rowType, argument.name), operators, relation);
      } else if (depth === 0) {
        const column = rowField(model, rowType, argument.name);
        const related = column === null ? null : relatedType(model, rowType, column[0] as string);
        // graphql-compose: the operators of all fields are beside the values that they must equal.
        if (column === null && OPERATORS.test(argument.name)) collect(collector, inner, path, relation, 1);
        if (related === null || column === null) continue;
        // Prisma wraps the filter of a relation: `{author: {is: {…}}}`, `{posts: {some: {…}}}`.
        const wrapper = inner.find(field => /^(is|some)$/.test(field.name) && typeOf(model, field.type)?.kind === 'input');
        const wrapped = wrapper === undefined ? undefined : typeOf(model, wrapper.type);
        if (wrapper !== undefined && wrapped?.kind === 'input')
          collect(collector, [...wrapped.inputFields.values()], [...path, wrapper.name], column, 1);
        else collect(collector, inner, path, column, 1);
      }
      continue;
    }
    collectFlat(collector, argument, path, relation, rowType, names);
  }
}

function collectFlat(
  collector: Collector,
  argument: ArgumentModel,
  path: ArgumentPath,
  relation: readonly string[],
  rowType: string,
  names: ReadonlySet<string>,
): void {
  const { model } = collector;
  const many = isList(argument.type);
  if (many && isList(itemType(argument.type) ?? argument.type)) return;
  const { base, tag } = splitName(model, argument, rowType, names);
  const column = rowField(model, rowType, base);
  const name = column?.[0] ?? (many && !/^(has|is)$/i.test(base) ? singular(base) : base);
  const value = formField(model, argument);
  const isFlag = !many && value.control.kind === 'scalar' && value.control.scalar.kind === 'boolean';
  let operators: FoundOperator[];
  if (tag === 'isNull' || tag === 'isNotNull') operators = isFlag ? nullOperators(path, tag === 'isNull') : [];
  else if (many)
    operators = [{ tag: tag === 'notIn' || tag === 'isNot' ? 'notIn' : 'in', targets: [path], encoding: VALUE, value }];
  else
    operators = [
      {
        tag: tag ?? 'is',
        targets: [path],
        encoding: /like$/i.test(argument.name) && tag === 'contains' ? { as: 'likeContains' } : VALUE,
        value,
      },
    ];
  if (operators.length > 0) add(collector, [...relation, name], argument, column, operators, relation);
}

/** Splits `price_gte` into `price` and `atLeast`, but only if the base is a field of the row or a sibling argument. */
function splitName(
  model: SchemaModel,
  argument: ArgumentModel,
  rowType: string,
  names: ReadonlySet<string>,
): { base: string; tag: FilterOperatorTag | null } {
  const { name } = argument;
  const words = wordsOf(name);
  const isKnown = (base: string): boolean =>
    base !== '' && (rowField(model, rowType, base) !== null || names.has(argumentKey(base)));
  // If the row has a field with exactly this name (`validFrom`), the name contains no operator.
  if (words.length < 2 || rowField(model, rowType, name)?.[0]?.toLowerCase() === name.toLowerCase())
    return { base: name, tag: null };
  for (let length = Math.min(4, words.length - 1); length > 0; length--) {
    const tag = SUFFIXES.get(words.slice(-length).join('').toLowerCase());
    const base = words.slice(0, -length).join('_');
    if (tag !== undefined && isKnown(base)) return { base: camel(words.slice(0, -length)), tag };
  }
  const tag = PREFIXES.get((words[0] as string).toLowerCase());
  const rest = words.slice(1);
  if (tag !== undefined && isKnown(rest.join('_'))) return { base: camel(rest), tag };
  return { base: name, tag: null };
}

function camel(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

function addEntries(collector: Collector, argument: ArgumentModel, entries: readonly FilterEntries[]): void {
  for (const { name, column, operators } of entries)
    add(collector, [column?.[0] ?? name], { ...argument, description: null }, column, operators, []);
}

function add(
  collector: Collector,
  path: readonly string[],
  argument: ArgumentModel,
  column: readonly string[] | null,
  found: readonly FoundOperator[],
  relation: readonly string[],
): void {
  const id = path.join('.');
  const { model, args, given } = collector;
  const operators = found
    .filter(({ targets }) => areSufficient(model, args, [...targets, ...given]))
    .map(operator => ({ ...operator, exclusive: oneOfOn(model, args, operator.targets[0] ?? []) }));
  if (operators.length === 0) return;
  const known = collector.fields.get(id);
  const wholeColumn = column === null ? null : [...relation, ...column];
  if (known === undefined)
    collector.fields.set(id, {
      path,
      description: argument.description,
      column: wholeColumn,
      label: wholeColumn?.length === 1 ? labelOf(fieldOf(model, collector.rowType, wholeColumn[0] as string)) : undefined,
      operators: [...operators],
    });
  else
    for (const operator of operators)
      if (!known.operators.some(entry => entry.tag === operator.tag)) known.operators.push(operator);
}

/** The label of a field as in its column: a presented one, or the name without the unit in which amounts are stored. */
const labelOf = (field: ReturnType<typeof fieldOf>): string | undefined =>
  field?.label ?? (field?.format?.amountName === undefined ? undefined : readableName(field.format.amountName));

function finish(
  id: string,
  field: {
    path: readonly string[];
    description: string | null;
    column: readonly string[] | null;
    label: string | undefined;
    operators: readonly FilterOperator[];
  },
): FilterField {
  const sensible = field.operators.filter(isSensible);
  const operators = sensible.length > 0 ? sensible : [...field.operators];
  const has = (tag: FilterOperatorTag): FilterOperator | undefined => operators.find(operator => operator.tag === tag);
  const from = has('atLeast') ?? has('greater');
  const to = has('atMost') ?? has('less');
  const isSame = from?.value && to?.value && nullable(from.value.type) === nullable(to.value.type);
  const isEntry = from?.encoding.as === 'entry';
  if (from?.value && to && isSame && !isEntry && from.exclusive === null && has('between') === undefined) {
    operators.push({
      tag: 'between',
      targets: [...from.targets, ...to.targets],
      encoding: VALUE,
      exclusive: null,
      value: from.value,
    });
  }
  operators.sort((a, b) => precedenceOf(a.tag) - precedenceOf(b.tag));
  return {
    id,
    path: field.path,
    label: field.label ?? readableName(field.path.join('_')),
    description: field.description,
    column: field.column,
    operators,
  };
}
