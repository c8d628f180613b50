/** Grey shapes where something is about to be. They appear after 100 ms, so that a quick answer does not flicker. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import './Skeleton.css';

/** A line in a table cell; its length follows from `seed`, so that it stays the same from render to render. */
export function SkeletonCell({ seed, end = false }: { seed: number; end?: boolean }): ReactNode {
  const width = 30 + ((((seed * 2654435761) % 50) + 50) % 50);
  return <span className="skeleton" style={{ width: `${width}%`, marginInlineStart: end ? 'auto' : undefined }} />;
}

/** Lines of text; read aloud as "Loading". */
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
