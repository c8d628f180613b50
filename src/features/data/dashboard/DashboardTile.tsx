/** A dashboard tile: its title, which links to what it shows, its menu, and the handle that moves it by drag or by arrow keys. */
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFormats, useLanguage, useText } from '../../../i18n/LanguageProvider';
import { collectionById } from '../../../schema/collections/collections';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import {
  readVariables,
  TILE_REFRESHES,
  TILE_SHOWS,
  type Tile,
  type TileRefresh,
} from '../../../session/navigation/dashboardTiles';
import { href } from '../../../session/navigation/navigation';
import { queryHref } from '../../../session/navigation/queryLink';
import { type SavedView, viewHref } from '../../../session/navigation/savedViews';
import { Menu } from '../../../ui/frame/menu/Menu';
import { IconButton } from '../../../ui/inputs/Button';
import { arrowStep } from '../arrowStep';
import { FIGURE_TEXTS } from '../summary/figureTexts';
import { OperationTile } from './OperationTile';
import { figureChoices } from './TileFigure';
import { feedOfType } from './useTileRefresh';
import { ViewTile } from './ViewTile';

const DRAGGED = 'application/x-oriel-tile';

/** Changes to a tile; a `figure` of null means the number of rows. */
export type TileChange = Partial<Pick<Tile, 'show' | 'refresh'>> & { figure?: string | null };

/** Props of `DashboardTile`. */
export interface DashboardTileProps {
  session: Session;
  model: SchemaModel;
  tile: Tile;
  views: readonly SavedView[];
  at: number;
  count: number;
  again: number;
  /** True for one render after a key moved the tile: its handle takes the focus again. */
  isFollowed: boolean;
  describedBy: string;
  onChange: (change: TileChange) => void;
  /** Moves a tile to an index. */
  onMove: (id: string, to: number) => void;
  onRemove: () => void;
}

/** Renders the tile. */
export function DashboardTile(props: DashboardTileProps): ReactNode {
  const { session, model, tile, at, again, isFollowed, onMove } = props;
  const { source } = tile;
  const text = useText();
  const { direction } = useLanguage();
  const handle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFollowed) handle.current?.focus();
  });
  const collection = source.kind === 'view' ? collectionById(model, source.collection) : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const { across, down } = arrowStep(event, direction);
    const step = across || down;
    if (step === 0) return;
    event.preventDefault();
    onMove(tile.id, at + step);
  };
  return (
    <li
      className={tile.show === 'number' ? 'tile tile-small' : 'tile'}
      onDragOver={(event: DragEvent) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event: DragEvent) => {
        const dragged = event.dataTransfer.getData(DRAGGED);
        if (dragged === '') return;
        event.preventDefault();
        onMove(dragged, at);
      }}
    >
      <div className="tile-head">
        <IconButton
          ref={handle}
          icon="drag"
          className="tile-handle"
          label={text('dashboard.move', { title: tile.title })}
          aria-describedby={props.describedBy}
          draggable
          onDragStart={event => {
            event.dataTransfer.setData(DRAGGED, tile.id);
            event.dataTransfer.effectAllowed = 'move';
          }}
          onKeyDown={onKeyDown}
        />
        <h2 className="tile-title truncate" dir="auto">
          <a href={hrefOf(tile)}>{tile.title}</a>
        </h2>
        <TileMenu
          {...props}
          rowType={collection?.rowType ?? null}
          figures={collection === null || tile.show !== 'number' ? [] : figureChoices(model, collection, stateOf(props) ?? {})}
        />
      </div>
      <div className="tile-body">
        {source.kind !== 'view' ? (
          <OperationTile session={session} model={model} tile={tile} source={source} again={again} />
        ) : collection === null ? (
          <p className="quiet">{text('dashboard.gone')}</p>
        ) : (
          <ViewTile
            session={session}
            model={model}
            tile={tile}
            collection={collection}
            state={stateOf(props) ?? source.state}
            again={again}
          />
        )}
      </div>
    </li>
  );
}

/** The saved view that the tile follows. */
const savedOf = ({ tile: { source }, views }: Pick<DashboardTileProps, 'tile' | 'views'>): SavedView | undefined =>
  source.kind === 'view' ? views.find(view => view.collection === source.collection && view.name === source.view) : undefined;

/** The view that the tile shows: as it is saved now, or as it was when it was pinned. */
const stateOf = (props: Pick<DashboardTileProps, 'tile' | 'views'>): SavedView['state'] | undefined =>
  savedOf(props)?.state ?? (props.tile.source.kind === 'view' ? props.tile.source.state : undefined);

function hrefOf({ source }: Tile): string {
  if (source.kind !== 'view') return queryHref(source.document, readVariables(source.variables) ?? {});
  const { collection, view: name, state } = source;
  return name === null ? href(['data', collection], state) : viewHref({ collection, name, state, widths: [] });
}

const SHOWS = { number: 'dashboard.showNumber', list: 'dashboard.showList', plot: 'dashboard.showPlot' } as const;

function TileMenu({
  model,
  tile,
  at,
  count,
  rowType,
  figures,
  onChange,
  onMove,
  onRemove,
}: DashboardTileProps & { rowType: string | null; figures: ReturnType<typeof figureChoices> }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const wordsOf = (refresh: TileRefresh): string =>
    refresh === 'hand'
      ? text('dashboard.refreshHand')
      : refresh === 'changes'
        ? text('dashboard.refreshChanges')
        : text('dashboard.refreshEvery', { time: formats.duration(Number(refresh) * 1000) });
  const canFollow = rowType !== null && feedOfType(model, rowType) !== undefined;
  const refreshes =
    tile.source.kind === 'feed'
      ? []
      : TILE_REFRESHES.filter(refresh => refresh !== 'changes' || canFollow || tile.refresh === refresh);
  return (
    <Menu
      align="end"
      items={[
        { head: text('dashboard.show') },
        ...TILE_SHOWS.map(show => ({
          label: text(SHOWS[show]),
          checked: tile.show === show,
          onSelect: () => onChange({ show }),
        })),
        ...(figures.length === 0
          ? []
          : [
              { head: text('data.figure') },
              { label: text('data.figureCount'), checked: tile.figure === undefined, onSelect: () => onChange({ figure: null }) },
            ]),
        ...figures.map(({ value, figure, column }) => ({
          label: `${text(FIGURE_TEXTS[figure])} · ${column.label}`,
          checked: tile.figure === value,
          onSelect: () => onChange({ figure: value }),
        })),
        ...(refreshes.length === 0 ? [] : [{ head: text('dashboard.refresh') }]),
        ...refreshes.map(refresh => ({
          label: wordsOf(refresh),
          checked: tile.refresh === refresh,
          onSelect: () => onChange({ refresh }),
        })),
        { line: true },
        { label: text('dashboard.earlier'), icon: 'arrowUp', disabled: at === 0, onSelect: () => onMove(tile.id, at - 1) },
        {
          label: text('dashboard.later'),
          icon: 'arrowDown',
          disabled: at === count - 1,
          onSelect: () => onMove(tile.id, at + 1),
        },
        { label: text('dashboard.remove'), icon: 'trash', onSelect: onRemove },
      ]}
    >
      {trigger => <IconButton icon="more" label={text('dashboard.menu', { title: tile.title })} {...trigger} />}
    </Menu>
  );
}
