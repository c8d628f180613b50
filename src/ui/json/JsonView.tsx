/** JSON as a folded tree. The tree itself (JsonTree.tsx) is fetched when one is shown first, since few screens begin with one. */
import { type ReactNode, Suspense } from 'react';
import { SkeletonLines } from '../frame/Skeleton';
import { lazyPart } from '../lazyPart';
import type { JsonTreeProps } from './JsonTree';

const JsonTree = lazyPart(async () => ({ default: (await import(/* webpackChunkName: "json" */ './JsonTree')).JsonTree }));

/** The tree. */
export function JsonView(props: JsonTreeProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonLines lines={3} />}>
      <JsonTree {...props} />
    </Suspense>
  );
}
