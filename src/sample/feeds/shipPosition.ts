/**
 * The position of a ship at a given time. Each ship moves on its own ellipse in the bay off the harbour. The position depends only on the
 * ship and the time, so that every instance and every client gets the same result.
 */

/** Position and movement of a ship, in degrees and knots. */
export interface ShipPlace {
  latitude: number;
  longitude: number;
  courseDegrees: number;
  speedKnots: number;
  at: Date;
}

/** The centre of the bay. */
const LATITUDE = 53.86;
const LONGITUDE = -5.72;
const METRES_PER_DEGREE = 111_320;
const METRES_PER_SECOND_IN_KNOTS = 1.943_844;
const SHRINK = Math.cos((LATITUDE * Math.PI) / 180);

/**
 * @param ship row number of the ship
 * @param time milliseconds since 1970
 */
export function shipPosition(ship: number, time: number): ShipPlace {
  // The golden ratio spreads consecutive ships evenly.
  const spread = (ship * 0.618_033_988_749) % 1;
  const second = (ship * 0.754_877_666_247) % 1;
  const radius = 2500 + 16_000 * second;
  const flattening = 0.35 + 0.5 * spread;
  const tilt = 2 * Math.PI * second;
  // Speed in metres a second along the major axis: 6 to 18 knots.
  const speed = (6 + 12 * spread) / METRES_PER_SECOND_IN_KNOTS;
  const turn = speed / radius;
  const angle = 2 * Math.PI * spread + (turn * time) / 1000;
  const along = radius * Math.cos(angle);
  const across = radius * flattening * Math.sin(angle);
  const alongRate = -radius * turn * Math.sin(angle);
  const acrossRate = radius * flattening * turn * Math.cos(angle);
  const east = along * Math.cos(tilt) - across * Math.sin(tilt);
  const north = along * Math.sin(tilt) + across * Math.cos(tilt);
  const eastRate = alongRate * Math.cos(tilt) - acrossRate * Math.sin(tilt);
  const northRate = alongRate * Math.sin(tilt) + acrossRate * Math.cos(tilt);
  const course = (Math.atan2(eastRate, northRate) * 180) / Math.PI;
  return {
    latitude: round(LATITUDE + north / METRES_PER_DEGREE, 6),
    longitude: round(LONGITUDE + east / (METRES_PER_DEGREE * SHRINK), 6),
    courseDegrees: wholeTurn(round((course + 360) % 360, 1)),
    speedKnots: round(Math.hypot(eastRate, northRate) * METRES_PER_SECOND_IN_KNOTS, 2),
    at: new Date(time),
  };
}

/** Rounding 359.96 degrees gives 360, which is 0. */
const wholeTurn = (degrees: number): number => (degrees === 360 ? 0 : degrees);

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
