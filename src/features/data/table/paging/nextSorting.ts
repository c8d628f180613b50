/**
 * Learns how a server wants a sort order that it takes as text (`order_by: "name desc"` or `"-name"`), from responses to such requests; loaded
 * when one is sent. What was learned is kept as long as the schema.
 */
import type { Collection } from '../../../../schema/collections/collections';
import { type Column, cellValue } from '../../../../schema/collections/columns/columns';
import { foundSorting, sortCapability } from '../../../../schema/filters/sortCapability';
import type { Direction, Sort, SortCapability, SortTerm } from '../../../../schema/filters/sorting';
import { type SchemaModel, typeOf } from '../../../../schema/model/schemaModel';
import type { Failure } from '../../../../transport/observe/failure';

/** Failures that have nothing to do with the order. */
const ABOUT_ACCESS = /unauth|forbidden|permission|denied|not allowed|token|sign.?in|log.?in|rate|too many/i;

/** A request in some order, and its result. */
export interface OrderedResult {
  readonly sorts: readonly Sort[];
  readonly columns: readonly Column[];
  readonly rows: readonly unknown[];
  readonly failure: Failure | null;
}

/**
 * The sort options to use after the server has refused an order, or has returned rows in another one. Null if the rows are in order, or if
 * the failure has another cause.
 * @param sorting the options of the request
 */
export function nextSorting(
  model: SchemaModel,
  collection: Collection,
  sorting: SortCapability,
  { sorts: [sort], columns, rows, failure }: OrderedResult,
): SortCapability | null {
  const field = sorting.fields.find(({ id }) => id === sort?.field);
  if (sort === undefined || !field?.terms[sort.direction]) return null;
  // Some databases sort the values of an enum in the order of their declaration.
  const column = columns.find(
    ({ path, typeRef }) => path.join() === field.column?.join() && typeOf(model, typeRef)?.kind === 'scalar',
  );
  const isWrong =
    failure !== null
      ? isAboutRequest(failure)
      : column !== undefined &&
        !isInOrder(
          rows.map(row => cellValue(row, column)),
          sort.direction,
        );
  if (!isWrong) return null;
  const now = sortCapability(model, collection);
  // Another list of the same collection has learned it already.
  return now === sorting ? tryNext(model, collection, sorting, sort) : now;
}

/** True for a refusal of the whole list that can be caused by an argument. */
export function isAboutRequest(failure: Failure): boolean {
  const isRefusal = failure.tag === 'graphql' || (failure.tag === 'http' && /^(400|422|500)$/.test(String(failure.status)));
  return (
    isRefusal &&
    failure.errors.some(error => !error.path?.some(part => typeof part === 'number')) &&
    !failure.errors.some(({ code, message }) => ABOUT_ACCESS.test(`${code ?? ''} ${message.slice(0, 500)}`))
  );
}

/** Ways to write an order as text, the guess of the schema first. */
const DIALECTS: ReadonlyArray<(name: string, direction: 'asc' | 'desc') => string> = [
  (name, to) => (to === 'asc' ? name : `-${name}`),
  ...[' ', ':', '_', ','].map(between => (name: string, to: string) => name + between + to),
];

/** What is known of a server's way to sort a collection. */
interface Known {
  /** The options as written by the first dialect, without those that the server accepts in no dialect. */
  base: SortCapability;
  dialect: number;
  /** The number of dialects tried for a field and a direction. */
  readonly attempts: Map<string, number>;
}

const knownOf = (model: SchemaModel): WeakMap<Collection, Known> =>
  model.remember('dialects of orders', () => new WeakMap<Collection, Known>());

/** Changes to the next dialect. After the last one, the field is no longer offered in this direction. */
function tryNext(model: SchemaModel, collection: Collection, sorting: SortCapability, sort: Sort): SortCapability {
  const known = knownOf(model).get(collection) ?? { base: sorting, dialect: 0, attempts: new Map<string, number>() };
  knownOf(model).set(collection, known);
  const key = `${sort.direction} ${sort.field}`;
  const tried = (known.attempts.get(key) ?? 0) + 1;
  known.attempts.set(key, tried);
  if (tried < DIALECTS.length) known.dialect = (known.dialect + 1) % DIALECTS.length;
  else known.base = without(known.base, sort);
  const next = written(known.base, DIALECTS[known.dialect] as (typeof DIALECTS)[number]);
  const found = foundSorting(model, collection);
  if (found !== null) found.capability = next;
  return next;
}

/** The sort options in a dialect. */
function written(base: SortCapability, dialect: (typeof DIALECTS)[number]): SortCapability {
  const fields = base.fields.map(field => {
    const { ascending, descending } = field.terms;
    const term = ascending ?? descending ?? [];
    const name = String(term[0]?.value).replace(/^-/, '');
    const to = (direction: 'asc' | 'desc'): SortTerm => term.map(part => ({ ...part, value: dialect(name, direction) }));
    return { ...field, terms: { ascending: ascending && to('asc'), descending: descending && to('desc') } };
  });
  return { ...base, fields };
}

/** The sort options without a direction of a field. */
function without(capability: SortCapability, { field: refused, direction }: Sort): SortCapability {
  const fields = capability.fields.flatMap(field => {
    const terms = field.id === refused ? { ...field.terms, [direction]: null } : field.terms;
    return terms.ascending === null && terms.descending === null ? [] : [{ ...field, terms }];
  });
  return { ...capability, fields };
}

/**
 * True if the values are in order, by any of the usual rules for text and as numbers. A few exceptions are allowed, because databases know
 * more rules.
 */
function isInOrder(values: readonly unknown[], direction: Direction): boolean {
  const known = values.filter(value => /^(string|number|boolean)$/.test(typeof value)) as Array<string | number | boolean>;
  const collator = new Intl.Collator('en', { ignorePunctuation: true });
  const rules: ReadonlyArray<(a: unknown, b: unknown) => number> = [
    (a, b) => Number(a) - Number(b),
    (a, b) => (String(a) < String(b) ? -1 : Number(String(a) > String(b))),
    (a, b) => collator.compare(String(a), String(b)),
  ];
  const sign = direction === 'ascending' ? 1 : -1;
  return rules.some(compare => {
    const steps = known.slice(1).map((value, at) => sign * compare(known[at], value));
    const different = steps.filter(step => step !== 0);
    // Not numbers: another rule applies.
    if (different.some(Number.isNaN)) return false;
    return different.filter(step => step > 0).length * 5 <= different.length;
  });
}
