/** The position of a ship as a function of the ship and the time. */
import { shipPosition } from '../../src/sample/feeds/shipPosition';

const METRES_PER_DEGREE = 111_320;
const metres = (a: ReturnType<typeof shipPosition>, b: ReturnType<typeof shipPosition>) => ({
  north: (b.latitude - a.latitude) * METRES_PER_DEGREE,
  east: (b.longitude - a.longitude) * METRES_PER_DEGREE * Math.cos((a.latitude * Math.PI) / 180),
});

test('the same ship has the same position at the same time', () => {
  expect(shipPosition(12, 1_800_000_000_000)).toEqual(shipPosition(12, 1_800_000_000_000));
  expect(shipPosition(13, 1_800_000_000_000)).not.toEqual(shipPosition(12, 1_800_000_000_000));
});

test('the movement of a ship within a minute agrees with its speed and course', () => {
  for (let ship = 1; ship <= 400; ship++) {
    const time = 1_790_000_000_000 + ship * 7_919_000;
    const before = shipPosition(ship, time - 30_000);
    const now = shipPosition(ship, time);
    const { north, east } = metres(before, shipPosition(ship, time + 30_000));
    const knots = (Math.hypot(north, east) / 60) * 1.943_844;
    expect(Math.abs(knots - now.speedKnots)).toBeLessThan(0.25);
    const course = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
    const difference = Math.abs(course - now.courseDegrees);
    expect(Math.min(difference, 360 - difference)).toBeLessThan(4);
    expect(String(now.courseDegrees)).toMatch(/^\d{1,3}(\.\d)?$/);
    expect(now.courseDegrees).toBeLessThan(360);
  }
});

test('ships stay in the bay', () => {
  for (let ship = 1; ship <= 400; ship++) {
    const place = shipPosition(ship, 1_790_000_000_000 + ship * 86_400_000);
    const { north, east } = metres({ ...place, latitude: 53.86, longitude: -5.72 }, place);
    expect(Math.hypot(north, east)).toBeLessThan(19_000);
    expect(place.speedKnots).toBeGreaterThan(1.5);
    expect(place.speedKnots).toBeLessThan(18.1);
  }
});
