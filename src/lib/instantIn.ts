/** A moment that was written without a zone. */

// Before 1600 the platform writes dates in another calendar.
const LOCAL = /^((?:1[6-9]|[2-9]\d)\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/;

/** The instant, in ISO 8601, that a date and time (or the beginning of a day) is in a time zone; null for any other text, also one with a zone. */
export function instantIn(text: string, timeZone: string): string | null {
  const [, day, time = '00:00'] = LOCAL.exec(text.trim()) ?? [];
  const asUtc = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(asUtc)) return null;
  // Swedish is written almost as ISO 8601.
  const local = (at: number): number => Date.parse(`${new Date(at).toLocaleString('sv', { timeZone }).replace(' ', 'T')}.000Z`);
  const before = (at: number): number => asUtc - (local(at) - Math.floor(at / 1000) * 1000);
  // Twice: where clocks change in between, the first is an hour off.
  return new Date(before(before(asUtc))).toISOString();
}
