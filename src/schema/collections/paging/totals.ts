/**
 * Finds the total number of rows of a collection: a field inside its own result (`totalCount`) or a sibling field that counts the same rows
 * in the same query (`ships_aggregate`, `_allShipsMeta`, `shipsCount`, `aggregateShip`). Rows are never loaded just to count them.
 */

import { nameKey, plural, singular } from '../../model/readableName';
import { type FieldModel, fieldsOf, isList, isRequiredArgument, type SchemaModel, typeOf } from '../../model/schemaModel';
import { findList, isWholeNumber } from '../listShape';

/** The source of the total. `path` leads from the field's own type to the number. */
export type TotalSource =
  | { readonly place: 'inside'; readonly path: readonly string[] }
  /** `shared`: names of arguments with the same type in both fields. While a filter uses another argument, the total is not requested. */
  | {
      readonly place: 'beside';
      readonly field: FieldModel;
      readonly path: readonly string[];
      readonly shared: readonly string[];
      /** True if the field returns a list whose first item contains the number (Directus). */
      readonly inList: boolean;
    };

/** Finds the sibling field that counts the rows of a list field; null if there is none. */
export function findTotalBeside(
  model: SchemaModel,
  siblings: ReadonlyMap<string, FieldModel>,
  field: FieldModel,
  rowType: string,
): TotalSource | null {
  const { name } = field;
  const one = singular(name.replace(/^all_?/, ''));
  const capital = one.charAt(0).toUpperCase() + one.slice(1);
  const many = plural(one);
  const candidates = [
    `${name}_aggregate`,
    `${name}Aggregate`,
    `_${name}Meta`,
    `${name}Meta`,
    `${name}Count`,
    `${name}_count`,
    `${one}Count`,
    `${one}_count`,
    `${name}_aggregated`,
    `${name}_meta`,
    `${name}Total`,
    `${name}_total`,
    `${name}Connection`,
    `${name}_connection`,
    `count${capital}`,
    `count${plural(capital)}`,
    `total${plural(capital)}`,
    `${many}Total`,
    `aggregate${capital}`,
    `aggregate${rowType}`,
    `_${name}_meta`,
  ];
  for (const candidate of candidates) {
    const beside = siblings.get(candidate);
    const inList = beside !== undefined && isList(beside.type);
    // A list of groups contains no total, except in a field such as Directus's `ships_aggregated`.
    if (beside === undefined || beside === field || (inList && !/_?aggregated?$/i.test(candidate))) continue;
    if ([...beside.args.values()].some(argument => isRequiredArgument(argument) && !field.args.has(argument.name))) continue;
    const path = pathToCount(model, beside, inList);
    if (path === null) continue;
    // Both fields use the same variables, so the arguments must have the same types.
    const shared = [...beside.args.values()]
      .filter(argument => field.args.get(argument.name)?.type === argument.type)
      .map(argument => argument.name);
    if ([...beside.args.values()].some(argument => isRequiredArgument(argument) && !shared.includes(argument.name))) continue;
    return { place: 'beside', field: beside, path, shared, inList };
  }
  return null;
}

const COUNT = /^(_?count|total(_?count|_?items)?|_all|count_?all|aggregate_?count)$/i;
const HOLDER = /^(aggregate|_count|meta|page_?info|aggregations|_meta|count)$/i;
/** Servers have one or two such fields. The limit bounds the work for hostile schemas. */
const MOST_HOLDERS = 6;

/**
 * The path from the field's type to the number of rows; null if there is none.
 * @param inList the field returns a list of groups. Then the count of a key is preferred: it returns one group with all rows, while another
 *   count can return one group per row.
 */
function pathToCount(model: SchemaModel, field: FieldModel, inList: boolean): readonly string[] | null {
  if (isWholeNumber(model, field)) return [];
  const walk = (typeName: string, depth: number, isCounter: boolean): readonly string[] | null => {
    const fields = [...fieldsOf(model.types.get(typeName)).values()].filter(
      entry => ![...entry.args.values()].some(isRequiredArgument),
    );
    const ofKey = inList && !isCounter ? fields.find(entry => /^_?count$/i.test(entry.name) && !isList(entry.type)) : undefined;
    const inKey = ofKey === undefined ? null : walk(typeOf(model, ofKey.type)?.name ?? '', 0, true);
    if (ofKey !== undefined && inKey !== null) return [ofKey.name, ...inKey];
    const count = fields.find(entry => COUNT.test(entry.name) && isWholeNumber(model, entry));
    if (count !== undefined) return [count.name];
    if (isCounter) {
      // `count { id }` counts the rows that have a value for `id`, which are all rows.
      const key = fields.find(entry => /^_?id$/i.test(entry.name) && isWholeNumber(model, entry));
      if (key !== undefined) return [key.name];
    }
    if (depth === 0) return null;
    const holders = fields.filter(({ name, type }) => HOLDER.test(name) && !isList(type));
    for (const entry of holders.slice(0, MOST_HOLDERS)) {
      const rest = walk(typeOf(model, entry.type)?.name ?? '', depth - 1, /^_?count$/i.test(entry.name));
      if (rest !== null) return [entry.name, ...rest];
    }
    return null;
  };
  return walk(typeOf(model, field.type)?.name ?? '', 2, false);
}

/** True if the field only counts or aggregates the rows of a sibling list (`ships_aggregate`, `groupByShips`). */
export function isAggregateOf(model: SchemaModel, siblings: ReadonlyMap<string, FieldModel>, field: FieldModel): boolean {
  const base =
    /^(.+?)(_aggregate|Aggregate|_aggregated|_grouped|GroupBy|_groupBy)$/.exec(field.name)?.[1] ??
    /^(?:groupBy|aggregate)_?([A-Z].*)$/.exec(field.name)?.[1];
  if (base === undefined) return false;
  // Memoized per type, because a schema can have thousands of such fields.
  const cache = model.remember('list names', () => new WeakMap<object, Set<string>>());
  const lists =
    cache.get(siblings) ??
    new Set([...siblings.values()].flatMap(({ name, type }) => (findList(model, type) ? nameKey(name) : [])));
  cache.set(siblings, lists);
  // In nestjs-query, `taskAggregate` belongs to the list `tasks`, even beside a field `task`.
  return lists.has(nameKey(base)) || lists.has(nameKey(plural(base)));
}
