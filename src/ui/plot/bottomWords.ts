/** The labels of the x axis of a plot. */
import type { Formats } from '../../i18n/formats';

const DAY = 86_400;

/**
 * Numbers, dates if labels are at least a day apart, otherwise times. A repeated label is left out, which occurs when two are less than a
 * second apart.
 * @param splits the places of the labels: numbers, or seconds since the epoch
 * @param length the length of the axis in the same unit, which decides if there is only one label
 */
export function bottomWords(
  splits: readonly number[],
  length: number,
  along: 'time' | 'number',
  formats: Pick<Formats, 'number' | 'date' | 'time'>,
): string[] {
  const [first = 0, second = first + length] = splits;
  const words = splits.map(at => {
    if (along === 'number') return formats.number(at);
    return second - first >= DAY ? formats.date(new Date(at * 1000)) : formats.time(at * 1000, { seconds: true });
  });
  return words.map((word, at) => (word === words[at - 1] ? '' : word));
}
