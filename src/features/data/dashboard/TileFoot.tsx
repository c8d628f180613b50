/** Footer of a tile: the time of its last result, and a refresh button. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import type { Tile } from '../../../session/navigation/dashboardTiles';
import { IconButton } from '../../../ui/inputs/Button';

/** Props that every kind of tile has. */
export interface TilePart {
  tile: Tile;
  /** Counter that increases when all tiles should refresh. */
  again: number;
}

/** Renders the footer. `of` is the current result; a new result must be a new object. */
export function TileFoot({
  session,
  of,
  busy,
  again,
  onRefresh,
}: {
  session: Session;
  of: unknown;
  busy: boolean;
  again: number;
  onRefresh: () => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    if (of !== null && !busy) setAt(session.clock.now());
  }, [of, busy, session]);
  const latest = useRef(onRefresh);
  latest.current = onRefresh;
  const lastAgain = useRef(again);
  useEffect(() => {
    if (lastAgain.current !== again) latest.current();
    lastAgain.current = again;
  }, [again]);
  return (
    <p className="tile-foot">
      <span>{at === null ? '' : text('dashboard.updated', { time: formats.time(at, { seconds: true }) })}</span>
      <IconButton icon="refresh" label={text('dashboard.refresh')} busy={busy} onClick={onRefresh} />
    </p>
  );
}
