/**
 * The outline of the continents (Natural Earth, 1:110 million) as one SVG path, in degrees with north up. The file stores lines shared by
 * areas, as differences between integers: https://github.com/topojson/topojson-specification. Land that crosses the 180th meridian is
 * cut there.
 */
import land from 'world-atlas/land-110m.json';

type Point = readonly [x: number, y: number];

/** Returns the path data. */
export function landOutline(): string {
  const { scale, translate } = land.transform;
  const [scaleX = 1, scaleY = 1] = scale;
  const [left = 0, bottom = 0] = translate;
  const lines = land.arcs.map(steps => {
    let [x, y] = [0, 0];
    return steps.map(([right = 0, up = 0]): Point => {
      x += right;
      y += up;
      return [x * scaleX + left, -(y * scaleY + bottom)];
    });
  });
  // A negative (bitwise inverted) index means that the line is reversed.
  const line = (at: number): readonly Point[] => (at < 0 ? [...(lines[~at] ?? [])].reverse() : (lines[at] ?? []));
  const rings = land.objects.land.geometries.flatMap(geometry => geometry.arcs.flat());
  return rings
    .flatMap(ring => partsOf(unbroken(ring.flatMap(line))))
    .map(pathOf)
    .join('');
}

/** The ring without jumps from one edge of the map to the other. A ring around the pole (Antarctica) is closed along the map's lower edge. */
function unbroken(ring: readonly Point[]): readonly Point[] {
  let turn = 0;
  const points = ring.map(([x, y], at): Point => {
    const step = x - (ring[at - 1]?.[0] ?? x);
    turn -= Math.abs(step) > 180 ? Math.sign(step) * 360 : 0;
    return [x + turn, y];
  });
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return turn === 0 ? points : [...points, [last, 90], [first, 90]];
}

/** The parts of a ring on the map: that within its edges, and that beyond one of them, at the other edge. */
function partsOf(ring: readonly Point[]): ReadonlyArray<readonly Point[]> {
  const parts = [0, 360, -360].map(shift => ring.map(([x, y]): Point => [x + shift, y]).filter(([x]) => Math.abs(x) <= 180));
  return parts.filter(part => part.length > 2);
}

const pathOf = (ring: readonly Point[]): string => `M${ring.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`;
