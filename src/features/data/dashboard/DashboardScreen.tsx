/** The dashboard: pinned views, feeds and queries of this connection side by side. */
import { type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { dashboard } from '../../../i18n/english/data/dashboard';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { dataViews } from '../../../i18n/english/data/dataViews';
import { pin } from '../../../i18n/english/data/pin';
import { useText } from '../../../i18n/LanguageProvider';
import { FailureState } from '../../../parts/FailureState';
import { SchemaWaiting } from '../../../parts/SchemaWaiting';
import type { Session } from '../../../session/connections/session';
import { changeTiles, readTiles, storedTiles, type Tile } from '../../../session/navigation/dashboardTiles';
import { changeViews, viewsOf } from '../../../session/navigation/savedViews';
import { storedViews } from '../../../session/navigation/storedViews';
import { schemaFailureProps } from '../../../session/schema/schemaFailureProps';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { Menu } from '../../../ui/frame/menu/Menu';
import { ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { lazyPart } from '../../../ui/lazyPart';
import { useIsHydrated } from '../../../ui/useIsHydrated';
import { useReadable } from '../../../ui/useReadable';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { exportViews } from '../views/exportViews';
import { DashboardTile, type TileChange } from './DashboardTile';
import './dashboard.css';

const ViewDialog = lazyPart(() => import(/* webpackChunkName: "views" */ '../views/ViewDialog'));

/** Renders the screen. */
export function DashboardScreen({ session }: { session: Session }): ReactNode {
  const text = useText();
  const id = useId();
  const state = useReadable(session.schema);
  const isHydrated = useIsHydrated();
  const [again, setAgain] = useState(0);
  const [isImporting, setImporting] = useState(false);
  const tiles = useTiles(session);
  const views = useReadable(storedViews(session.preferences));
  const saved = useMemo(() => viewsOf(session.connection, views), [session.connection, views]);
  const crumbs = [{ label: text('shell.dashboard') }];
  if (state.status === 'loading') return <SchemaWaiting session={session} lines={8} />;
  if (state.status === 'failed')
    return (
      <ScreenFrame crumbs={crumbs}>
        <FailureState {...schemaFailureProps(session, state.failure)} />
      </ScreenFrame>
    );
  const { list } = tiles;
  return (
    <ScreenFrame
      page
      crumbs={crumbs}
      actions={
        <>
          <Button icon="refresh" disabled={list.length === 0} onClick={() => setAgain(now => now + 1)}>
            <span className="narrow-hidden">{text('dashboard.refreshAll')}</span>
          </Button>
          <Menu
            align="end"
            items={[
              {
                label: text('data.viewsExport'),
                icon: 'download',
                disabled: list.length === 0 && saved.length === 0,
                onSelect: () => void exportViews(session),
              },
              { label: text('data.viewsImport'), icon: 'upload', onSelect: () => setImporting(true) },
            ]}
          >
            {trigger => <IconButton icon="more" label={text('data.more')} {...trigger} />}
          </Menu>
        </>
      }
    >
      {!isHydrated ? (
        // The server does not know what is stored in the browser.
        <SkeletonLines lines={8} />
      ) : list.length === 0 ? (
        <EmptyState icon="dashboard" title={text('dashboard.empty')} help={text('dashboard.emptyHelp')} />
      ) : (
        <>
          <p id={`${id}-keys`} hidden>
            {text('dashboard.moveKeys')}
          </p>
          <ul className="tiles">
            {list.map((tile, at) => (
              <DashboardTile
                key={tile.id}
                session={session}
                model={state.schema}
                tile={tile}
                views={saved}
                at={at}
                count={list.length}
                again={again}
                isFollowed={tiles.takeFollowed(tile.id)}
                describedBy={`${id}-keys`}
                onChange={change => tiles.change(tile.id, change)}
                onMove={tiles.move}
                onRemove={() => tiles.remove(tile)}
              />
            ))}
          </ul>
        </>
      )}
      <Suspense fallback={null}>
        {isImporting ? (
          <ViewDialog
            task="import"
            session={session}
            collection={null}
            name=""
            isTaken={() => false}
            onName={() => undefined}
            onViews={change => changeViews(session, change)}
            onClose={() => setImporting(false)}
          />
        ) : null}
      </Suspense>
    </ScreenFrame>
  );
}

/** The tiles and the functions that change them. */
function useTiles(session: Session) {
  const text = useText();
  const announce = useAnnounce();
  const stored = useReadable(storedTiles(session.preferences));
  const list = useMemo(() => readTiles(stored), [stored]);
  // Id of a tile that was moved with the keyboard: it has a new position in the page, and the focus follows it.
  const followed = useRef<string | null>(null);
  useEffect(() => {
    followed.current = null;
  });
  const replace = (change: (tiles: readonly Tile[]) => readonly Tile[]): void => {
    if (!changeTiles(session, change)) announce.note({ text: text('dashboard.full'), tone: 'danger' });
  };
  return {
    list,
    takeFollowed: (id: string): boolean => followed.current === id,
    change(id: string, { figure, ...change }: TileChange): void {
      const changed = (tile: Tile): Tile => {
        const { figure: before, ...rest } = { ...tile, ...change };
        const after = figure === undefined ? before : (figure ?? undefined);
        return after === undefined ? rest : { ...rest, figure: after };
      };
      replace(tiles => tiles.map(tile => (tile.id === id ? changed(tile) : tile)));
    },
    move(id: string, to: number): void {
      const tile = list.find(each => each.id === id);
      if (tile === undefined || to < 0 || to >= list.length || list[to] === tile) return;
      followed.current = id;
      replace(tiles => {
        const others = tiles.filter(each => each.id !== id);
        return [...others.slice(0, to), tile, ...others.slice(to)];
      });
      announce.say(text('dashboard.moved', { title: tile.title, at: to + 1, count: list.length }));
    },
    remove(tile: Tile): void {
      const at = list.indexOf(tile);
      replace(tiles => tiles.filter(each => each.id !== tile.id));
      announce.note({
        text: text('dashboard.removed', { title: tile.title }),
        action: {
          label: text('dashboard.undo'),
          onSelect: () =>
            replace(tiles =>
              tiles.some(each => each.id === tile.id) ? tiles : [...tiles.slice(0, at), tile, ...tiles.slice(at)],
            ),
        },
      });
    },
  };
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons(
  { dashboard: { ...dashboard, ...pin }, data: { ...dataMore, ...dataViews } },
  DashboardScreen,
);
