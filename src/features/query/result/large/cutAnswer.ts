/** Where an answer that is no JSON stops being one: most often it was cut on its way, which is another trouble than a page that is no API. */
import { BrokenJsonError, readJsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { QueryRun } from '../../queryRun';

/** The place in bytes; null for an answer that is sound, or was never JSON. */
export function cutAnswer({ failure, texts, broken }: QueryRun): { at: number; endsEarly: boolean } | null {
  if (failure?.tag !== 'parse') return null;
  if (broken) return broken;
  const body = texts.join('');
  try {
    readJsonBytes(new TextEncoder().encode(body));
    return null;
  } catch (error) {
    return error instanceof BrokenJsonError && error.at > 0 ? { at: error.at, endsEarly: error.endsEarly } : null;
  }
}
