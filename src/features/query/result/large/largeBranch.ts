/** The unfolded values of a large JSON text, with the positions of their entries and their unfolded children. */
import type { JsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { JsonLine } from '../../../../ui/json/jsonLines';
import type { RequestedShape } from '../../explorer/requestedShape';

/** A value in the text. */
export interface Place {
  /** Offset of its first byte. */
  at: number;
  /** The requested fields; undefined if unknown, then every entry is shown. */
  shape: RequestedShape | undefined;
}

/** A value that is an entry of another one. */
export interface Entry extends Place {
  key: string | number;
  path: string;
}

/** An unfolded value. */
export interface Branch extends Place {
  kind: 'object' | 'list' | 'text';
  path: string;
  depth: number;
  /** Offsets of the entries; empty for a text. */
  entries: Uint32Array;
  /** The complete text of an unfolded text value, which is shown in pieces. */
  text: string;
  /** Number of entries or pieces. */
  size: number;
  /** Unfolded entries, by index. */
  open: Map<number, Branch>;
  /** Number of lines below it. */
  below: number;
  parent: { branch: Branch; child: number } | null;
}

/** Number of characters of a text per line, as in ui/json/jsonLines.ts. */
export const PIECE = 160;
/** Number of levels that are unfolded initially, if they are small. */
const UNFOLDED = 4;
const SMALL = 200;
const TYPENAME = new TextEncoder().encode('"__typename"');

/** Returns the value as a branch, with nothing inside it unfolded. */
export function branchAt(json: JsonBytes, { at, shape }: Place, path: string, depth: number, parent: Branch['parent']): Branch {
  const kind = json.kindOf(at) as Branch['kind'];
  const text = kind === 'text' ? (json.valueAt(at) as string) : '';
  const entries = kind === 'text' ? new Uint32Array() : entriesOf(json, { at, shape });
  const size = kind === 'text' ? Math.ceil(text.length / PIECE) : entries.length;
  return { at, kind, shape, path, depth, entries, text, size, open: new Map(), below: size, parent };
}

/** Returns the entry of an object or list with this index. */
export function entryOf(json: JsonBytes, { kind, entries, shape, path }: Branch, child: number): Entry {
  const entry = entries[child] as number;
  if (kind === 'list') return { at: entry, key: child, shape, path: `${path}/${child}` };
  const key = json.nameAt(entry);
  return {
    at: json.valueOfName(entry),
    key,
    shape: shape?.fields.get(key),
    path: `${path}/${key.replaceAll('/', '~1')}`,
  };
}

/** Returns the number of entries of an object or list, or of pieces of a long text; 0 if it cannot be unfolded. */
export function sizeOf(json: JsonBytes, place: Place): number {
  const { at } = place;
  const kind = json.kindOf(at);
  if (kind === 'object' || kind === 'list') return entriesOf(json, place).length;
  if (kind !== 'text' || json.endOf(at) - at <= PIECE) return 0;
  const { length } = json.valueAt(at) as string;
  return length > PIECE ? Math.ceil(length / PIECE) : 0;
}

/** Returns what a line shows of a value: the value itself, or a summary of an object or list. */
export function shownAt(json: JsonBytes, place: Place): Pick<JsonLine, 'value' | 'size' | 'summary'> {
  const kind = json.kindOf(place.at);
  const size = sizeOf(json, place);
  if (kind === 'list') return { value: undefined, size, summary: { kind, names: [] } };
  if (kind !== 'object') return { value: json.valueAt(place.at), size };
  const names = [...entriesOf(json, place).subarray(0, 5)].map(name => json.nameAt(name));
  return { value: undefined, size, summary: { kind, names } };
}

/**
 * Unfolds an entry.
 * @returns its branch; null if it cannot be unfolded
 */
export function unfold(json: JsonBytes, branch: Branch, child: number): Branch | null {
  const present = branch.open.get(child);
  if (present) return present;
  const made = folded(json, branch, child);
  if (!made) return null;
  branch.open.set(child, made);
  grow(branch, made.below);
  return made;
}

/** Returns the branch of an entry without unfolding it; null if it cannot be unfolded. */
export function folded(json: JsonBytes, branch: Branch, child: number): Branch | null {
  if (branch.kind === 'text') return null;
  const entry = entryOf(json, branch, child);
  if (sizeOf(json, entry) === 0) return null;
  return branchAt(json, entry, entry.path, branch.depth + 1, { branch, child });
}

/** Folds an entry. */
export function fold(branch: Branch, child: number): void {
  const gone = branch.open.get(child);
  if (!gone) return;
  branch.open.delete(child);
  grow(branch, -gone.below);
}

/** Unfolds the first levels if they are small. */
export function unfoldSmall(json: JsonBytes, branch: Branch): void {
  // The entries of a large value are not unfolded.
  if (branch.kind === 'text' || branch.depth + 1 >= UNFOLDED || branch.size > SMALL) return;
  for (let child = 0; child < branch.size; child++) {
    const entry = entryOf(json, branch, child);
    if (json.kindOf(entry.at) === 'text') continue;
    const isPath = branch.size < 12;
    if (sizeOf(json, entry) > SMALL && !isPath) continue;
    const made = unfold(json, branch, child);
    if (made) unfoldSmall(json, made);
  }
}

/** Returns the offsets of the entries of an object or list, without a `__typename` that was not requested. */
function entriesOf(json: JsonBytes, { at, shape }: Place): Uint32Array {
  const all = json.childrenOf(at);
  if (!shape || shape.typename || json.kindOf(at) !== 'object') return all;
  const kept = all.filter(name => !isTypename(json, name));
  return kept.length === all.length ? all : kept;
}

function isTypename(json: JsonBytes, at: number): boolean {
  return TYPENAME.every((byte, index) => json.bytes[at + index] === byte);
}

/** Adds lines to a branch and all its ancestors. */
function grow(branch: Branch, by: number): void {
  for (let above: Branch | undefined = branch; above; above = above.parent?.branch) above.below += by;
}
