/** @jest-environment node */
import { edgePath, layoutMap, NODE_HEIGHT, type PlacedNode } from '../../../src/features/docs/mapLayout';
import type { TypeMap } from '../../../src/schema/docs/typeMap';

const node = (name: string, layer: -2 | -1 | 0 | 1 | 2) => ({ name, layer, kind: 'object' as const });
const map: TypeMap = {
  nodes: [
    node('Query', -1),
    node('Owner', -1),
    node('Ship', 0),
    node('Visit', 1),
    node(`${'Long'.repeat(20)}`, 1),
    node('Berth', 2),
  ],
  edges: [],
  hiddenBefore: 0,
  hiddenAfter: 7,
};
const overlaps = (a: PlacedNode, b: PlacedNode): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + NODE_HEIGHT && b.y < a.y + NODE_HEIGHT;

describe.each([false, true])('the layout of a map, right to left: %s', rtl => {
  const { nodes, width, height, moreBefore, moreAfter } = layoutMap(map, rtl);
  const at = new Map(nodes.map(placed => [placed.name, placed]));
  const x = (name: string): number => at.get(name)?.x ?? Number.NaN;

  it('orders the layers from the inline start to the inline end', () => {
    const order = ['Query', 'Ship', 'Visit', 'Berth'].map(x);
    expect(order).toEqual([...order].sort((a, b) => (rtl ? b - a : a - b)));
  });

  it('keeps boxes inside the drawing and without overlap, and shortens a very long name', () => {
    for (const [index, one] of nodes.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width).toBeLessThanOrEqual(width);
      expect(one.y + NODE_HEIGHT).toBeLessThanOrEqual(height);
      for (const other of nodes.slice(index + 1)) expect(overlaps(one, other)).toBe(false);
    }
    expect(at.get('Long'.repeat(20))?.label).toMatch(/^(Long)+.{0,3}…$/);
  });

  it('shows the number of omitted types below their column', () => {
    expect(moreBefore).toBe(null);
    const visit = at.get('Visit') as PlacedNode;
    expect(moreAfter?.x).toBe(visit.x + visit.width / 2);
    expect(moreAfter?.y).toBeGreaterThan(Math.max(...nodes.filter(({ layer }) => layer === 1).map(({ y }) => y)) + NODE_HEIGHT);
  });

  it('draws a line between the facing sides of two boxes', () => {
    const [ship, visit] = [at.get('Ship') as PlacedNode, at.get('Visit') as PlacedNode];
    const [from, to] = rtl ? [ship.x, visit.x + visit.width] : [ship.x + ship.width, visit.x];
    const path = edgePath(ship, visit);
    expect(path.startsWith(`M${from} `)).toBe(true);
    expect(path).toContain(` ${to} ${visit.y + NODE_HEIGHT / 2}`);
  });
});
