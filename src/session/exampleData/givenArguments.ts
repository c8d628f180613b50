/** What the arguments of a field mean for example data, whatever a server calls them: an id, a page of a list, values of a change. */

/** See the head of the file. */
export interface GivenArguments {
  isEmpty: boolean;
  /** Whether a mutation was given them, and what it does by its name. */
  change: 'write' | 'delete' | null;
  /** The object of a type that is meant; null: none is named. */
  idOf(type: string): string | null;
  /** Values by name, those of one input object included. */
  values: ReadonlyMap<string, unknown>;
  /** Cuts the page out of a list that the arguments ask for. */
  page(keys: readonly string[]): string[];
}

const LIMITS = ['first', 'limit', 'take', 'top', 'pageSize', 'perPage', 'page_size', 'per_page', 'size'];
const OFFSETS = ['offset', 'skip', 'start'];
const PAGES = ['page', 'pageNumber', 'page_number'];

/** Reads them. */
export function givenOf(args: Readonly<Record<string, unknown>>, change: GivenArguments['change'] = null): GivenArguments {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(args)) {
    if (isPlain(value))
      for (const [inner, of] of Object.entries(value)) values.set(inner, isPlain(of) && Object.hasOwn(of, 'eq') ? of.eq : of);
    else values.set(name, value);
  }
  const numberOf = (names: readonly string[]): number | null => {
    const found = names.map(name => Number(values.get(name) ?? Number.NaN)).find(Number.isFinite);
    return found === undefined ? null : Math.max(0, Math.trunc(found));
  };
  return {
    isEmpty: values.size === 0,
    change,
    idOf(type) {
      const lower = type.charAt(0).toLowerCase() + type.slice(1);
      const id = ['id', '_id', `${lower}Id`, `${lower}_id`].map(name => values.get(name)).find(value => value !== undefined);
      return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
    },
    values,
    page(keys) {
      const { length } = keys;
      const last = numberOf(['last']);
      const before = numberOf(['before']);
      if (last !== null) {
        const end = before === null ? length : Math.max(0, before - 1);
        return keys.slice(Math.max(0, end - last), end);
      }
      const limit = numberOf(LIMITS) ?? length;
      const page = numberOf(PAGES);
      const from = numberOf(['after']) ?? numberOf(OFFSETS) ?? (page === null ? 0 : Math.max(0, page - 1) * limit);
      return keys.slice(from, from + limit);
    },
  };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
