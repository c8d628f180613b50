/** Where a run that is over is seen in Wire. */

import { wireLinks } from '../../session/wire/wireLogLinks';
import type { ActionRun } from './actionRuns';

/** Address of the row of a run; of the last request where nothing of it was ever heard. */
export function runHref(run: Extract<ActionRun, { state: 'failed' | 'done' }>): string {
  return run.operationId === null ? wireLinks.lastRequest() : wireLinks.entry(run.operationId);
}
