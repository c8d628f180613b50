/** The folded tree of a large JSON text, by lines: only what is unfolded is looked at. The lines are those of ui/jsonLines.ts. */
import type { JsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { JsonLine } from '../../../../ui/json/jsonLines';
import type { AskedShape } from '../../explorer/askedShape';

/** The tree. */
export interface LargeTree {
  /** Lines there are now. */
  count(): number;
  /** Lines `from` (included) to `to` (not included). */
  lines(from: number, to: number): JsonLine[];
  /** Folds or unfolds the value of a line, by its path. */
  fold(path: string, open: boolean): void;
  /** Unfolds all above a byte of the text. @returns the line it is on; null when it is on none. */
  reveal(offset: number): number | null;
  /** The value of a line as it is asked for; undefined when there is none of that path. */
  find(path: string): { at: number; shape: AskedShape | undefined } | undefined;
}

/** An unfolded value. */
interface Branch {
  at: number;
  kind: 'object' | 'list' | 'text';
  shape: AskedShape | undefined;
  path: string;
  depth: number;
  /** Places of what is in it; of a text nothing. */
  entries: Uint32Array;
  /** The whole of a text that is unfolded, in pieces. */
  text: string;
  size: number;
  open: Map<number, Branch>;
  /** Lines beneath it. */
  below: number;
  parent: { branch: Branch; child: number } | null;
}

/** As in ui/jsonLines.ts. */
const PIECE = 160;
/** Levels that begin unfolded, as long as they are small. */
const UNFOLDED = 4;
const SMALL = 200;
const QUOTE = 0x22;

/** The tree of a text; `shape` says what of `data` was asked for. */
export function createLargeTree(json: JsonBytes, shape: AskedShape): LargeTree {
  const whole: AskedShape = { typename: true, fields: new Map([['data', shape]]) };

  /** What is in a value, but for what was not asked for. */
  const entriesOf = (at: number, inner: AskedShape | undefined): Uint32Array => {
    const all = json.childrenOf(at);
    if (!inner || inner.typename || json.kindOf(at) !== 'object') return all;
    const kept = all.filter(name => !isTypename(name));
    return kept.length === all.length ? all : kept;
  };
  const isTypename = (at: number): boolean => {
    for (let place = 0; place < TYPENAME.length; place++) if (json.bytes[at + place] !== TYPENAME[place]) return false;
    return true;
  };
  const sizeOf = (at: number, inner: AskedShape | undefined): number => {
    const kind = json.kindOf(at);
    if (kind === 'object' || kind === 'list') return entriesOf(at, inner).length;
    if (kind !== 'text' || json.endOf(at) - at <= PIECE) return 0;
    const { length } = json.valueAt(at) as string;
    return length > PIECE ? Math.ceil(length / PIECE) : 0;
  };
  const branchAt = (at: number, inner: AskedShape | undefined, path: string, depth: number, parent: Branch['parent']): Branch => {
    const kind = json.kindOf(at) as Branch['kind'];
    const text = kind === 'text' ? (json.valueAt(at) as string) : '';
    const entries = kind === 'text' ? new Uint32Array() : entriesOf(at, inner);
    const size = kind === 'text' ? Math.ceil(text.length / PIECE) : entries.length;
    return { at, kind, shape: inner, path, depth, entries, text, size, open: new Map(), below: size, parent };
  };
  const childAt = (
    branch: Branch,
    child: number,
  ): { at: number; key: string | number; shape: AskedShape | undefined; path: string } => {
    const entry = branch.entries[child] as number;
    if (branch.kind === 'list') return { at: entry, key: child, shape: branch.shape, path: `${branch.path}/${child}` };
    const key = json.nameAt(entry);
    const inner = branch.shape?.fields.get(key);
    return { at: json.valueOfName(entry), key, shape: inner, path: `${branch.path}/${key.replaceAll('/', '~1')}` };
  };
  const grow = (branch: Branch, by: number): void => {
    for (let above: Branch | undefined = branch; above; above = above.parent?.branch) above.below += by;
  };
  const unfold = (branch: Branch, child: number): Branch | null => {
    const present = branch.open.get(child);
    if (present) return present;
    if (branch.kind === 'text') return null;
    const { at, shape: inner, path } = childAt(branch, child);
    if (sizeOf(at, inner) === 0) return null;
    const made = branchAt(at, inner, path, branch.depth + 1, { branch, child });
    branch.open.set(child, made);
    grow(branch, made.below);
    return made;
  };
  const unfoldSmall = (branch: Branch): void => {
    if (branch.kind === 'text' || branch.depth + 1 >= UNFOLDED) return;
    // Of many things in a row, none is unfolded.
    if (branch.size > SMALL) return;
    for (let child = 0; child < branch.size; child++) {
      const { at, shape: inner } = childAt(branch, child);
      if (json.kindOf(at) === 'text') continue;
      const isPath = branch.size < 12;
      if (sizeOf(at, inner) > SMALL && !isPath) continue;
      const made = unfold(branch, child);
      if (made) unfoldSmall(made);
    }
  };

  const isLeaf = sizeOf(json.root, whole) === 0;
  const root = branchAt(json.root, whole, '', 0, null);
  if (!isLeaf) unfoldSmall(root);

  const lineOf = (branch: Branch, child: number, parent: number): JsonLine => {
    const { size: siblings, depth } = branch;
    const place = { depth: depth + 1, position: child + 1, siblings, parent };
    if (branch.kind === 'text') {
      const value = branch.text.slice(child * PIECE, (child + 1) * PIECE);
      return { ...place, path: `${branch.path}/${child}`, key: null, value, size: 0, open: false, piece: true };
    }
    const { at, key, shape: inner, path } = childAt(branch, child);
    return { ...place, path, key, ...valueAt(at, inner), open: branch.open.has(child), piece: false };
  };
  const valueAt = (at: number, inner: AskedShape | undefined): Pick<JsonLine, 'value' | 'size' | 'summary'> => {
    const kind = json.kindOf(at);
    const size = sizeOf(at, inner);
    if (kind === 'list') return { value: undefined, size, summary: { kind, names: [] } };
    if (kind !== 'object') return { value: json.valueAt(at), size };
    const names = [...entriesOf(at, inner).subarray(0, 5)].map(name => json.nameAt(name));
    return { value: undefined, size, summary: { kind, names } };
  };

  /** The line number, beneath a branch, of a child. */
  const offsetOf = (branch: Branch, child: number): number => {
    let lines = child;
    for (const [other, inner] of branch.open) if (other < child) lines += inner.below;
    return lines;
  };
  /** The number of the line of a child in the whole. */
  const numberOf = (branch: Branch, child: number): number => {
    let number = offsetOf(branch, child) + 1;
    for (let { parent } = branch; parent; { parent } = parent.branch) number += offsetOf(parent.branch, parent.child) + 1;
    return number;
  };

  const collect = (branch: Branch, number: number, from: number, to: number, out: JsonLine[]): void => {
    // `number`: the line of the branch itself. What is unfolded splits its children into runs.
    const opened = [...branch.open.keys()].sort((a, b) => a - b);
    let line = number + 1;
    let child = 0;
    const run = (end: number): void => {
      const skipped = Math.min(Math.max(0, from - line), end - child);
      child += skipped;
      line += skipped;
      for (; child < end && line < to; child++, line++) out.push(lineOf(branch, child, number));
      line += end - child;
      child = end;
    };
    for (const at of opened) {
      if (line >= to) return;
      run(at + 1);
      const inner = branch.open.get(at) as Branch;
      if (line + inner.below > from && line < to) collect(inner, line - 1, from, to, out);
      line += inner.below;
    }
    if (line < to) run(branch.size);
  };

  /** The branch and child a path leads to; unfolds on the way when asked to. */
  const walk = (path: string, unfolds: boolean): { branch: Branch; child: number } | null => {
    let branch: Branch = root;
    const parts = path.split('/').slice(1);
    for (const [depth, part] of parts.entries()) {
      const child = branch.kind === 'object' ? nameIndex(branch, part.replaceAll('~1', '/')) : Number(part);
      if (!(child >= 0 && child < branch.size)) return null;
      if (depth === parts.length - 1) return { branch, child };
      const inner = branch.open.get(child) ?? (unfolds ? unfold(branch, child) : detached(branch, child));
      if (!inner) return null;
      branch = inner;
    }
    return null;
  };
  const detached = (branch: Branch, child: number): Branch | null => {
    const { at, shape: inner, path } = childAt(branch, child);
    return sizeOf(at, inner) === 0 ? null : branchAt(at, inner, path, branch.depth + 1, null);
  };
  const nameIndex = (branch: Branch, name: string): number => {
    for (const [at, entry] of branch.entries.entries()) if (json.nameAt(entry) === name) return at;
    return -1;
  };

  let isRootOpen = !isLeaf;
  return {
    count: () => (isRootOpen ? root.below : 0) + 1,
    lines(from, to) {
      const out: JsonLine[] = [];
      if (from <= 0) {
        const line = { path: '', depth: 0, key: null, open: isRootOpen, piece: false, position: 1, siblings: 1, parent: 0 };
        out.push({ ...line, ...valueAt(json.root, whole) });
      }
      if (isRootOpen) collect(root, 0, from, to, out);
      return out;
    },
    fold(path, open) {
      if (path === '') {
        isRootOpen = open && !isLeaf;
        return;
      }
      const found = walk(path, false);
      if (!found) return;
      if (open) {
        unfold(found.branch, found.child);
        return;
      }
      const gone = found.branch.open.get(found.child);
      if (!gone) return;
      found.branch.open.delete(found.child);
      grow(found.branch, -gone.below);
    },
    reveal(offset) {
      let branch: Branch = root;
      isRootOpen = !isLeaf;
      for (;;) {
        const { entries } = branch;
        let low = 0;
        let high = entries.length - 1;
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if ((entries[middle] as number) <= offset) low = middle;
          else high = middle - 1;
        }
        const entry = entries[low];
        if (entry === undefined || entry > offset) return null;
        const value = branch.kind === 'object' ? json.valueOfName(entry) : entry;
        if (offset >= json.endOf(value)) return null;
        const isContainer = json.bytes[value] !== QUOTE && json.childrenOf(value).length > 0;
        if (offset < value || !isContainer) return numberOf(branch, low);
        const inner = unfold(branch, low);
        if (!inner) return null;
        branch = inner;
      }
    },
    find(path) {
      if (path === '') return { at: json.root, shape: whole };
      const found = walk(path, false);
      if (!found || found.branch.kind === 'text') return undefined;
      const { at, shape: inner } = childAt(found.branch, found.child);
      return { at, shape: inner };
    },
  };
}

const TYPENAME = new TextEncoder().encode('"__typename"');
