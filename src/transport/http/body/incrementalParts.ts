/**
 * Checks the parts of an incremental response (@defer, @stream) and rewrites them into the form that urql's fetchExchange merges correctly.
 *
 * Both forms of the draft (graphql/defer-stream-wg) are read: the older one, whose patches contain a path, and the current one, whose
 * patches refer to an entry of `pending` by id. fetchExchange resolves such ids for `data`, but it puts streamed items beside the list
 * instead of appending them, and it skips errors in `completed`. Therefore this file replaces ids by paths.
 *
 * Parts are untrusted. fetchExchange writes to the keys and indexes in a patch, so this file refuses keys that reach a prototype, indexes
 * beyond any list that could have been sent, and patches that do not fit the data so far (contract C51).
 */

import { excessOf, MOST_LEVELS } from '../../../lib/text/boundedJson';
import { BrokenPartError } from '../../observe/failure';
import { graphQLErrorsOf, isObject, MOST_ERRORS } from '../judgeResponse';

type Path = readonly (string | number)[];
type Json = Record<string, unknown>;

/** Checks and rewrites the parts of one response, in order. */
export interface PartChecker {
  /**
   * Yields parts that arrived together in a form that fetchExchange can merge, many patches as one part.
   * @throws BrokenPartError if a part must not be merged. The parts before it are yielded first
   */
  next(parts: readonly string[]): Generator<string>;
  /** @throws BrokenPartError when the last part announced another one */
  end(): void;
}

/** A part with patches. */
type PatchPart = Json & { readonly incremental: readonly Json[] };

/**
 * If more patches than this arrive together, they are sent as one, with all data so far. fetchExchange copies what each patch changes, and each part becomes
 * a result that all exchanges read: 20,000 patches of one object took 172 s, 10,000 parts of one item each 29 s.
 */
const MOST_PATCHES = 100;

/** Keys that reach a prototype. */
const FORBIDDEN = new Set<unknown>(['__proto__', 'constructor', 'prototype']);

/** Creates a checker for one response. */
export function createPartChecker(): PartChecker {
  const pending = new Map<unknown, Path>();
  /** The merged data so far. */
  let data: unknown;
  /** Characters received so far: no list can have more items. */
  let received = 0;
  let expectsMore = false;
  /** How many more errors are kept: fetchExchange collects those of all patches. Negative once the entry that counts the omitted ones was added. */
  let room = MOST_ERRORS;

  const withFirstErrors = (holder: Json): Json => {
    if (Array.isArray(holder.errors)) {
      const errors = graphQLErrorsOf(holder.errors, room);
      room -= errors.length;
      holder.errors = errors;
    }
    return holder;
  };

  const pathOf = (value: unknown): Path => {
    const isPath =
      Array.isArray(value) &&
      value.length <= MOST_LEVELS &&
      value.every(step => typeof step === 'string' || isIndex(step, received));
    if (!isPath) throw new BrokenPartError('a path that is not a list of names and indexes');
    const forbidden = value.find(step => FORBIDDEN.has(step));
    if (forbidden !== undefined) throw new BrokenPartError(`a path through "${forbidden}"`);
    return value;
  };

  /** Merges a patch into the data so far and returns the patch with its full path. */
  const patched = (entry: unknown): Json => {
    if (!isObject(entry)) throw new BrokenPartError('a patch that is not an object');
    refuseForbiddenKeys(entry);
    const { id, path, subPath, items, data: patch, ...rest } = withFirstErrors(entry);
    const base = path === undefined ? pending.get(id) : pathOf(path);
    if (!base) throw new BrokenPartError('a patch for something that is not pending');
    const full = subPath === undefined || path !== undefined ? base : [...base, ...pathOf(subPath)];
    if (Array.isArray(items)) {
      const list = path === undefined ? full : full.slice(0, -1);
      const start = path === undefined ? lengthOf(list.reduce<unknown>(own, data)) : full.at(-1);
      if (typeof start !== 'number') throw new BrokenPartError('items without an index');
      data = written(data, list, there => mergedItems(there, start, items));
      return { ...rest, items, path: [...list, start] };
    }
    // The entry contains errors only, so there is nothing to merge.
    if (patch === null || patch === undefined) return { ...rest, path: [] };
    data = written(data, full, there => merged(there, patch));
    return { ...rest, data: patch, path: full };
  };

  /** Checks a part. Returns its patches with their paths, or the text of a part without patches. */
  const checked = (json: string): PatchPart | string => {
    const isFirst = received === 0;
    received += json.length;
    const sent = parsed(json);
    if (!isObject(sent)) throw new BrokenPartError('a part that is not an object');
    // fetchExchange would read the envelope of a subscription instead of what is checked here.
    const { payload, ...part } = sent;
    if (isFirst) data = part.data;
    if (typeof part.hasNext === 'boolean') expectsMore = part.hasNext;
    for (const entry of listOf(part.pending)) {
      if (!isObject(entry)) throw new BrokenPartError('a pending entry that is not an object');
      pending.set(entry.id, pathOf(entry.path));
    }
    if (Object.hasOwn(part, 'path')) return { hasNext: part.hasNext, incremental: [patched(part)] };
    if (part.incremental === undefined && part.completed === undefined) {
      // It replaces earlier data and errors.
      data = part.data || data;
      room = MOST_ERRORS;
      return part.errors || payload ? JSON.stringify(withFirstErrors(part)) : json;
    }
    const { pending: _pending, completed, ...rest } = part;
    const ends = listOf(completed).filter(isObject);
    const incremental = [...listOf(part.incremental), ...ends.map(({ errors }) => ({ path: [], errors }))].map(patched);
    return { ...rest, incremental };
  };

  const texts = (group: readonly PatchPart[]): readonly string[] => {
    const patches = group.reduce((sum, { incremental }) => sum + incremental.length, 0);
    return (patches > MOST_PATCHES ? [together(group)] : group).map(part => JSON.stringify(part));
  };

  /** All data so far as one patch, and others with the errors and extensions of the parts. */
  const together = (group: readonly PatchPart[]): PatchPart => {
    // The data of the first part was not merged before.
    refuseForbiddenKeys({ data });
    const notes = group.flatMap(({ extensions, incremental }): Json[] => [{ extensions }, ...incremental]);
    return {
      hasNext: group.findLast(({ hasNext }) => hasNext !== undefined)?.hasNext,
      incremental: [
        { path: [], data },
        ...notes.flatMap(({ errors, extensions }) => (errors || extensions ? [{ path: [], errors, extensions }] : [])),
      ],
    };
  };

  return {
    *next(parts) {
      let group: PatchPart[] = [];
      try {
        for (const json of parts) {
          const part = checked(json);
          if (typeof part !== 'string') group.push(part);
          else {
            yield* texts(group);
            group = [];
            yield part;
          }
        }
      } catch (error) {
        yield* texts(group);
        throw error;
      }
      yield* texts(group);
    },
    end() {
      if (expectsMore) throw new BrokenPartError('an end although more was announced');
    },
  };
}

const isIndex = (value: unknown, limit: number): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limit;

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function parsed(json: string): unknown {
  const excess = excessOf(json);
  if (excess !== null) throw new BrokenPartError(`a part ${excess}`);
  try {
    return JSON.parse(json);
  } catch {
    throw new BrokenPartError('a part that is not JSON');
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new BrokenPartError('an entry that is not a list');
  return value;
}

/** Checks all keys of a patch, without recursion because a patch may be nested deeply. */
function refuseForbiddenKeys(patch: Json): void {
  const waiting: unknown[] = [patch];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (FORBIDDEN.has(key)) throw new BrokenPartError(`a patch with the key "${key}"`);
      waiting.push(child);
    }
  }
}

/** The value of an own key. */
function own(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Json)[key] : undefined;
}

/** Replaces the value at a path. Missing objects on the path are created; a string or number on the path is refused. */
function written(root: unknown, path: Path, change: (there: unknown) => unknown): unknown {
  const holder: Json = { root };
  let parent: Json = holder;
  let key: string | number = 'root';
  for (const step of path) {
    const there = own(parent, key) ?? {};
    if (typeof there !== 'object') throw new BrokenPartError('a path through a plain value');
    if (Array.isArray(there) && typeof step !== 'number') throw new BrokenPartError('a path with a name where a list is');
    parent[key] = there;
    parent = there as Json;
    key = step;
  }
  parent[key] = change(own(parent, key));
  return holder.root;
}

/** Merges a patch into a value as fetchExchange does. */
function merged(there: unknown, patch: unknown): unknown {
  if (typeof there !== 'object' || there === null) return patch;
  if (Array.isArray(there) !== Array.isArray(patch) || typeof patch !== 'object' || patch === null) {
    throw new BrokenPartError('a patch that does not fit the response so far');
  }
  for (const [key, value] of Object.entries(patch)) (there as Json)[key] = merged(own(there, key), value);
  return there;
}

function mergedItems(there: unknown, start: number, items: readonly unknown[]): unknown[] {
  if (there !== undefined && !Array.isArray(there)) throw new BrokenPartError('items for something that is not a list');
  const list = there ?? [];
  items.forEach((item, index) => {
    list[start + index] = merged(list[start + index], item);
  });
  return list;
}
