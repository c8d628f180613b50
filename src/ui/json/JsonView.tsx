/** JSON as a folded tree. The tree itself (JsonTree.tsx) is fetched when one is shown first, since few screens begin with one. */
import { type ReactNode, Suspense } from 'react';
import { SkeletonLines } from '../frame/Skeleton';
import { lazyPart, useArrival } from '../lazyPart';
import type { JsonTreeProps } from './JsonTree';

const JsonTree = lazyPart(async () => ({ default: (await import(/* webpackChunkName: "json" */ './JsonTree')).JsonTree }));

/** Fetches the code of the tree ahead. A failure is no matter: it is asked for again when a tree is shown. */
export const prepareJsonView = (): void => void JsonTree.prepare(null).catch(() => undefined);

/** The tree. */
export function JsonView(props: JsonTreeProps): ReactNode {
  useArrival(JsonTree);
  return (
    <Suspense fallback={<SkeletonLines lines={3} />}>
      <JsonTree {...props} />
    </Suspense>
  );
}
