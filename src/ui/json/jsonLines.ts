/** A JSON value as the lines of a folded tree: only what is unfolded becomes lines, so that a value of any size costs what is seen of it. */

/** One line of the tree. */
export interface JsonLine {
  /** Keys down to the value, as one text: the line's identity. */
  path: string;
  depth: number;
  /** Name in its object or place in its list; null for the whole and for pieces of a long text. */
  key: string | number | null;
  value: unknown;
  /** How many lines stand beneath it when it is unfolded; 0: it cannot be. */
  size: number;
  open: boolean;
  /** A piece of a long text rather than a value. */
  piece: boolean;
  /** Place among its siblings from 1, and their number: for screen readers. */
  position: number;
  siblings: number;
  /** Number of the line it stands under; of the first one, its own. */
  parent: number;
  /** Says what `value` is where that is too large to be handed over: a list, or an object with these as its first names. */
  summary?: { kind: 'object' | 'list'; names: readonly string[] };
}

/** What was folded and unfolded by hand, by path. */
export type JsonFolds = ReadonlyMap<string, boolean>;

/** Characters a text is cut into when it is unfolded, and from which length on it can be. */
const PIECE = 160;
/** Lists and objects larger than this begin folded. */
const LARGE = 200;

/** Options of `jsonLines`. */
export interface JsonLinesOptions {
  folds?: JsonFolds;
  /** Levels that begin unfolded. Default 2. */
  depth?: number;
}

/** The lines of a value. Cycles cannot occur in JSON; a value that is none (a File) is a leaf. */
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

/** How many lines a value has beneath it. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length > PIECE ? Math.ceil(value.length / PIECE) : 0;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** A plain object, whatever its prototype's realm. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
