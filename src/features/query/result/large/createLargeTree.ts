/**
 * The foldable tree of a large JSON text, line by line. Only expanded values are parsed (largeBranch.ts). The lines have the format of
 * ui/json/jsonLines.ts.
 */
import type { JsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { JsonLine } from '../../../../ui/json/jsonLines';
import type { RequestedShape } from '../../explorer/requestedShape';
import {
  type Branch,
  branchAt,
  entryOf,
  fold,
  folded,
  PIECE,
  type Place,
  shownAt,
  sizeOf,
  unfold,
  unfoldSmall,
} from './largeBranch';

/** A foldable tree of lines. */
export interface LargeTree {
  /** Returns the number of lines in the current folding state. */
  count(): number;
  /** Returns lines `from` (inclusive) to `to` (exclusive). */
  lines(from: number, to: number): JsonLine[];
  /** Folds or unfolds the value at a path. */
  fold(path: string, open: boolean): void;
  /**
   * Unfolds all values that contain a byte of the text.
   * @returns the line of that byte; null if it is on no line
   */
  reveal(offset: number): number | null;
  /** Returns the value at a path; undefined if there is none. */
  find(path: string): Place | undefined;
}

const QUOTE = 0x22;

/** Creates the tree of a text. `shape` has the requested fields of `data`. */
export function createLargeTree(json: JsonBytes, shape: RequestedShape): LargeTree {
  const whole: Place = { at: json.root, shape: { typename: true, fields: new Map([['data', shape]]) } };
  const isLeaf = sizeOf(json, whole) === 0;
  const root = branchAt(json, whole, '', 0, null);
  if (!isLeaf) unfoldSmall(json, root);

  /** Finds the branch and child at a path, without unfolding anything. */
  const walk = (path: string): { branch: Branch; child: number } | null => {
    let branch: Branch = root;
    const parts = path.split('/').slice(1);
    for (const [depth, part] of parts.entries()) {
      const child = branch.kind === 'object' ? indexOfName(json, branch, part.replaceAll('~1', '/')) : Number(part);
      if (!(child >= 0 && child < branch.size)) return null;
      if (depth === parts.length - 1) return { branch, child };
      const inner = branch.open.get(child) ?? folded(json, branch, child);
      if (!inner) return null;
      branch = inner;
    }
    return null;
  };

  let isRootOpen = !isLeaf;
  return {
    count: () => (isRootOpen ? root.below : 0) + 1,
    lines(from, to) {
      const lines: JsonLine[] = [];
      if (from <= 0) {
        const line = { path: '', depth: 0, key: null, open: isRootOpen, piece: false, position: 1, siblings: 1, parent: 0 };
        lines.push({ ...line, ...shownAt(json, whole) });
      }
      if (isRootOpen) collectLines(json, root, 0, { from, to }, lines);
      return lines;
    },
    fold(path, open) {
      if (path === '') {
        isRootOpen = open && !isLeaf;
        return;
      }
      const found = walk(path);
      if (!found) return;
      if (open) unfold(json, found.branch, found.child);
      else fold(found.branch, found.child);
    },
    reveal(offset) {
      isRootOpen = !isLeaf;
      for (let branch: Branch | null = root; branch; ) {
        const child = lastEntryUpTo(branch.entries, offset);
        const entry = branch.entries[child];
        if (entry === undefined || entry > offset) return null;
        const value = branch.kind === 'object' ? json.valueOfName(entry) : entry;
        if (offset >= json.endOf(value)) return null;
        const isContainer = json.bytes[value] !== QUOTE && json.childrenOf(value).length > 0;
        if (offset < value || !isContainer) return lineNumber(branch, child);
        branch = unfold(json, branch, child);
      }
      return null;
    },
    find(path) {
      if (path === '') return whole;
      const found = walk(path);
      if (!found || found.branch.kind === 'text') return undefined;
      const { at, shape: requested } = entryOf(json, found.branch, found.child);
      return { at, shape: requested };
    },
  };
}

/**
 * Appends the lines `from` to `to` below a branch. `number` is the line of the branch itself. Unfolded entries split the others into runs,
 * which are skipped as a whole if they are out of range.
 */
function collectLines(
  json: JsonBytes,
  branch: Branch,
  number: number,
  range: { from: number; to: number },
  lines: JsonLine[],
): void {
  const { from, to } = range;
  const opened = [...branch.open.keys()].sort((a, b) => a - b);
  let line = number + 1;
  let child = 0;
  const run = (end: number): void => {
    const skipped = Math.min(Math.max(0, from - line), end - child);
    child += skipped;
    line += skipped;
    for (; child < end && line < to; child++, line++) lines.push(lineOf(json, branch, child, number));
    line += end - child;
    child = end;
  };
  for (const at of opened) {
    if (line >= to) return;
    run(at + 1);
    const inner = branch.open.get(at) as Branch;
    if (line + inner.below > from && line < to) collectLines(json, inner, line - 1, range, lines);
    line += inner.below;
  }
  if (line < to) run(branch.size);
}

/** Returns the line of an entry. `parent` is the line number of its parent. */
function lineOf(json: JsonBytes, branch: Branch, child: number, parent: number): JsonLine {
  const place = { depth: branch.depth + 1, position: child + 1, siblings: branch.size, parent };
  if (branch.kind === 'text') {
    const value = branch.text.slice(child * PIECE, (child + 1) * PIECE);
    return { ...place, path: `${branch.path}/${child}`, key: null, value, size: 0, open: false, piece: true };
  }
  const entry = entryOf(json, branch, child);
  return { ...place, path: entry.path, key: entry.key, ...shownAt(json, entry), open: branch.open.has(child), piece: false };
}

/** Returns the line number of an entry in the whole tree. */
function lineNumber(branch: Branch, child: number): number {
  let number = linesBefore(branch, child) + 1;
  for (let { parent } = branch; parent; { parent } = parent.branch) number += linesBefore(parent.branch, parent.child) + 1;
  return number;
}

/** Returns the number of lines between a branch and one of its entries. */
function linesBefore(branch: Branch, child: number): number {
  let lines = child;
  for (const [other, inner] of branch.open) if (other < child) lines += inner.below;
  return lines;
}

/** Returns the index of the last entry that starts at or before the offset, by binary search. */
function lastEntryUpTo(entries: Uint32Array, offset: number): number {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((entries[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function indexOfName(json: JsonBytes, { entries }: Branch, name: string): number {
  return entries.findIndex(entry => json.nameAt(entry) === name);
}
