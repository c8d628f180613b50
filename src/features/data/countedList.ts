/** The outcomes of many rows in one sentence. Outcomes without rows are left out. */
import type { Formats } from '../../i18n/formats';
import type { Text } from '../../i18n/language';

/** Joins the words of the counts that are not zero. */
export function countedList(formats: Formats, counts: ReadonlyArray<readonly [count: number, words: string]>): string {
  const words = formats.list(counts.flatMap(([count, said]) => (count === 0 ? [] : [said])));
  // Some languages begin with a word, which is in the middle of the sentence while there are other outcomes.
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The outcomes of changes that were sent. `open`: rows that were not sent. */
export const endedWords = (
  text: Text,
  formats: Formats,
  { sent, refused, unknown, open }: Readonly<Record<'sent' | 'refused' | 'unknown' | 'open', number>>,
): string =>
  countedList(formats, [
    [sent, text('data.endedSent', { sent })],
    [refused, text('data.endedRefused', { refused })],
    [unknown, text('data.endedUnknown', { unknown })],
    [open, text('data.endedOpen', { open })],
  ]);
