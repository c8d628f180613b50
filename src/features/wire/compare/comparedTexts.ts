/** What is compared of two rows, as texts with a line for each part, so that they can be compared line by line. */
import { answerBody } from '../../../session/wire/wireLogAttempts';
import type { WireEntry, WireText } from '../../../session/wire/wireLogEntry';
import type { WireSummary } from '../../../session/wire/wireLogSummary';
import { parseJson } from '../../../transport/http/body/largeIntegers';

/** A row with what it means. */
export interface ComparedRow {
  entry: WireEntry;
  summary: WireSummary;
}

/** The parts, in the order they are shown. */
export const COMPARED_PARTS = ['document', 'variables', 'requestHeaders', 'answerHeaders', 'answer'] as const;

/** One part. */
export type ComparedPart = (typeof COMPARED_PARTS)[number];

/** Longer texts are not compared, in bytes or characters. */
const LONGEST = 2_000_000;

/** A part of a row as text; '' where the row has none, null where it is too long or no longer kept. */
export function comparedText({ entry, summary }: ComparedRow, part: ComparedPart): string | null {
  const asked = entry.steps.find(({ type }) => type === 'started' || type === 'cached' || type === 'ssr');
  const attempt = summary.attempts.at(-1);
  switch (part) {
    case 'document':
      return asked && 'query' in asked ? textOf(asked.query) : '';
    case 'variables':
      return asked && 'variables' in asked ? laidOut(textOf(asked.variables)) : '';
    case 'requestHeaders':
      return headerLines(attempt?.request.headers);
    case 'answerHeaders':
      return headerLines((attempt?.response ?? attempt?.receiving)?.headers);
    case 'answer': {
      const body = attempt && answerBody(entry, attempt);
      if (body) return laidOut(textOf(body));
      return attempt && attempt.parts.length > 0 ? null : '';
    }
  }
}

function textOf(text: WireText): string | null {
  if (text.bytes > LONGEST) return null;
  const read = text.read();
  return read === null || read.length > LONGEST ? null : read;
}

/** JSON with a line for each value; anything else as it is. */
function laidOut(text: string | null): string | null {
  if (text === null || text === '{}') return text && '';
  try {
    return JSON.stringify(parseJson(text), null, 2);
  } catch {
    return text;
  }
}

const headerLines = (headers: Record<string, string> = {}): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort()
    .join('\n');
