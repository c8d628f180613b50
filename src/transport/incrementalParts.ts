/**
 * Incremental delivery as it is written today (graphql/defer-stream-wg: parts speak of what is `pending` by its id) in the form that urql's
 * fetchExchange puts together right. It knows the ids of `data`, but puts the items of a stream beside the list instead of behind it, and passes
 * over the errors of what could not be completed. Parts in the older form, with paths, stay as they came.
 */
import type { Quoter } from './largeIntegers';

type Path = readonly (string | number)[];

interface Pending {
  id: string;
  path: Path;
}

interface Entry {
  id?: string;
  path?: Path;
  subPath?: Path;
  data?: unknown;
  items?: readonly unknown[];
  errors?: unknown;
}

interface Part {
  data?: unknown;
  pending?: readonly Pending[];
  incremental?: readonly Entry[];
  completed?: readonly { id: string; errors?: unknown }[];
}

/** Makes a reader of one answer in parts (multipart/mixed) that comes in pieces, cut anywhere. */
export function createPartReader(contentType: string): Quoter {
  const boundary = /boundary="?([^=";]+)"?/i.exec(contentType)?.[1] ?? '-';
  const end = `\r\n--${boundary}`;
  const beginning = '\r\n\r\n';
  const inPaths = createPathWriter();
  const read = (frame: string): string => {
    const at = frame.indexOf(beginning) + beginning.length;
    return at < beginning.length ? frame : frame.slice(0, at) + inPaths(frame.slice(at));
  };
  let held = '';
  return {
    push(piece) {
      // The end may have begun in what was there before.
      let from = Math.max(0, held.length - end.length);
      held += piece;
      let done = '';
      for (let to = held.indexOf(end, from); to >= 0; to = held.indexOf(end, from)) {
        done += read(held.slice(0, to)) + end;
        held = held.slice(to + end.length);
        from = 0;
      }
      return done;
    },
    flush() {
      const rest = read(held);
      held = '';
      return rest;
    },
  };
}

/** Puts paths into the parts of one answer, given one after the other as JSON. */
function createPathWriter(): (json: string) => string {
  const pending = new Map<string, Path>();
  /** The answer so far: where a list ends is not said. */
  let data: unknown;

  const withPath = (entry: Entry): Entry => {
    const begin = entry.id === undefined ? undefined : pending.get(entry.id);
    if (!begin || entry.path) return entry;
    const path = [...begin, ...(entry.subPath ?? [])];
    const there = path.reduce<unknown>(
      (value, name) => (value as Record<string | number, unknown> | null | undefined)?.[name],
      data,
    );
    if (!entry.items) {
      merge(there, entry.data);
      return { ...entry, path };
    }
    const list = Array.isArray(there) ? there : [];
    const at = list.length;
    for (const item of entry.items) list.push(item);
    return { ...entry, path: [...path, at] };
  };

  return json => {
    if (pending.size === 0 && !json.includes('"pending"')) return json;
    let part: Part;
    try {
      part = JSON.parse(json) as Part;
    } catch {
      return json;
    }
    if (typeof part !== 'object' || part === null || (pending.size === 0 && !Array.isArray(part.pending))) return json;
    if (part.data) data = part.data;
    for (const { id, path } of part.pending ?? []) pending.set(id, path);
    const entries = (part.incremental ?? []).map(withPath);
    for (const { id, errors } of part.completed ?? []) if (errors) entries.push({ path: pending.get(id) ?? [], errors });
    return JSON.stringify(entries.length > 0 ? { ...part, incremental: entries } : part);
  };
}

/** Puts what a part brings into what is there. */
function merge(target: unknown, source: unknown): void {
  if (typeof target !== 'object' || target === null || typeof source !== 'object' || source === null) return;
  const into = target as Record<string, unknown>;
  for (const [name, value] of Object.entries(source)) {
    const before = into[name];
    if (typeof before === 'object' && before !== null && typeof value === 'object' && value !== null) merge(before, value);
    else into[name] = value;
  }
}
