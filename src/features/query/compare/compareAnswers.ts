/** The difference of two answers, line by line. It runs in the worker of large answers: long ones take a while. */
import { type LineDiff, lineDiff, shortened } from '../../../lib/lineDiff';
import { parseJson } from '../../../transport/http/body/largeIntegers';
import { type AskedShape, stripped } from '../explorer/askedShape';

/** An answer: its text laid out, or the body of a large one as it came, with what was asked for. */
export type ComparedAnswer = { text: string } | { body: Blob; shape: AskedShape };

/** Lines handed to the page. */
const MOST_LINES = 4000;

/** Compares. */
export async function compareAnswers(first: ComparedAnswer, second: ComparedAnswer): Promise<LineDiff> {
  const [one, two] = await Promise.all([laidOut(first), laidOut(second)]);
  return shortened(lineDiff(one, two), MOST_LINES);
}

/** As the screen lays out a small one: data without what was not asked for, then errors and extensions. */
async function laidOut(answer: ComparedAnswer): Promise<string> {
  if ('text' in answer) return answer.text;
  const text = await answer.body.text();
  try {
    const { data, errors, extensions } = parseJson(text) as { data?: unknown; errors?: unknown; extensions?: unknown };
    return JSON.stringify({ data: stripped(data, answer.shape), errors, extensions }, null, 2);
  } catch {
    return text;
  }
}
