/** The rows of a collection as a board, calendar, gallery or map. Chooses the column for it; each kind is loaded on demand. */
import { type ReactNode, Suspense, useEffect } from 'react';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { dataViews } from '../../../i18n/english/data/dataViews';
import { useText } from '../../../i18n/LanguageProvider';
import type { FilterCapability } from '../../../schema/filters/filters';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button } from '../../../ui/inputs/Button';
import { Select } from '../../../ui/inputs/Select';
import { lazyPart } from '../../../ui/lazyPart';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import type { CollectionScreenState } from '../table/useCollectionScreen';
import type { BoardProps } from './board/Board';
import type { CalendarProps } from './calendar/Calendar';
import { kindColumns } from './kindColumns';
import type { KindProps } from './kindProps';
import { isPlaced } from './placeOf';
import './kinds.css';

const Board = lazyPart<BoardProps>(() => import(/* webpackChunkName: "board" */ './board/Board'));
const Calendar = lazyPart<CalendarProps>(() => import(/* webpackChunkName: "calendar" */ './calendar/Calendar'));
const RowsMap = lazyPart<KindProps>(() => import(/* webpackChunkName: "map" */ './RowsMap'));
const Gallery = lazyPart<KindProps>(() => import(/* webpackChunkName: "gallery" */ './Gallery'));

/** Props of `OtherKind`. */
export interface OtherKindProps extends Omit<KindProps, 'column' | 'page' | 'session' | 'columns' | 'state'> {
  screen: CollectionScreenState;
  /** null: no result yet. */
  page: KindProps['page'] | null;
  busy: boolean;
  /** Shown in place of rows when there are none. */
  empty: ReactNode;
  filter: FilterCapability | null;
}

/** Renders the rows. */
export function OtherKind(props: OtherKindProps): ReactNode {
  const { model, rowType, screen, page, empty } = props;
  const { view, change } = screen.state;
  const { onDays } = screen.kind;
  const text = useText();
  const kind = view.kind === 'table' ? 'board' : view.kind;
  const choices = kindColumns(model, rowType)[kind].filter(
    choice => kind !== 'map' || choice.id === view.by || isPlaced(choice, page?.rows ?? []),
  );
  const column = choices.find(choice => choice.id === view.by) ?? null;
  const first = choices[0]?.id;
  useEffect(() => {
    if (column !== null) return;
    if (first === undefined) onDays({ filters: [], sorts: [], end: null });
    else change({ by: first }, { replace: true });
  }, [column, first, change, onDays]);
  if (first === undefined)
    return (
      <EmptyState
        icon="table"
        title={text('data.kindNone')}
        actions={<Button onClick={() => change({ kind: 'table', by: null })}>{text('data.kindAsTable')}</Button>}
      />
    );
  if (column === null) return <SkeletonLines lines={6} />;
  const kindProps = { ...props, session: screen.session, columns: screen.shownColumns, state: screen.state, column };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape for all controls inside
    <div
      className={`kind kind-${kind}${props.busy ? ' kind-busy' : ''}`}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented || (view.record === null && view.row === null)) return;
        event.preventDefault();
        change({ record: null, row: null });
      }}
    >
      {choices.length > 1 ? (
        <div className="kind-by">
          <span aria-hidden="true">{text('data.kindBy')}</span>
          <Select
            aria-label={text('data.kindBy')}
            value={column.id}
            options={choices.map(choice => ({ value: choice.id, label: choice.label }))}
            onChange={by => change({ by })}
          />
        </div>
      ) : null}
      <Suspense fallback={<SkeletonLines lines={6} />}>
        {kind === 'calendar' ? (
          <Calendar {...kindProps} onDays={onDays} sort={screen.sort} prepare={screen.result.prepare} />
        ) : page === null ? (
          <SkeletonLines lines={6} />
        ) : page.rows.length === 0 ? (
          empty
        ) : kind === 'board' ? (
          <Board {...kindProps} page={page} />
        ) : kind === 'map' ? (
          <RowsMap {...kindProps} page={page} />
        ) : (
          <Gallery {...kindProps} page={page} />
        )}
      </Suspense>
    </div>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataViews, ...dataEdit } }, OtherKind);
