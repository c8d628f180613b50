/**
 * Menu of a collection: the ways to show its rows, its saved views, and actions on them. It also stores the last state of the collection.
 */
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { usePin } from '../../../parts/usePin';
import type { Collection } from '../../../schema/collections/collections';
import type { Row } from '../../../schema/documents/documents';
import { filterCapability } from '../../../schema/filters/filterCapability';
import { type FilterCapability, groupsOf } from '../../../schema/filters/filters';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { lastView, viewQuery } from '../../../session/navigation/lastView';
import { href } from '../../../session/navigation/navigation';
import { changeViews, freeName, readViews, type SavedView, viewHref, viewsOf } from '../../../session/navigation/savedViews';
import { storedViews } from '../../../session/navigation/storedViews';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Menu } from '../../../ui/frame/menu/Menu';
import type { MenuItem } from '../../../ui/frame/menu/menuItem';
import { Button } from '../../../ui/inputs/Button';
import { lazyPart } from '../../../ui/lazyPart';
import { Icon, type IconName } from '../../../ui/text/Icon';
import { useReadable } from '../../../ui/useReadable';
import type { RowsKind } from '../dataAddress';
import { filterWords } from '../filter/filterWords';
import { kindColumns, OTHER_KINDS } from '../kinds/kindColumns';
import { isPlaced } from '../kinds/placeOf';
import { keyOfName, useKeyNames } from '../record/useKeyNames';
import type { ColumnsState } from '../table/columns/useColumns';
import type { ViewState } from '../table/useTableView';
import { currentView, hasSecret, isSameView } from './currentView';
import './views.css';

const ViewDialog = lazyPart(() => import(/* webpackChunkName: "views" */ './ViewDialog'));

/** Props of `ViewsMenu`. */
export interface ViewsMenuProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
  columns: ColumnsState;
  state: ViewState;
  /** The loaded rows. */
  rows: readonly Row[];
}

/** Maximum number of views in the menu; the navigation lists all of them. */
const MOST_IN_MENU = 30;

/** Renders the button and its menu. */
export function ViewsMenu({ session, model, collection, columns, state, rows }: ViewsMenuProps): ReactNode {
  const text = useText();
  const stored = useReadable(storedViews(session.preferences));
  const views = useMemo(
    () => viewsOf(session.connection, stored).filter(view => view.collection === collection.id),
    [session.connection, stored, collection.id],
  );
  const { query } = useReadable(session.navigation.address);
  const [open, setOpen] = useState<'save' | 'rename' | 'import' | null>(null);
  const { name } = state.view;
  const present = useMemo(
    () => currentView(collection.id, name ?? '', query, columns.shown),
    [collection.id, name, query, columns.shown],
  );
  const selected = views.find(view => view.name === name) ?? null;
  const isOwn = selected !== null && readViews(stored).some(view => isOf(view, selected));
  useWidthsOf(selected, columns);
  useLastState(session, collection.id);

  const isChanged = selected !== null && !isSameView(present, selected);
  const { change, save, duplicate, remove, rename } = useViewActions(session, views, state);
  const exportAll = async (): Promise<void> => {
    const { exportViews } = await import(/* webpackChunkName: "views" */ './exportViews');
    exportViews(session);
  };
  const pinned = usePin(session);
  const titleOf = useViewTitle(model, collection, state);
  const kinds = useKindItems(model, collection.rowType, columns, state, rows);
  const items: MenuItem[] = [
    ...kinds,
    ...(views.length === 0 ? [] : [{ head: text('data.views') } as const]),
    ...views.slice(0, MOST_IN_MENU).map(view => ({ label: view.name, checked: view.name === name, href: viewHref(view) })),
    ...(views.length === 0 ? [] : [{ line: true } as const]),
    ...(selected !== null && isChanged
      ? [{ label: text('data.viewSaveChanges', { name: selected.name }), onSelect: () => save(present) }]
      : []),
    { label: text('data.viewSaveAs'), icon: 'plus', onSelect: () => setOpen('save') },
    ...(isOwn ? [{ label: text('data.viewRename'), icon: 'edit', onSelect: () => setOpen('rename') } as const] : []),
    ...(selected === null
      ? []
      : [{ label: text('data.viewDuplicate'), icon: 'copy', onSelect: () => duplicate(selected) } as const]),
    ...(isOwn ? [{ label: text('data.viewDelete'), icon: 'trash', onSelect: () => remove(selected) } as const] : []),
    {
      label: text('dashboard.pin'),
      icon: 'pin',
      onSelect: pinned(() => ({
        title: name ?? titleOf(),
        show: state.view.kind === 'board' ? 'plot' : 'list',
        source: { kind: 'view', collection: collection.id, view: name, state: present.state },
      })),
    },
    { line: true },
    ...(readViews(stored).length === 0
      ? []
      : [{ label: text('data.viewsExport'), icon: 'download', onSelect: () => void exportAll() } as const]),
    { label: text('data.viewsImport'), icon: 'upload', onSelect: () => setOpen('import') },
  ];
  const shown = name ?? text(KINDS[state.view.kind].label);
  const words = isChanged ? text('data.viewChanged', { name: shown }) : shown;
  return (
    <>
      <Menu items={items} label={text('data.views')}>
        {trigger => (
          <Button
            kind="quiet"
            {...trigger}
            className="views-button"
            aria-label={text('data.viewMenu', { name: words })}
            title={words}
          >
            <Icon name={KINDS[state.view.kind].icon} />
            <span className="views-name truncate" dir="auto">
              {words}
            </span>
            <Icon name="chevronDown" />
          </Button>
        )}
      </Menu>
      <Suspense fallback={null}>
        {open === null ? null : (
          <ViewDialog
            task={open}
            session={session}
            collection={collection}
            name={name ?? ''}
            isTaken={wanted => views.some(view => view.name === wanted && !(open === 'rename' && view.name === name))}
            onName={wanted => {
              setOpen(null);
              if (open === 'save' || selected === null) return save({ ...present, name: wanted });
              rename(selected, wanted);
            }}
            onViews={change}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The actions on saved views. Each announces its result. */
interface ViewActions {
  /** Changes the stored views; returns false if there is no space left. */
  change(make: Parameters<typeof changeViews>[1]): boolean;
  save(view: SavedView): void;
  duplicate(view: SavedView): void;
  /** Deletes a view; the user can undo it. */
  remove(view: SavedView): void;
  rename(view: SavedView, name: string): void;
}

/** The actions on `views`, the saved views of a collection. */
function useViewActions(session: Session, views: readonly SavedView[], state: ViewState): ViewActions {
  const text = useText();
  const announce = useAnnounce();
  const change = (make: Parameters<typeof changeViews>[1]): boolean => {
    const isDone = changeViews(session, make);
    if (!isDone) announce.note({ text: text('data.viewsFull'), tone: 'danger' });
    return isDone;
  };
  const show = (view: SavedView): void => session.navigation.go(viewHref(view), { replace: true });
  const save = (view: SavedView): void => {
    if (!change(all => [...all.filter(other => !isOf(other, view)), view])) return;
    show(view);
    announce.note({ text: text('data.viewSaved', { name: view.name }) });
  };
  const duplicate = (view: SavedView): void => {
    const copy = { ...view, name: freeName(views, view.collection, view.name) };
    if (change(all => [...all, copy])) show(copy);
  };
  const remove = (view: SavedView): void => {
    if (!change(all => all.filter(other => !isOf(other, view)))) return;
    state.change({ name: null }, { replace: true });
    const undo = { label: text('data.viewUndo'), onSelect: () => save(view) };
    announce.note({ text: text('data.viewDeleted', { name: view.name }), action: undo });
  };
  const rename = (view: SavedView, name: string): void => {
    if (!change(all => all.map(other => (isOf(other, view) ? { ...view, name } : other)))) return;
    // Unsaved changes of the view stay visible.
    state.change({ name }, { replace: true });
  };
  return { change, save, duplicate, remove, rename };
}

const NO_FILTERS: FilterCapability = { fields: [], search: null, conjunctions: [], disjunctions: [] };

/** Returns a function that names the rows on the screen: the collection, its filters in words, and how they are shown if not as a table. */
function useViewTitle(model: SchemaModel, collection: Collection, { view: { kind, filters } }: ViewState): () => string {
  const text = useText();
  const formats = useFormats();
  const capability = filterCapability(model, collection) ?? NO_FILTERS;
  const names = useKeyNames(model, capability, filters);
  const wordsOf = (field: string, value: string): string | undefined => names.get(keyOfName(field, value));
  return () =>
    [
      collection.label,
      ...groupsOf(capability, filters).map(group =>
        formats.list(
          group.map(([, filter]) => filterWords(text, formats, capability, filter, wordsOf)),
          'disjunction',
        ),
      ),
      ...(kind === 'table' ? [] : [text(KINDS[kind].label)]),
    ].join(' · ');
}

const KINDS = {
  table: { label: 'data.kindTable', icon: 'table' },
  board: { label: 'data.kindBoard', icon: 'columns' },
  calendar: { label: 'data.kindCalendar', icon: 'calendar' },
  gallery: { label: 'data.kindGallery', icon: 'image' },
  map: { label: 'data.kindMap', icon: 'map' },
} as const satisfies Record<RowsKind, { label: string; icon: IconName }>;

/** Page size of a calendar, which shows a month. */
const CALENDAR_SIZE = 100;

/** Menu items for the kinds of presentation; empty if there is only the table. */
function useKindItems(
  model: SchemaModel,
  rowType: string,
  columns: ColumnsState,
  { view, change }: ViewState,
  rows: readonly Row[],
): MenuItem[] {
  const text = useText();
  const kinds = kindColumns(model, rowType);
  const found = { ...kinds, map: kinds.map.filter(column => isPlaced(column, rows)) };
  const others = OTHER_KINDS.filter(kind => found[kind].length > 0);
  if (others.length === 0 && view.kind === 'table') return [];
  const isShown = (id: string): boolean => columns.shown.some(entry => entry.column.id === id);
  const item = (kind: RowsKind, onSelect: () => void): MenuItem => ({
    label: text(KINDS[kind].label),
    icon: KINDS[kind].icon,
    checked: view.kind === kind,
    onSelect,
  });
  return [
    { head: text('data.viewKind') },
    item('table', () => change({ kind: 'table', by: null, month: null })),
    ...others.map(kind =>
      item(kind, () => {
        const by = found[kind].find(column => isShown(column.id)) ?? found[kind][0];
        change({ kind, by: by?.id ?? null, month: null, ...(kind === 'calendar' ? { size: CALENDAR_SIZE } : {}) });
      }),
    ),
    { line: true },
  ];
}

const isOf = (one: SavedView, other: SavedView): boolean => one.collection === other.collection && one.name === other.name;

/** Applies the column widths of a view when it is opened. Widths that the user changes later stay until another view is opened. */
function useWidthsOf(view: SavedView | null, columns: ColumnsState): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const name = view?.name ?? null;
    if (shown.current === name) return;
    shown.current = name;
    for (const [column, width] of view?.widths ?? []) {
      const now = columns.shown.find(entry => entry.column.id === column);
      if (now !== undefined && now.width !== width) columns.resize(column, width);
    }
  }, [view, columns]);
}

/** Stores the part of the URL that describes the view, for the next link to this collection. */
function useLastState(session: Session, collection: string): void {
  const address = useReadable(session.navigation.address);
  const first = useRef(address);
  useEffect(() => {
    if (address.path !== href(['data', collection])) return;
    const query = viewQuery(address.query);
    // The page was opened by a link to a record or by a plain URL: the user has not chosen anything yet.
    if (address === first.current && query === '') return;
    if (!hasSecret(address.query.get('args') ?? 'null')) lastView(session.preferences, collection).set(query);
  }, [session, collection, address]);
}
