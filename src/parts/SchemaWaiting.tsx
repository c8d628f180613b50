/** Placeholder of a screen while the schema is loading. */
import type { ReactNode } from 'react';
import type { Session } from '../session/connections/session';
import { SkeletonLines } from '../ui/frame/Skeleton';
import { StillWaiting } from './StillWaiting';

/** Skeleton lines and, after a while, a button that stops waiting. */
export function SchemaWaiting({ session, lines }: { session: Session; lines: number }): ReactNode {
  return (
    <>
      <StillWaiting clock={session.clock} isWaiting onStop={session.schema.stop} />
      <SkeletonLines lines={lines} />
    </>
  );
}
