/** Grey placeholders for loading content. They appear after 100 ms, to prevent flicker with fast responses. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import './Skeleton.css';

/** A line in a table cell. Its length depends on `seed`, so that it is the same in every render. */
export function SkeletonCell({ seed, end = false }: { seed: number; end?: boolean }): ReactNode {
  const width = 30 + ((((seed * 2654435761) % 50) + 50) % 50);
  return <span className="skeleton" style={{ width: `${width}%`, marginInlineStart: end ? 'auto' : undefined }} />;
}

/** Lines of text; screen readers announce "Loading". */
export function SkeletonLines({ lines = 3 }: { lines?: number }): ReactNode {
  const text = useText();
  return (
    <div className="skeleton-lines" role="status" aria-label={text('ui.loading')}>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={at} className="skeleton" style={{ width: `${92 - ((at * 37) % 45)}%` }} />
      ))}
    </div>
  );
}
