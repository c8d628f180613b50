/** What is selected, and what can be done with it here: copied as a table, let go. */

import type { ReactNode } from 'react';
import { dataMore } from '../../../i18n/english/dataMore';
import { useText } from '../../../i18n/LanguageProvider';
import { guardFormula } from '../../../lib/guardFormula';
import { type Column, cellValue } from '../../../schema/collections/columns';
import type { Row } from '../../../schema/documents/documents';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { copyText } from '../../../ui/text/CopyButton';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';

/** Props of `SelectionBar`. */
export interface SelectionBarProps {
  rows: readonly Row[];
  selected: ReadonlySet<number>;
  columns: readonly Column[];
  onClear: () => void;
}

/** The bar. */
export function SelectionBar({ rows, selected, columns, onClear }: SelectionBarProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const copy = async (): Promise<void> => {
    const chosen = rows.filter((_, at) => selected.has(at));
    const copied = await copyText(toTabs(chosen, columns));
    if (copied) announce.note({ text: text('data.rowsCopied', { count: chosen.length }) });
    else announce.note({ text: text('ui.copyFailed'), tone: 'danger' });
  };
  return (
    <span className="data-selection">
      <span>{text('data.selected', { count: selected.size })}</span>
      <Button kind="quiet" icon="copy" onClick={() => void copy()}>
        {text('data.copyRows')}
      </Button>
      <IconButton icon="close" label={text('data.clearSelection')} onClick={onClear} />
    </span>
  );
}

/** Rows as spreadsheets take them from the clipboard: raw values, tabs between, no line breaks inside. */
export function toTabs(rows: readonly Row[], columns: readonly Column[]): string {
  const line = (cells: readonly string[]): string => cells.map(cell => guardFormula(cell.replace(/[\t\r\n]+/g, ' '))).join('\t');
  const text = (value: unknown): string =>
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return [
    line(columns.map(column => column.label)),
    ...rows.map(row => line(columns.map(column => text(cellValue(row, column))))),
  ].join('\n');
}

/** As it is fetched: with its texts and the icons inside it. */
export default withMessagesAndIcons({ data: dataMore }, SelectionBar);
