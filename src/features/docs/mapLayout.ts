/** Layout of the type map in px: one column for each layer, vertically centred, mirrored for right-to-left languages. */
import type { MapNode, TypeMap } from '../../schema/docs/typeMap';

/** A box. `label` is the name, shortened if it is very long. */
export interface PlacedNode extends MapNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly label: string;
}

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  /** Position of the number of hidden types: the bottom centre of the column. */
  readonly moreBefore: { x: number; y: number } | null;
  readonly moreAfter: { x: number; y: number } | null;
}

/** Height of a box. */
export const NODE_HEIGHT = 26;
const ROW = 34;
const GAP = 64;
const EDGE = 12;
/** Width of a character in the monospaced font at 12 px, with a margin for wider fonts. */
const LETTER = 7.4;
const LONGEST = 30;
const MORE_WIDTH = 90;

export function layoutMap(map: TypeMap, isRightToLeft: boolean): MapLayout {
  const columns = [-2, -1, 0, 1, 2]
    .map(layer => ({ layer, nodes: map.nodes.filter(node => node.layer === layer) }))
    .filter(({ nodes }) => nodes.length > 0);
  const hidden = (layer: number): number => (layer === -1 ? map.hiddenBefore : layer === 1 ? map.hiddenAfter : 0);
  const rows = Math.max(...columns.map(({ layer, nodes }) => nodes.length + (hidden(layer) > 0 ? 1 : 0)), 2);
  const height = rows * ROW + 2 * EDGE;
  const nodes: PlacedNode[] = [];
  const more = new Map<number, { x: number; y: number }>();
  let x = EDGE;
  for (const column of columns) {
    const labels = column.nodes.map(({ name }) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name));
    const hasMore = hidden(column.layer) > 0;
    const width = Math.max(...labels.map(label => Math.ceil(label.length * LETTER) + 20), hasMore ? MORE_WIDTH : 0);
    const top = (height - (column.nodes.length + (hasMore ? 1 : 0)) * ROW) / 2 + (ROW - NODE_HEIGHT) / 2;
    for (const [at, node] of column.nodes.entries())
      nodes.push({ ...node, x, y: top + at * ROW, width, label: labels[at] ?? node.name });
    if (hasMore) more.set(column.layer, { x: x + width / 2, y: top + column.nodes.length * ROW + NODE_HEIGHT / 2 });
    x += width + GAP;
  }
  const width = x - GAP + EDGE;
  const turn = (at: { x: number; y: number } | undefined): { x: number; y: number } | null =>
    at === undefined ? null : isRightToLeft ? { ...at, x: width - at.x } : at;
  return {
    width,
    height,
    nodes: isRightToLeft ? nodes.map(node => ({ ...node, x: width - node.x - node.width })) : nodes,
    moreBefore: turn(more.get(-1)),
    moreAfter: turn(more.get(1)),
  };
}

/** Returns the path between two boxes, from the side of one to the facing side of the other. */
export function edgePath(from: PlacedNode, to: PlacedNode): string {
  const isOnward = from.x < to.x;
  const [x1, x2] = isOnward ? [from.x + from.width, to.x] : [from.x, to.x + to.width];
  const [y1, y2] = [from.y + NODE_HEIGHT / 2, to.y + NODE_HEIGHT / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

/** Returns the loop above the box of a type that refers to itself. */
export function loopPath({ x, y, width }: PlacedNode): string {
  const middle = x + width / 2;
  return `M${middle - 12} ${y}C${middle - 16} ${y - 16} ${middle + 16} ${y - 16} ${middle + 12} ${y}`;
}
