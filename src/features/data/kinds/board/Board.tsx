/**
 * Rows as cards in lanes: one lane for each value of an enum or boolean, or for each record of a relation. Moving a card to another lane
 * edits that value: the edit is staged, and sent after a review like any other. Keyboard: arrow keys move the focus between cards; with
 * Ctrl or ⌘ they move the card.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import { useFormats, useLanguage, useText } from '../../../../i18n/LanguageProvider';
import type { Direction } from '../../../../i18n/languages';
import { ShowMore } from '../../../../parts/ShowMore';
import type { Row } from '../../../../schema/documents/documents';
import { enumWords } from '../../../../schema/model/schemaModel';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { Menu } from '../../../../ui/frame/menu/Menu';
import type { MenuItem } from '../../../../ui/frame/menu/menuItem';
import { IconButton } from '../../../../ui/inputs/Button';
import { Value } from '../../../../ui/table/Value';
import { Pill } from '../../../../ui/text/Pill';
import { arrowStep } from '../../arrowStep';
import { isWhole } from '../../summary/figures';
import type { CollectionScreenState } from '../../table/useCollectionScreen';
import { Card, titleOf } from '../Card';
import type { KindProps } from '../kindProps';
import { useMoveRules } from '../useMoveRules';
import { type RowDrag, useRowDrag } from '../useRowDrag';
import { boardLanes, type Lane } from './boardLanes';
import { useLaneRecords } from './useLaneRecords';
import { useLaneTotals } from './useLaneTotals';

/** Props of `Board`. */
export interface BoardProps extends KindProps {
  screen: CollectionScreenState;
}

/** Number of lanes that are shown at first. */
const MOST_LANES = 100;

/** Renders the board. */
export default function Board(props: BoardProps): ReactNode {
  const { model, rowType, column, columns, page, editing } = props;
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { direction } = useLanguage();
  const id = useId();
  const board = useRef<HTMLDivElement>(null);
  const { reason, isNullable } = useMoveRules(props);
  const records = useLaneRecords(model, column);
  const lanes = useMemo(
    () => boardLanes(model, column, page.rows, row => editing?.edited?.(row, column.id), records, isNullable),
    [model, column, page.rows, editing, records, isNullable],
  );
  const totals = useLaneTotals(props.screen, column, page);
  const follow = useFollowFocus(board, lanes);
  const wordsOf = (lane: Lane): string =>
    lane.label ?? text(lane.value === null ? 'data.boardNone' : lane.value ? 'ui.yes' : 'ui.no');
  const countOf = (lane: Lane): string => {
    const count = lane.rows.length;
    const total = typeof lane.value === 'number' ? undefined : totals.get(lane.value);
    if (total === undefined) return text('data.rowsAll', { count });
    return text('data.rowsOutOf', { count: formats.number(count), total: formats.number(total) });
  };
  const takes = (lane: Lane | undefined): lane is Lane => lane !== undefined && (lane.value !== null || isNullable);

  const move = (at: number, lane: Lane | undefined): void => {
    const row = page.rows[at];
    if (row === undefined || lane === undefined || lane.rows.includes(at)) return;
    if (reason !== null || !takes(lane)) {
      announce.note({ text: reason ?? text('data.boardNoNone', { field: column.label }), tone: 'danger' });
      return;
    }
    follow(at, lane.value);
    const isRecord = column.relation !== null && lane.label !== null;
    editing?.set(row, column.id, lane.value, isRecord ? (lane.label ?? undefined) : undefined);
    const record = titleOf(model, rowType, columns, row);
    announce.say(text('data.cardMoved', { record, lane: wordsOf(lane) }));
  };
  const drag = useRowDrag<number>({
    model,
    rowType,
    name: 'card',
    rows: page.rows,
    takes: laneAt => takes(lanes[laneAt]),
    move: (at, laneAt) => move(at, lanes[laneAt]),
  });
  return (
    <>
      {totals.size > 0 || isWhole(page) ? null : (
        <p className="quiet board-part">{text('data.ofLoaded', { count: page.rows.length })}</p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles key events of the cards inside, whose titles are buttons */}
      <div
        ref={board}
        className="board"
        onKeyDown={event => handleCardKey(event, lanes, direction, move)}
        onDragEnd={drag.onDragEnd}
      >
        <p id={`${id}-keys`} hidden>
          {text('data.boardKeys')}
        </p>
        <ShowMore items={lanes} first={MOST_LANES}>
          {shown =>
            shown.map((lane, laneAt) => (
              <section
                key={String(lane.value)}
                className={drag.over === laneAt ? 'board-lane board-lane-over' : 'board-lane'}
                aria-labelledby={`${id}-${laneAt}`}
                {...drag.dropOn(laneAt)}
              >
                <h2 id={`${id}-${laneAt}`} className="board-head">
                  {typeof lane.value === 'string' ? (
                    <Value value={lane.value} kind="enum" {...enumWords(model, column.typeRef)} enumLabel={() => wordsOf(lane)} />
                  ) : (
                    <Pill>{wordsOf(lane)}</Pill>
                  )}
                  <span className="board-count">{countOf(lane)}</span>
                </h2>
                <ul className="board-cards">
                  {lane.rows.map(at => (
                    <BoardCard
                      key={at}
                      {...props}
                      at={at}
                      onDragStart={drag.onDragStart}
                      describedBy={reason === null ? `${id}-keys` : undefined}
                      moves={() => [
                        { head: text('data.moveTo') },
                        ...lanes.map(other => ({
                          label: wordsOf(other),
                          checked: other === lane,
                          disabled: reason !== null || !takes(other),
                          onSelect: () => move(at, other),
                        })),
                        ...(reason === null ? [] : [{ head: reason }]),
                      ]}
                    />
                  ))}
                </ul>
              </section>
            ))
          }
        </ShowMore>
      </div>
    </>
  );
}

/** Handles the arrow keys on a card: they move the focus or, with Ctrl or ⌘, the card. */
function handleCardKey(
  event: KeyboardEvent<HTMLElement>,
  lanes: readonly Lane[],
  direction: Direction,
  move: (at: number, lane: Lane | undefined) => void,
): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
  if (card === null || !(event.target as HTMLElement).matches('.card-title')) return;
  const at = Number(card.dataset.card);
  const laneAt = lanes.findIndex(lane => lane.rows.includes(at));
  const inLane = lanes[laneAt]?.rows.indexOf(at) ?? -1;
  const { across, down } = arrowStep(event, direction);
  if (event.altKey || event.shiftKey || (across === 0 && down === 0)) return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) {
    if (across !== 0) move(at, lanes[laneAt + across]);
    return;
  }
  const next = down === 0 ? nextLane(lanes, laneAt, across, inLane) : lanes[laneAt]?.rows[inLane + down];
  event.currentTarget.querySelector<HTMLElement>(`[data-card="${next}"] .card-title`)?.focus();
}

/** Returns a function that moves the focus to a card after a move: the card is rendered in another place. */
function useFollowFocus(board: RefObject<HTMLElement | null>, lanes: readonly Lane[]): (at: number, to: Lane['value']) => void {
  const moved = useRef<{ at: number; to: Lane['value'] } | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    const { at, to } = moved.current;
    // Wait until the card is in its lane: the code for editing may still be loading.
    if (!lanes.some(lane => lane.value === to && lane.rows.includes(at))) return;
    moved.current = null;
    board.current?.querySelector<HTMLElement>(`[data-card="${at}"] .card-title`)?.focus();
  });
  return (at, to) => {
    moved.current = { at, to };
  };
}

/** A card, with a menu that moves it to another lane. Without `describedBy`, it cannot be dragged. */
function BoardCard({
  at,
  moves,
  describedBy,
  onDragStart,
  ...props
}: KindProps & {
  at: number;
  onDragStart: RowDrag<number>['onDragStart'];
  moves: () => readonly MenuItem[];
  /** Id of the element that explains the keys for moving cards. Undefined: cards cannot be moved. */
  describedBy: string | undefined;
}): ReactNode {
  const { model, rowType, column, columns, page, editing, openRow } = props;
  const text = useText();
  const row = page.rows[at] as Row;
  const isEdited = editing?.edited?.(row, column.id) !== undefined;
  return (
    <li
      data-card={at}
      className={`card${at === openRow ? ' card-open' : ''}${isEdited ? ' card-edited' : ''}`}
      draggable={describedBy !== undefined}
      onDragStart={event => onDragStart(event, at)}
    >
      <Card
        {...props}
        row={row}
        without={column}
        isOpen={at === openRow}
        describedBy={describedBy}
        onOpen={() => props.onOpen(at)}
      />
      <Menu align="end" items={moves}>
        {trigger => (
          <IconButton
            icon="more"
            className="card-menu"
            label={text('data.moveCard', { record: titleOf(model, rowType, columns, row) })}
            {...trigger}
          />
        )}
      </Menu>
    </li>
  );
}

/** The card at the same height in the next lane that is not empty. */
function nextLane(lanes: readonly Lane[], from: number, step: number, at: number): number | undefined {
  for (let lane = from + step; lane >= 0 && lane < lanes.length; lane += step) {
    const rows = lanes[lane]?.rows ?? [];
    if (rows.length > 0) return rows[Math.min(at, rows.length - 1)];
  }
  return undefined;
}
