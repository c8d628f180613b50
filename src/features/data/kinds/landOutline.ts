/**
 * The outline of the land on earth (Natural Earth, 1:110 million) as one SVG path, in degrees with north up. The file holds lines that areas
 * share, as steps between whole numbers: https://github.com/topojson/topojson-specification.
 */
import land from 'world-atlas/land-110m.json';

/** The path. */
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
  // A line that is walked the other way has its number turned over.
  const line = (at: number): readonly string[] => (at < 0 ? [...(lines[~at] ?? [])].reverse() : (lines[at] ?? []));
  const rings = land.objects.land.geometries.flatMap(geometry => geometry.arcs.flat());
  return rings.map(ring => `M${ring.flatMap(line).join('L')}Z`).join('');
}
