/**
 * Finds the position at which a response stops being valid JSON. Most such responses were truncated in transit, which is a different
 * problem than an HTML page instead of an API.
 */
import { BrokenJsonError, readJsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { QueryRun } from '../../run/queryRun';

/** Returns the position in bytes; null if the response is valid or never was JSON. */
export function cutResult({ failure, texts, broken }: QueryRun): { at: number; endsEarly: boolean } | null {
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
