/** Compares two results line by line. Runs in the result worker, because long results take a while. */

import { laidOutJson } from '../../../lib/text/laidOutJson';
import { parseJson } from '../../../lib/text/largeIntegers';
import { type LineDiff, lineDiff, shortened } from '../../../lib/text/lineDiff';
import { type RequestedShape, withoutAddedTypenames } from '../explorer/requestedShape';

/** A result: its formatted text, or the body of a large one as received, with the requested fields. */
export type ComparedResult = { text: string } | { body: Blob; shape: RequestedShape };

/** Maximum number of lines in the difference. */
const MOST_LINES = 4000;

/** Returns the shortened difference. */
export async function diffResults(first: ComparedResult, second: ComparedResult): Promise<LineDiff> {
  const [one, two] = await Promise.all([laidOut(first), laidOut(second)]);
  return shortened(lineDiff(one, two), MOST_LINES);
}

/** Formats a large result like a small one: data without fields that were not requested, then errors and extensions. */
async function laidOut(result: ComparedResult): Promise<string> {
  if ('text' in result) return result.text;
  const text = await result.body.text();
  try {
    const { data, errors, extensions } = parseJson(text) as { data?: unknown; errors?: unknown; extensions?: unknown };
    return laidOutJson({ data: withoutAddedTypenames(data, result.shape), errors, extensions });
  } catch {
    return text;
  }
}
