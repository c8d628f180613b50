/** What stands in the place of a screen while the endpoint is asked for its schema. */
import type { ReactNode } from 'react';
import type { Session } from '../session/connections/session';
import { SkeletonLines } from '../ui/frame/Skeleton';
import { StillWaiting } from './StillWaiting';

/** Skeletons, and after a while the way to stop waiting. */
export function SchemaWaiting({ session, lines }: { session: Session; lines: number }): ReactNode {
  return (
    <>
      <StillWaiting clock={session.clock} isWaiting onStop={session.schema.stop} />
      <SkeletonLines lines={lines} />
    </>
  );
}
