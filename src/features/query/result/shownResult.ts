/** Builds the value that the result tree shows: the result, or for a subscription its events, newest first. */
import type { QueryRun, RunError } from '../run/queryRun';

export function shownResult(run: QueryRun): unknown {
  if (run.request.kind === 'subscription')
    return run.events.map(({ data, errors }) => ({ data, ...(errors.length > 0 ? { errors: plainErrors(errors) } : {}) }));
  return {
    ...(run.data === undefined ? {} : { data: run.data }),
    ...(run.errors.length > 0 ? { errors: plainErrors(run.errors) } : {}),
    ...(run.extensions === undefined ? {} : { extensions: run.extensions }),
  };
}

function plainErrors(errors: readonly RunError[]): unknown[] {
  return errors.map(({ message, path, extensions }) => ({
    message,
    ...(path ? { path } : {}),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  }));
}
