/** Shows JSON as a collapsible tree. The code of the tree (JsonTree.tsx) is loaded on first use, because few screens start with one. */
import { type ReactNode, Suspense } from 'react';
import { SkeletonLines } from '../frame/Skeleton';
import { lazyPart, useRenderOnLoad } from '../lazyPart';
import type { JsonTreeProps } from './JsonTree';

const JsonTree = lazyPart(async () => ({ default: (await import(/* webpackChunkName: "json" */ './JsonTree')).JsonTree }));

/** Loads the code of the tree ahead. A failure is ignored: showing a tree loads it again. */
export const prepareJsonView = (): void => void JsonTree.prepare(null).catch(() => undefined);

export function JsonView(props: JsonTreeProps): ReactNode {
  useRenderOnLoad(JsonTree);
  return (
    <Suspense fallback={<SkeletonLines lines={3} />}>
      <JsonTree {...props} />
    </Suspense>
  );
}
