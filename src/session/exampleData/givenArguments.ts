/** Interprets the arguments of a field for example data, under the usual names: an id, a page of a list, the values of a mutation. */
import { isPlain } from '../../schema/model/argumentPath';

/** The interpreted arguments of one field. */
export interface GivenArguments {
  isEmpty: boolean;
  /** The effect of the mutation that has these arguments; null for a field of another type. */
  change: 'write' | 'delete' | null;
  /** The id of an object of that type in the arguments; null if there is none. */
  idOf(type: string): string | null;
  /** Values by name, including the fields of input objects. */
  values: ReadonlyMap<string, unknown>;
  /** The arguments as they are. */
  args: Readonly<Record<string, unknown>>;
  /** Returns the page of a list that the arguments request. */
  page(keys: readonly string[]): string[];
}

const LIMITS = ['first', 'limit', 'take', 'top', 'pageSize', 'perPage', 'page_size', 'per_page', 'size'];
const OFFSETS = ['offset', 'skip', 'start'];
const PAGES = ['page', 'pageNumber', 'page_number'];

/** True for the name of an argument that chooses a page of a list. */
export const isPageName = (name: string): boolean => [...LIMITS, ...OFFSETS, ...PAGES, 'last', 'before', 'after'].includes(name);

/** Interprets the arguments of a field. */
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
    args,
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
