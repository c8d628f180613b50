/** The saved views of a collection, below its entry in the rail. */
import { type ReactNode, useMemo } from 'react';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { viewHref, viewsOf } from '../../session/navigation/savedViews';
import { storedViews } from '../../session/navigation/storedViews';
import { useReadable } from '../../ui/useReadable';

/** The list of views; `collection` is the collection's address. */
export function RailViews({ session, collection }: { session: Session; collection: string }): ReactNode {
  const { path, query } = useReadable(session.navigation.address);
  const stored = useReadable(storedViews(session.preferences));
  const views = useMemo(
    () => viewsOf(session.connection, stored).filter(view => href(['data', view.collection]) === collection),
    [session.connection, stored, collection],
  );
  if (views.length === 0) return null;
  const shown = path === collection ? query.get('view') : null;
  return (
    <ul className="rail-views">
      {views.map(view => (
        <li key={view.name}>
          <a className="rail-link rail-view" href={viewHref(view)} aria-current={view.name === shown ? 'page' : undefined}>
            <span className="truncate" dir="auto">
              {view.name}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
