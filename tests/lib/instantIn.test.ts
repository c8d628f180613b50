import { instantIn } from '../../src/lib/instantIn';

describe('a local date and time', () => {
  it.each([
    ['2026-11-22T10:30', 'UTC', '2026-11-22T10:30:00.000Z'],
    ['2026-11-22 10:30', 'Europe/Oslo', '2026-11-22T09:30:00.000Z'],
    ['2026-07-22T10:30:15', 'Europe/Oslo', '2026-07-22T08:30:15.000Z'],
    ['2026-07-22T10:30:15.25', 'Asia/Kolkata', '2026-07-22T05:00:15.250Z'],
    ['2026-11-22', 'America/New_York', '2026-11-22T05:00:00.000Z'],
    // The hour before and after the clocks change.
    ['2026-03-29T01:59', 'Europe/Oslo', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Oslo', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T01:30', 'Europe/Oslo', '2026-10-24T23:30:00.000Z'],
    ['2026-10-25T03:30', 'Europe/Oslo', '2026-10-25T02:30:00.000Z'],
  ])('%s in the time zone %s is %s', (text, zone, instant) => expect(instantIn(text, zone)).toBe(instant));

  it.each([
    '',
    '2026',
    '2026-13-01',
    '1500-01-01',
    '0099-01-01',
    '2026-11-22T25:00',
    '2026-11-22T10:30Z',
    '2026-11-22T10:30+01:00',
    'tomorrow',
  ])('%p is not one', text => expect(instantIn(text, 'Europe/Oslo')).toBeNull());
});
