/** Numbers between these are seconds of the years 1973 to 2103. As milliseconds they would all be in the first weeks of 1970. */
const FIRST_SECOND = 100_000_000;
const LAST_SECOND = 4_200_000_000;

/** Milliseconds since 1970 of a time that a server sent as a number, in seconds or in milliseconds. */
export const epochMs = (time: number): number =>
  Math.abs(time) >= FIRST_SECOND && Math.abs(time) <= LAST_SECOND ? time * 1000 : time;
