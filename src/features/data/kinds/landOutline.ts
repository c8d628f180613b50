/**
 * The outline of the continents (Natural Earth, 1:110 million) as one SVG path, in degrees with north up. The file stores lines shared by
 * areas, as differences between integers: https://github.com/topojson/topojson-specification.
 */
import land from 'world-atlas/land-110m.json';

/** Returns the path data. */
export function landOutline(): string {
  const { scale, translate } = land.transform;
  const [scaleX = 1, scaleY = 1] = scale;
  const [left = 0, bottom = 0] = translate;
  const lines = land.arcs.map(steps => {
    let [x, y] = [0, 0];
    return steps.map(([right = 0, up = 0]) => {
      x += right;
      y += up;
      return `${(x * scaleX + left).toFixed(2)} ${(-(y * scaleY + bottom)).toFixed(2)}`;
    });
  });
  // A negative (bitwise inverted) index means that the line is reversed.
  const line = (at: number): readonly string[] => (at < 0 ? [...(lines[~at] ?? [])].reverse() : (lines[at] ?? []));
  const rings = land.objects.land.geometries.flatMap(geometry => geometry.arcs.flat());
  return rings.map(ring => `M${ring.flatMap(line).join('L')}Z`).join('');
}
