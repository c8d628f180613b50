/**
 * Copying, pasting and filling down blocks of cells. Pasted values are staged, not sent. A cell that cannot take its value keeps the old
 * one, and the reason is shown.
 */
import type { Client } from '@urql/core';
import { useMemo } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { askChoices, type createRecordChoices } from '../../../session/history/recordChoices';
import { plainNumber } from '../../../ui/form/plainNumber';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { CellBlock } from '../../../ui/table/cellBlock';
import { copyText } from '../../../ui/text/CopyButton';
import { linesOf } from '../table/toTabs';
import { type EditableField, editableField, presentValue } from './fields/editableField';
import { editReasons } from './fields/editReasons';
import { cellToValue, readCells } from './readCells';
import { newEdit } from './sending/newEdit';
import type { RowHead, StagedEdit, StagedEdits } from './sending/stagedEdits';
import type { TableHandle } from './tableHandle';

/** The table that contains the blocks. */
export interface BlockTable {
  readonly client: Client;
  readonly model: SchemaModel;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly staged: StagedEdits;
  readonly choices: ReturnType<typeof createRecordChoices>;
  headOf(row: Row): RowHead | null;
  /** Why the cells of a row cannot be edited; null: they can. */
  whyNot(typeName: string, row: Row): string | null;
}

/** Maximum number of concurrent lookups of records by name. */
const AT_ONCE = 4;

/** The clipboard functions of the table's handle. */
export function useCellBlocks(table: BlockTable): Pick<TableHandle, 'copy' | 'paste' | 'fill'> {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { client, model, rows, columns, staged, choices, headOf, whyNot } = table;
  return useMemo(() => {
    /** The cell at a position, or the reason why it cannot be changed. */
    const cellAt = (at: number, columnId: string): Cell | string => {
      const row = rows[at];
      const column = columns.find(entry => entry.id === columnId);
      const head = row === undefined ? null : headOf(row);
      if (row === undefined || column === undefined) return text('data.editNoReading');
      const place = head === null ? 'noReading' : editableField(model, head.typeName, column);
      if (head === null || typeof place === 'string') return text(editReasons[typeof place === 'string' ? place : 'noReading']);
      const reason = whyNot(head.typeName, row);
      if (reason !== null) return reason;
      const before = presentValue(model, place, row);
      return before === undefined ? text('data.editNoReading') : { head, place, before, row };
    };
    const shown = (at: number, columnId: string): unknown => {
      const cell = cellAt(at, columnId);
      if (typeof cell === 'string') return undefined;
      const edit = staged
        .get()
        .find(row => row.id === cell.head.id && row.state !== 'sent')
        ?.edits.find(entry => entry.column === columnId);
      return edit === undefined ? cell.before : edit.after;
    };
    const finish = (entries: readonly (readonly [RowHead, StagedEdit])[], problems: readonly string[]): void => {
      const count = staged.stageAll(entries);
      const left = problems.length + entries.length - count;
      const reason = problems[0] ?? text('data.editFull');
      const words = [
        ...(count > 0 ? [text('data.cellsPasted', { count })] : []),
        ...(left > 0 ? [text('data.cellsLeft', { count: left, reason })] : []),
      ];
      announce.note({ text: words.join('. '), ...(left > 0 ? { tone: 'danger' as const } : {}) });
    };
    const valueFor = async (cell: Cell, written: string): Promise<{ value: unknown; name?: string } | string> => {
      const { field, column } = cell.place;
      const unread = text('data.cellUnread', { value: written.slice(0, 60), field: column.label });
      const read = cellToValue(field, written, number => plainNumber(number, formats.locale));
      if (column.relation === null || written.trim() === '') return 'problem' in read ? unread : read;
      const source = choices(field, [field.name]);
      if (source === null) return 'problem' in read ? unread : read;
      // The key of a record, or else a name that exactly one record has.
      const question = 'problem' in read ? null : source.name(String(read.value));
      const name = question === null ? null : await askChoices(client, question);
      if (name !== null && 'value' in read) return { value: read.value, name };
      const found = await askChoices(client, source.search(written.trim()));
      const named = found?.choices.filter(choice => choice.label === written.trim()) ?? [];
      const [one] = named;
      return one !== undefined && named.length === 1 ? { value: one.key, name: one.label } : unread;
    };
    return {
      copy(block) {
        const copied = block.columns.flatMap(id => columns.find(column => column.id === id) ?? []);
        const chosen = rows.slice(block.first, block.last + 1);
        const count = copied.length * chosen.length;
        // Cells show their staged values, so these are what is copied.
        const edits = new Map(staged.get().flatMap(row => (row.state === 'sent' ? [] : [[row.id, row.edits] as const])));
        const cells = chosen.map(row => {
          const own = edits.get(headOf(row)?.id ?? '');
          return copied.map(column => {
            const edit = own?.find(entry => entry.column === column.id);
            return edit === undefined ? cellValue(row, column) : (edit.name ?? edit.after);
          });
        });
        void copyText(linesOf(cells)).then(done => {
          if (done) announce.note({ text: text('data.cellsCopied', { count }) });
          else announce.note({ text: text('ui.copyFailed'), tone: 'danger' });
        });
      },
      async paste(block, written) {
        const cells = readCells(written);
        const places = placesOf(block, cells, rows.length);
        const entries: Array<readonly [RowHead, StagedEdit]> = [];
        const problems: string[] = [];
        const lookups = new Map<string, ReturnType<typeof valueFor>>();
        const queue = [...places];
        const work = async (): Promise<void> => {
          for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            const cell = cellAt(next.at, next.columnId);
            if (typeof cell === 'string') {
              problems.push(cell);
              continue;
            }
            const key = `${next.columnId}\n${next.text}`;
            const lookup = lookups.get(key) ?? valueFor(cell, next.text);
            lookups.set(key, lookup);
            const value = await lookup;
            if (typeof value === 'string') problems.push(value);
            else entries.push([cell.head, newEdit(cell.place, { ...cell, after: value.value, name: value.name })]);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
        finish(entries, problems);
      },
      fill(block) {
        const from = block.first === block.last ? block.first - 1 : block.first;
        const entries: Array<readonly [RowHead, StagedEdit]> = [];
        const problems: string[] = [];
        for (const columnId of from < 0 ? [] : block.columns) {
          const value = shown(from, columnId);
          for (let at = from + 1; at <= block.last; at++) {
            const cell = cellAt(at, columnId);
            if (typeof cell === 'string') problems.push(cell);
            else if (value === undefined) problems.push(text('data.editNoReading'));
            else entries.push([cell.head, newEdit(cell.place, { ...cell, after: value })]);
          }
        }
        if (entries.length + problems.length > 0) finish(entries, problems);
      },
    };
  }, [client, model, rows, columns, staged, choices, headOf, whyNot, text, formats, announce]);
}

interface Cell {
  readonly row: Row;
  readonly head: RowHead;
  readonly place: EditableField;
  readonly before: unknown;
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
