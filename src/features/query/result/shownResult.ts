/** Builds the value that the result tree shows: the result, or for a subscription its events, newest first, with gaps between them. */
import type { QueryRun, RunError, RunEvent } from '../run/queryRun';

export function shownResult(run: QueryRun): unknown {
  if (run.request.kind === 'subscription')
    return run.events.flatMap(event => [
      { data: event.data, ...(event.errors.length > 0 ? { errors: plainErrors(event.errors) } : {}) },
      ...gapBefore(event),
    ]);
  return {
    ...(run.data === undefined ? {} : { data: run.data }),
    ...(run.errors.length > 0 ? { errors: plainErrors(run.errors) } : {}),
    ...(run.extensions === undefined ? {} : { extensions: run.extensions }),
  };
}

/** The gap before an event, in the format of files saved by Live; none if the connection was not lost. */
export function gapBefore({ gap }: RunEvent): object[] {
  if (!gap) return [];
  return [{ gap: { from: new Date(gap.from).toISOString(), to: new Date(gap.to).toISOString(), reason: 'connection' } }];
}

function plainErrors(errors: readonly RunError[]): unknown[] {
  return errors.map(({ message, path, extensions }) => ({
    message,
    ...(path ? { path } : {}),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  }));
}
