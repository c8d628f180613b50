/**
 * Copying, pasting, clearing and filling down blocks of cells. Pasted values are staged, not sent. A cell that cannot take its value keeps
 * the old one, and the reason is shown.
 */
import { useMemo, useRef } from 'react';
import { useClient } from 'urql';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { createRecordChoices } from '../../../session/history/recordChoices';
import { readNumber, separatorIn } from '../../../ui/form/columnNumbers';
import { isPlainlyMoney, type MoneyUnit, toMinorUnits } from '../../../ui/form/moneyText';
import { createDateReader } from '../../../ui/form/writtenDate';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { CellBlock } from '../../../ui/table/cellBlock';
import { copyText } from '../../../ui/text/CopyButton';
import { cellText, tabSeparatedCells } from '../table/selection/tabSeparated';
import { currencyOf, moneyOf, stagedCurrency } from './fields/minorAmounts';
import { type BlockEdits, type CellAt, pastedEdits, valueOfText } from './pastedEdits';
import { plainText, readCells } from './readCells';
import { newEdit } from './sending/newEdit';
import type { StagedEdits } from './sending/stagedEdits';
import type { TableHandle } from './tableHandle';
import type { EditableCell, FindEditableCell } from './useEditableCells';

/** Maximum number of columns whose unchanged cells are explained in a notification. */
const MOST_COLUMNS = 8;

/** The table that contains the blocks. */
export interface BlockTable {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly staged: StagedEdits;
  readonly choices: ReturnType<typeof createRecordChoices>;
  readonly idOf: (row: Row) => string;
  readonly findCell: FindEditableCell;
}

/** The clipboard functions of the table's handle. */
export function useCellBlocks(table: BlockTable): Pick<TableHandle, 'copy' | 'paste' | 'clear' | 'fill'> {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  // The client and not `useQuery`, because a paste looks up any number of records by name.
  const client = useClient();
  const { rows, columns, staged, choices, idOf, findCell } = table;
  // The text on the clipboard has no line breaks inside cells, and an apostrophe before what spreadsheets take for a formula.
  const copied = useRef<{ readonly text: string; readonly cells: string[][] } | null>(null);
  return useMemo(() => {
    const noReading = text('data.editNoReading');
    const cellAt: CellAt = (at, columnId) => {
      const row = rows[at];
      return (row && findCell(row, columnId)) ?? noReading;
    };
    const stage = ({ entries, problems, beyond }: BlockEdits): void => {
      const count = staged.stageAll(entries);
      const full = entries.length - count;
      const isOne = new Set(problems.map(problem => problem.columnId)).size === 1;
      const left = columns.flatMap(({ id, label }) => {
        const own = problems.filter(problem => problem.columnId === id);
        if (own.length === 0) return [];
        const words = text('data.cellsLeft', { count: own.length, reason: own[0]?.reason ?? '' });
        return isOne ? words : `${label}: ${words}`;
      });
      const words = [
        ...(count > 0 ? [text('data.cellsPasted', { count })] : []),
        ...left.slice(0, MOST_COLUMNS),
        ...(left.length > MOST_COLUMNS ? [`+${formats.number(left.length - MOST_COLUMNS)}`] : []),
        ...(beyond > 0 ? [text('data.cellsLeft', { count: beyond, reason: text('data.cellsBeyond') })] : []),
        ...(full > 0 ? [text('data.cellsLeft', { count: full, reason: text('data.editFull') })] : []),
      ];
      const isLeft = problems.length + beyond + full > 0;
      announce.note({ text: words.join('\n'), ...(isLeft ? { tone: 'danger' as const } : {}) });
    };
    return {
      copy(block) {
        const cells = copiedCells(block, { rows, columns, staged, idOf });
        const lines = tabSeparatedCells(cells);
        copied.current = { text: lines, cells: cells.map(row => row.map(cellText)) };
        void copyText(lines).then(done => {
          if (done) announce.note({ text: text('data.cellsCopied', { count: cells.flat().length }) });
          else announce.note({ text: text('ui.copyFailed'), tone: 'danger' });
        });
      },
      async paste(block, written) {
        const last = copied.current;
        const cells = last !== null && withoutReturns(written) === last.text ? last.cells : readCells(written);
        const separators = new Map(
          block.onward.map((id, at) => [
            id,
            separatorIn(
              cells.map(row => row[at] ?? ''),
              formats.locale,
            ),
          ]),
        );
        const unitOf = ({ place, row, head }: EditableCell): MoneyUnit | null => {
          if (!place.column.format?.digits) return null;
          const own = staged.row(head.id);
          return moneyOf(place.column, stagedCurrency(own, place.column, currencyOf(place.column, row)));
        };
        const dates = createDateReader(formats.locale, formats.timeZone);
        const money = moneyColumns(block, cells, cellAt, unitOf, formats.locale);
        stage(
          await pastedEdits(block, cells, rows.length, cellAt, async (cell, value) => {
            const { place } = cell;
            const separator = separators.get(place.column.id) ?? null;
            const plain = plainText(number => readNumber(number, formats.locale, separator).plain, dates);
            const unit = money.has(place.column.id) ? unitOf(cell) : null;
            const written = unit === null ? value : toMinorUnits(value, unit, formats.locale);
            const found = await valueOfText(client, choices, place, written, plain);
            if (found === 'failed') return text('form.pickFailed');
            return found ?? text('data.cellUnread', { value: value.slice(0, 60), field: place.column.label });
          }),
        );
      },
      clear(block) {
        const made: BlockEdits = { entries: [], problems: [], beyond: 0 };
        for (let at = block.first; at <= block.last; at++)
          for (const columnId of block.columns) {
            const cell = cellAt(at, columnId);
            if (typeof cell === 'string') made.problems.push({ columnId, reason: cell });
            else if (!cell.place.field.nullable) made.problems.push({ columnId, reason: text('form.required') });
            else if ((staged.edit(cell.head.id, columnId) ?? { after: cell.before }).after !== null)
              made.entries.push([cell.head, newEdit(cell.place, { ...cell, after: null })]);
          }
        if (made.entries.length + made.problems.length > 0) stage(made);
      },
      fill(block, rows) {
        const made = filledEdits(block, rows, staged, cellAt, noReading);
        if (made.entries.length + made.problems.length > 0) stage(made);
      },
    };
  }, [client, rows, columns, staged, choices, idOf, findCell, text, formats, announce]);
}

/**
 * The columns of a block that are pasted as amounts of money: those with a value that can be nothing else. In other columns, whole numbers
 * are minor units, as they are copied.
 */
function moneyColumns(
  block: CellBlock,
  cells: readonly (readonly string[])[],
  cellAt: CellAt,
  unitOf: (cell: EditableCell) => MoneyUnit | null,
  locale: string,
): ReadonlySet<string> {
  // A single value fills the whole block.
  const isOne = cells.length === 1 && cells[0]?.length === 1;
  const isMoney = (columnId: string, across: number): boolean =>
    cells.some((row, down) => {
      const cell = cellAt(block.first + down, columnId);
      const unit = typeof cell === 'string' ? null : unitOf(cell);
      return unit !== null && isPlainlyMoney(row[isOne ? 0 : across] ?? '', unit, locale);
    });
  return new Set(block.onward.filter(isMoney));
}

/** Windows puts carriage returns before line feeds on the clipboard. */
const withoutReturns = (text: string): string => text.replace(/\r\n/g, '\n');

/** The values of a block for the clipboard, staged ones included. */
function copiedCells(
  block: CellBlock,
  { rows, columns, staged, idOf }: Pick<BlockTable, 'rows' | 'columns' | 'staged' | 'idOf'>,
): unknown[][] {
  const chosen = block.columns.flatMap(id => columns.find(column => column.id === id) ?? []);
  return rows.slice(block.first, block.last + 1).map(row => {
    const id = idOf(row);
    return chosen.map(column => {
      const edit = staged.edit(id, column.id);
      return edit === undefined ? cellValue(row, column) : (edit.name ?? edit.after);
    });
  });
}

/**
 * The values that fill a block: those of its first row or, for a block of one row, those of the row above it. With `rows`, those of as many
 * rows at its top, repeated.
 */
function filledEdits(
  block: CellBlock,
  rows: number | undefined,
  staged: StagedEdits,
  cellAt: CellAt,
  noReading: string,
): BlockEdits {
  const from = rows === undefined && block.first === block.last ? block.first - 1 : block.first;
  const count = rows ?? 1;
  const edits: BlockEdits = { entries: [], problems: [], beyond: 0 };
  for (const columnId of from < 0 ? [] : block.columns) {
    const sources = Array.from({ length: count }, (_, at) => {
      const cell = cellAt(from + at, columnId);
      if (typeof cell === 'string') return null;
      const own = staged.edit(cell.head.id, columnId);
      return own === undefined ? { after: cell.before } : { after: own.after, name: own.name };
    });
    for (let at = from + count; at <= block.last; at++) {
      const source = sources[(at - from) % count] ?? null;
      const cell = cellAt(at, columnId);
      if (typeof cell === 'string') edits.problems.push({ columnId, reason: cell });
      else if (source === null) edits.problems.push({ columnId, reason: noReading });
      else edits.entries.push([cell.head, newEdit(cell.place, { ...cell, ...source })]);
    }
  }
  return edits;
}
