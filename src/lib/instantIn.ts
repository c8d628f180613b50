/** Converts a local date and time, written without a time zone, to an instant. */

// Years before 1600 are excluded, because the platform formats early dates in another calendar.
const LOCAL = /^((?:1[6-9]|[2-9]\d)\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/;

/** The instant (ISO 8601) of a date, or of a date and time, in a time zone; null for any other text, including one with a time zone. */
export function instantIn(text: string, timeZone: string): string | null {
  const [, day, time = '00:00'] = LOCAL.exec(text.trim()) ?? [];
  const asUtc = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The Swedish format is almost ISO 8601.
  const local = (at: number): number => Date.parse(`${new Date(at).toLocaleString('sv', { timeZone }).replace(' ', 'T')}.000Z`);
  const before = (at: number): number => asUtc - (local(at) - Math.floor(at / 1000) * 1000);
  // Applied twice: if the clocks change in between, the first result is off by an hour.
  return new Date(before(before(asUtc))).toISOString();
}
