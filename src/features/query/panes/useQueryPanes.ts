/** The layout of the panes of the Query screen, as the user left it. Sizes are in percent; null if unchanged. */
import { useCallback } from 'react';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/useReadable';

/** The layout. Each size is that of the first of two panes. */
export interface QueryPanes {
  readonly explorer: number | null;
  /** The editors, relative to the result. */
  readonly written: number | null;
  /** The document, relative to its variables and headers. */
  readonly document: number | null;
  /** Position of the result. */
  readonly result: 'beside' | 'below';
}

const INITIAL: QueryPanes = { explorer: null, written: null, document: null, result: 'beside' };

/** Returns the layout, and a function that changes parts of it. */
export function useQueryPanes(session: Session): [QueryPanes, (change: Partial<QueryPanes>) => void] {
  const store = session.preferences.value('queryPanes', readPanes);
  const panes = useReadable(store);
  const change = useCallback((part: Partial<QueryPanes>) => store.update(now => ({ ...now, ...part })), [store]);
  return [panes, change];
}

function readPanes(stored: unknown): QueryPanes {
  if (typeof stored !== 'object' || stored === null) return INITIAL;
  const { explorer, written, document, result } = stored as Partial<QueryPanes>;
  return {
    explorer: shareOf(explorer),
    written: shareOf(written),
    document: shareOf(document),
    result: result === 'below' ? 'below' : 'beside',
  };
}

const shareOf = (value: unknown): number | null => (typeof value === 'number' && value >= 0 && value <= 100 ? value : null);
