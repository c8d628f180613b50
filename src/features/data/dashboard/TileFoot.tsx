/** The foot of a tile: when its rows came, and asking for them again. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import type { Tile } from '../../../session/navigation/dashboardTiles';
import { IconButton } from '../../../ui/inputs/Button';

/** What every kind of tile is given. */
export interface TilePart {
  tile: Tile;
  /** Grows when all tiles are to ask again. */
  again: number;
}

/** The foot; `of` is the answer in view, another one each time it was asked for. */
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
  const asked = useRef(again);
  useEffect(() => {
    if (asked.current !== again) latest.current();
    asked.current = again;
  }, [again]);
  return (
    <p className="tile-foot">
      <span>{at === null ? '' : text('dashboard.updated', { time: formats.time(at, { seconds: true }) })}</span>
      <IconButton icon="refresh" label={text('dashboard.refresh')} busy={busy} onClick={onRefresh} />
    </p>
  );
}
