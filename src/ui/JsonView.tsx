/** JSON as a folded tree. The tree itself (JsonTree.tsx) is fetched when one is shown first, since few screens begin with one. */
import { lazy, type ReactNode, Suspense } from 'react';
import { SkeletonLines } from './Skeleton';

const JsonTree = lazy(async () => ({ default: (await import(/* webpackChunkName: "json" */ './JsonTree')).JsonTree }));

/** Props of `JsonView`. */
export interface JsonViewProps {
  value: unknown;
  /** Names the tree for screen readers. Default: "JSON". */
  label?: string;
  /** Levels that begin unfolded. Default 2. */
  depth?: number;
  /** Fills the height it is given and scrolls inside. Default false: as high as its lines, up to `maxLines`. */
  fill?: boolean;
  /** Default 24. */
  maxLines?: number;
  /** Marked where it occurs. */
  search?: string;
}

/** The tree. */
export function JsonView(props: JsonViewProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonLines lines={3} />}>
      <JsonTree {...props} />
    </Suspense>
  );
}
