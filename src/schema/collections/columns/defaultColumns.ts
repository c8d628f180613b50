/** Chooses the default columns of a table: the most informative ones that fit on a screen. */
import { fieldsOf, type SchemaModel, type TypeModel } from '../../model/schemaModel';
import { isCompanion } from '../companions';
import { CURRENCY, displayPath, isPlainLeaf, valuesType, wrappedIn } from '../displayField';
import { bestRelations, valueCost } from './bestRelations';
import { columnRank, DATE_RANK, foreignKeysOf, isAmount, isRelation, KEY_RANK, OWN_RANK } from './columnRank';
import { type Column, columnAt, NAMING_STEP, sharedFields } from './columns';

const MOST_DEFAULT = 8;
/** The number of fields beyond which the schema's order does not say which of them matter. */
const WIDE = 20;
const TOTAL = /^total/i;
/** Names of texts that are usually empty, such as `cancelReason` and `internal_notes`, unlike the `reason` of a visit. */
const ASIDE = /.(reason|comment|note)s?$/i;

/**
 * The default columns: the name of the record, then its most informative values, then up to three relations. Leaves out long texts, JSON,
 * lists and fields with required arguments.
 */
export function defaultColumns(model: SchemaModel, typeName: string): Column[] {
  return model.remember(`columns ${typeName}`, () => chooseDefault(model, typeName, 1));
}

function chooseDefault(model: SchemaModel, typeName: string, deeper: number): Column[] {
  const type = model.types.get(typeName);
  const all = fieldsOf(type);
  const fields = [...all.values()].filter(field => !field.hidden && !isCompanion(all, field));
  const relations = bestRelations(
    model,
    fields.filter(field => field.deprecationReason === null && isRelation(model, field)),
  );
  const foreignKeys = new Set(relations.flatMap(field => foreignKeysOf(model, field)));
  const isWide = fields.length > WIDE;
  const naming = displayPath(model, typeName);
  const names = fields.map(({ name }) => name);
  // A total with a currency is more useful than a date.
  const total = names.some(name => CURRENCY.test(name)) && names.find(name => TOTAL.test(name));
  const ranked = fields
    // An object that only wraps a value counts as the value.
    .map(field => ({ ...field, type: wrappedIn(model, field)?.type ?? field.type }))
    .filter(field => isPlainLeaf(model, field) && !foreignKeys.has(field.name.replace(/_/g, '').toLowerCase()))
    .map((field, order) => {
      const rank = field.name === total ? DATE_RANK - 1 : columnRank(model, typeName, field);
      // In a wide type, a required number comes before an empty text.
      return isWide
        ? { field, order, rank: rank === 22 ? 21 : rank, cost: valueCost(field, names.slice(0, 200)) }
        : { field, order, rank, cost: 0 };
    })
    .sort((a, b) => a.rank - b.rank || a.cost - b.cost || a.order - b.order);
  // For money as an object (amount and currency) at most one column is shown, preferably a total.
  const amounts = fields
    .filter(field => field.deprecationReason === null && isAmount(model, field))
    .sort((a, b) => Number(TOTAL.test(b.name)) - Number(TOTAL.test(a.name)))
    .slice(0, 1);
  const room = MOST_DEFAULT - relations.length - amounts.length;
  let kept = varied(ranked.filter(entry => entry.rank < 100)).slice(0, naming !== null && naming.length > 1 ? room - 1 : room);
  // With fewer than two columns beside the key, include low-ranked ones such as an id or a long text.
  const values = valuesType(model, typeName);
  const telling = kept.filter(({ rank }) => rank !== KEY_RANK);
  if (telling.length + relations.length < 2 && values === null)
    kept = ranked.filter(entry => entry.rank < 200).slice(0, Math.min(room, 3));
  // After the name field, keep the schema's order, because authors put related fields together. An alphabetical order has no such meaning.
  const isSorted = names.length > 4 && String(names) === String([...names].sort());
  // A key identifies the record only if no relation does.
  const isKeyLast = relations.some(field => field.type.kind === 'nonNull');
  const place = ({ field, order, rank }: (typeof kept)[number]): number => {
    if (rank === 0) return -1;
    const isLast = (isKeyLast && field.name === naming?.[0]) || (isSorted && ASIDE.test(field.name));
    return isLast ? 1e9 : isSorted ? rank : order;
  };
  kept.sort((a, b) => place(a) - place(b) || a.order - b.order);
  const paths: string[][] = [
    ...(naming !== null && naming.length > 1 ? [[...naming]] : []),
    ...kept.filter(({ rank }) => rank === 0).map(({ field }) => [field.name]),
    // Non-null relations come first, because they help to identify the record.
    ...relations.filter(field => field.type.kind === 'nonNull').map(field => [field.name]),
    ...kept.filter(({ rank }) => rank !== 0 && rank !== OWN_RANK).map(({ field }) => [field.name]),
    ...amounts.map(field => [field.name, 'amount']),
    ...relations.filter(field => field.type.kind !== 'nonNull').map(field => [field.name]),
    ...kept.filter(({ rank }) => rank === OWN_RANK).map(({ field }) => [field.name]),
  ];
  if (type?.kind === 'union' || type?.kind === 'interface') {
    if (naming === null) paths.unshift([NAMING_STEP]);
    paths.splice(1, 0, ['__typename']);
    for (const name of sharedInOrder(model, type)) if (paths.length < MOST_DEFAULT) paths.push([NAMING_STEP + name]);
  }
  // Strapi 4 keeps all values of a record in `attributes`.
  if (deeper > 0 && values !== null && kept.length < 3)
    paths.push(...chooseDefault(model, values, deeper - 1).map(column => ['attributes', ...column.path]));
  const columns = paths.map(path => columnAt(model, typeName, path)).filter(column => column !== null);
  return unique(columns);
}

/** Maximum number of dates before other kinds of values. A table that shows mostly dates is not informative. */
const MOST_DATES = 3;

function varied<T extends { readonly rank: number }>(ranked: readonly T[]): T[] {
  const dates = ranked.filter(entry => entry.rank === DATE_RANK).slice(MOST_DATES);
  return [...ranked.filter(entry => !dates.includes(entry)), ...dates];
}

/** The shared fields of a union, most informative first, without names and identifiers. */
function sharedInOrder(model: SchemaModel, type: TypeModel): string[] {
  if (type.kind !== 'union') return [];
  const worth = sharedFields(model, type.name).flatMap(name => {
    // The first column already shows the field that names a member.
    if (type.possibleTypes.some(member => displayPath(model, member)?.[0] === name)) return [];
    const holder = type.possibleTypes.find(member => fieldsOf(model.types.get(member)).has(name)) ?? '';
    const field = fieldsOf(model.types.get(holder)).get(name);
    const rank = field === undefined ? 1000 : columnRank(model, holder, field);
    return rank < 100 ? [{ name, rank }] : [];
  });
  return worth.sort((a, b) => a.rank - b.rank).map(({ name }) => name);
}

function unique(columns: readonly Column[]): Column[] {
  const seen = new Set<string>();
  return columns.filter(column => !seen.has(column.id) && seen.add(column.id));
}
