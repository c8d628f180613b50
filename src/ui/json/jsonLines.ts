/** Converts a JSON value to the lines of a collapsible tree. Only expanded parts become lines, so the cost does not depend on the value's size. */

/** One line of the tree. */
export interface JsonLine {
  /** Keys from the root to the value, joined with '/'; identifies the line. */
  path: string;
  depth: number;
  /** Key in the object or index in the list; null for the root and for pieces of a long string. */
  key: string | number | null;
  value: unknown;
  /** Number of child lines when expanded; 0 if it cannot be expanded. */
  size: number;
  open: boolean;
  /** True for a piece of a long string. */
  piece: boolean;
  /** Position among its siblings, from 1, and their number, for screen readers. */
  position: number;
  siblings: number;
  /** Index of the parent line; 0 for the root. */
  parent: number;
  /** Replaces a `value` that is too large to transfer: a list, or an object with these first keys. */
  summary?: { kind: 'object' | 'list'; names: readonly string[] };
}

/** Lines that the user expanded (true) or collapsed (false), by path. */
export type JsonFolds = ReadonlyMap<string, boolean>;

/** Characters per piece of an expanded string. Longer strings can be expanded. */
const PIECE = 160;
/** Lists and objects with more children are initially collapsed. */
const LARGE = 200;

/** Options of `jsonLines`. */
export interface JsonLinesOptions {
  folds?: JsonFolds;
  /** Number of initially expanded levels. Default 2. */
  depth?: number;
}

/** The lines of a value. JSON has no cycles; other values (a File) are leaves. */
export function jsonLines(value: unknown, options: JsonLinesOptions = {}): JsonLine[] {
  const { folds = new Map<string, boolean>(), depth: unfolded = 2 } = options;
  const lines: JsonLine[] = [];
  const add = (
    path: string,
    depth: number,
    key: JsonLine['key'],
    inner: unknown,
    [position, siblings, parent]: readonly [number, number, number],
  ): void => {
    const size = sizeOf(inner);
    const isText = typeof inner === 'string';
    const open = size > 0 && (folds.get(path) ?? (!isText && depth < unfolded && (size <= LARGE || depth === 0)));
    const own = lines.length;
    lines.push({ path, depth, key, value: inner, size, open, piece: false, position, siblings, parent });
    if (!open) return;
    if (isText) {
      for (let at = 0; at < size; at++) {
        const piece = inner.slice(at * PIECE, (at + 1) * PIECE);
        lines.push({
          path: `${path}/${at}`,
          depth: depth + 1,
          key: null,
          value: piece,
          size: 0,
          open: false,
          piece: true,
          position: at + 1,
          siblings: size,
          parent: own,
        });
      }
    } else if (Array.isArray(inner)) {
      for (let at = 0; at < inner.length; at++) add(`${path}/${at}`, depth + 1, at, inner[at], [at + 1, size, own]);
    } else {
      const entries = Object.entries(inner as object);
      for (const [at, [name, child]] of entries.entries())
        add(`${path}/${name.replaceAll('/', '~1')}`, depth + 1, name, child, [at + 1, size, own]);
    }
  };
  add('', 0, null, value, [1, 1, 0]);
  return lines;
}

/** Number of child lines of a value. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length > PIECE ? Math.ceil(value.length / PIECE) : 0;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** True for a plain object, also from another realm. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
