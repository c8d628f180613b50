/** The parts of two rows that are compared, as text that can be compared line by line. */

import { laidOutJson } from '../../../lib/text/laidOutJson';
import { parseJson } from '../../../lib/text/largeIntegers';
import { responseBodyOf } from '../../../session/wire/wireLogAttempts';
import type { WireEntry, WireText } from '../../../session/wire/wireLogEntry';
import type { WireSummary } from '../../../session/wire/wireLogSummary';

/** A row and its summary. */
export interface ComparedRow {
  entry: WireEntry;
  summary: WireSummary;
}

/** The parts, in the order in which they are shown. */
export const COMPARED_PARTS = ['document', 'variables', 'requestHeaders', 'responseHeaders', 'response'] as const;

export type ComparedPart = (typeof COMPARED_PARTS)[number];

/** Longer texts are not compared. In bytes or characters. */
const LONGEST = 2_000_000;

/** Returns a part of a row as text; '' if the row does not have it, null if it is too long or no longer kept. */
export function comparedText({ entry, summary }: ComparedRow, part: ComparedPart): string | null {
  const operation = entry.steps.find(({ type }) => type === 'started' || type === 'cached' || type === 'ssr');
  const attempt = summary.attempts.at(-1);
  switch (part) {
    case 'document':
      return operation && 'query' in operation ? textOf(operation.query) : '';
    case 'variables':
      return operation && 'variables' in operation ? laidOut(textOf(operation.variables)) : '';
    case 'requestHeaders':
      return headerLines(attempt?.request.headers);
    case 'responseHeaders':
      return headerLines((attempt?.response ?? attempt?.receiving)?.headers);
    case 'response': {
      const body = attempt && responseBodyOf(entry, attempt);
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

/** Pretty-prints JSON; returns any other text unchanged. */
function laidOut(text: string | null): string | null {
  if (text === null || text === '{}') return text && '';
  try {
    return laidOutJson(parseJson(text));
  } catch {
    return text;
  }
}

const headerLines = (headers: Record<string, string> = {}): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort()
    .join('\n');
