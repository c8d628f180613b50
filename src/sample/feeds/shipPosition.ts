/**
 * Where a ship is at a moment. Ships circle on ellipses in the bay off the harbour, each with its own; the place follows from the ship and
 * the time alone, so that every instance and every reader sees the same.
 */

/** Where a ship is and how it moves: degrees, knots. */
export interface ShipPlace {
  latitude: number;
  longitude: number;
  courseDegrees: number;
  speedKnots: number;
  at: Date;
}

/** The middle of the bay. */
const LATITUDE = 53.86;
const LONGITUDE = -5.72;
const METRES_PER_DEGREE = 111_320;
const METRES_PER_SECOND_IN_KNOTS = 1.943_844;
const SHRINK = Math.cos((LATITUDE * Math.PI) / 180);

/** @param ship row number of the ship. @param time milliseconds since 1970. */
export function shipPosition(ship: number, time: number): ShipPlace {
  // The golden ratio spreads consecutive ships evenly.
  const spread = (ship * 0.618_033_988_749) % 1;
  const second = (ship * 0.754_877_666_247) % 1;
  const radius = 2500 + 16_000 * second;
  const flattening = 0.35 + 0.5 * spread;
  const tilt = 2 * Math.PI * second;
  // Metres a second along the long side: 6 to 18 knots.
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

/** 359.96 degrees are rounded to a whole turn, which is 0. */
const wholeTurn = (degrees: number): number => (degrees === 360 ? 0 : degrees);

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
