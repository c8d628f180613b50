/** Links from a finished run to its row in Wire. */

import { wireLinks } from '../../../session/wire/wireLogLinks';
import type { ActionRun } from './actionRuns';

/** Returns the address of the row of a run, or of the last request if its id is unknown. */
export function runHref(run: Extract<ActionRun, { state: 'failed' | 'done' }>): string {
  return run.operationId === null ? wireLinks.lastRequest() : wireLinks.entry(run.operationId);
}
