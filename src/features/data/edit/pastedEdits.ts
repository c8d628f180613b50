/** Converts cells from a spreadsheet to edits. */
import type { Client } from '@urql/core';
import type { DraftFormState } from '../../../parts/form/draftFormContext';
import { fetchChoices } from '../../../session/history/recordChoices';
import type { CellBlock } from '../../../ui/table/cellBlock';
import type { EditableField } from './fields/editableField';
import { currencyOf } from './fields/minorAmounts';
import { cellToValue, type PlainText } from './readCells';
import { newEdit } from './sending/newEdit';
import type { RowHead, StagedEdit } from './sending/stagedRow';
import type { EditableCell } from './useEditableCells';

/** The edits of a block, and for each other cell its column and the reason why it is not changed. */
export interface BlockEdits {
  readonly entries: Array<readonly [RowHead, StagedEdit]>;
  readonly problems: Array<{ readonly columnId: string; readonly reason: string }>;
  /** Number of values for which the table has no cell. */
  readonly beyond: number;
}

/** The cell at a position, or the reason why it cannot be edited. */
export type CellAt = (at: number, columnId: string) => EditableCell | string;

/** A value and, for a record, its display name. */
export interface PastedValue {
  readonly value: unknown;
  readonly name?: string;
}

/** Maximum number of concurrent lookups of records by name. */
const AT_ONCE = 4;

/** The edits for cells that are pasted into a block. `valueFor` returns the value for a text, or the reason why the cell cannot take it. */
export async function pastedEdits(
  block: CellBlock,
  cells: readonly (readonly string[])[],
  rowCount: number,
  cellAt: CellAt,
  valueFor: (cell: EditableCell, text: string) => Promise<PastedValue | string>,
): Promise<BlockEdits> {
  const queue = [...placesOf(block, cells, rowCount)];
  const edits: BlockEdits = { entries: [], problems: [], beyond: cellsBeyond(block, cells, rowCount) };
  // Each text is looked up once per column and currency.
  const lookups = new Map<string, ReturnType<typeof valueFor>>();
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const cell = cellAt(next.at, next.columnId);
      if (typeof cell === 'string') {
        edits.problems.push({ columnId: next.columnId, reason: cell });
        continue;
      }
      const key = `${next.columnId}\n${currencyOf(cell.place.column, cell.row) ?? ''}\n${next.text}`;
      const lookup = lookups.get(key) ?? valueFor(cell, next.text);
      lookups.set(key, lookup);
      const value = await lookup;
      if (typeof value === 'string') edits.problems.push({ columnId: next.columnId, reason: value });
      else edits.entries.push([cell.head, newEdit(cell.place, { ...cell, after: value.value, name: value.name })]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return edits;
}

/**
 * The value for a text in a field; null if there is none. A record is found by its key, or by a unique name. 'failed': the records could not
 * be searched, so the text may be the name of one.
 */
export async function valueOfText(
  client: Client,
  choices: NonNullable<DraftFormState['choices']>,
  { field, column }: EditableField,
  written: string,
  plain: PlainText,
): Promise<PastedValue | 'failed' | null> {
  const converted = cellToValue(field, written, plain);
  const read = 'problem' in converted ? null : converted;
  const source = column.relation === null || written.trim() === '' ? null : choices(field, [field.name]);
  if (source === null) return read;
  const question = read === null ? null : source.name(String(read.value));
  const name = question === null ? null : await fetchChoices(client, question);
  if (name !== null && read !== null) return { value: read.value, name };
  // Not from the cache: another record may have the name now.
  const found = await fetchChoices(client, source.search(written.trim()), 'network-only');
  if (found === null) return 'failed';
  const named = found.choices.filter(choice => choice.label === written.trim());
  const [one] = named;
  // If the list is incomplete, a record that was not returned may have the same name.
  if (one === undefined || named.length > 1 || found.more) return null;
  // Choices have their keys as text; the field may take a number.
  const key = cellToValue(field, one.key, own => own);
  return 'value' in key ? { value: key.value, name: one.label } : null;
}

/** The number of values below the last row, or to the right of the last column. */
function cellsBeyond(block: CellBlock, cells: readonly (readonly string[])[], rowCount: number): number {
  const rows = Math.max(0, rowCount - block.first);
  return cells.reduce((sum, row, down) => sum + (down < rows ? Math.max(0, row.length - block.onward.length) : row.length), 0);
}

/** The positions for the cells of a clipboard: from the top of the block; a single value fills the whole block. */
function* placesOf(
  block: CellBlock,
  cells: readonly (readonly string[])[],
  rowCount: number,
): Iterable<{ at: number; columnId: string; text: string }> {
  const [only] = cells.length === 1 && cells[0]?.length === 1 ? cells[0] : [];
  if (only !== undefined) {
    for (let at = block.first; at <= block.last; at++) for (const columnId of block.columns) yield { at, columnId, text: only };
    return;
  }
  for (const [down, row] of cells.entries()) {
    const at = block.first + down;
    if (at >= rowCount) return;
    for (const [across, text] of row.entries()) {
      const columnId = block.onward[across];
      if (columnId !== undefined) yield { at, columnId, text };
    }
  }
}
