/** The action "Pin to dashboard": adds a tile and shows a note that links to it. */
import { useText } from '../i18n/LanguageProvider';
import type { Session } from '../session/connections/session';
import type { Tile } from '../session/navigation/dashboardTiles';
import { LONGEST_NAME } from '../session/navigation/savedViews';
import { useAnnounce } from '../ui/frame/Announcer';

/** The initial settings of a tile; users change the others on the dashboard. */
export type NewTile = Pick<Tile, 'title' | 'show' | 'source'>;

/**
 * Returns a function that creates the event handler. `tile` returns the tile to pin, or null if it contains a secret and must not be stored.
 * Needs the messages of english/data/pin.ts.
 */
export function usePin(session: Session): (tile: () => NewTile | null) => () => void {
  const text = useText();
  const announce = useAnnounce();
  const pin = async (wanted: NewTile | null): Promise<void> => {
    if (wanted === null) return announce.note({ text: text('dashboard.pinSecret'), tone: 'danger' });
    const { changeTiles, withTiles } = await import(/* webpackChunkName: "pin" */ '../session/navigation/dashboardTiles');
    let title = wanted.title.trim().slice(0, LONGEST_NAME) || '–';
    let isNew = false;
    const isDone = changeTiles(session, tiles => {
      const next = withTiles(tiles, [{ ...wanted, title, id: '', refresh: 'hand' }]);
      isNew = next.length > tiles.length;
      if (isNew) title = next.at(-1)?.title ?? title;
      return next;
    });
    if (!isDone) return announce.note({ text: text('dashboard.full'), tone: 'danger' });
    announce.note({
      text: text(isNew ? 'dashboard.pinned' : 'dashboard.pinnedBefore', { title }),
      action: { label: text('dashboard.open'), onSelect: () => session.navigation.go('/dashboard') },
    });
  };
  return tile => () => void pin(tile());
}
