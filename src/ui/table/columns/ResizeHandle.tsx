// biome-ignore-all lint/a11y/useSemanticElements: an <hr> has no value that keys change
/** The handle that resizes a column of a DataTable. While it is dragged only a CSS variable changes; the new width is reported at the end. */
import { type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useLanguage, useText } from '../../../i18n/LanguageProvider';
import { withMessagesAndIcons } from '../../withMessagesAndIcons';
import { type DataTableColumn, MIN_COLUMN_WIDTH } from '../dataTableColumn';

/** Props of `ResizeHandle`. */
export interface ResizeHandleProps {
  column: DataTableColumn<unknown>;
  /** Index of the column's cell in the row. */
  cell: number;
  scroller: RefObject<HTMLDivElement>;
  onResize: (columnId: string, width: number) => void;
}

/** When the handle has the focus, which the column's menu gives it, arrow keys move it by 8 px. Enter and Escape leave it. */
export function ResizeHandle({ column, cell, scroller, onResize }: ResizeHandleProps): ReactNode {
  const text = useText();
  const { direction } = useLanguage();
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent): number => {
    const moved = from.current ? (event.clientX - from.current.x) * (direction === 'rtl' ? -1 : 1) : 0;
    return Math.max(MIN_COLUMN_WIDTH, Math.round((from.current?.width ?? column.width) + moved));
  };
  /** Changes one width in the table's column template without a render. */
  const preview = (width: number): void => {
    const element = scroller.current;
    if (!element) return;
    const widths = element.style.getPropertyValue('--columns').split(' ');
    widths[cell] = `${width}px`;
    element.style.setProperty('--columns', widths.join(' '));
  };
  return (
    // Screen readers would announce a slider with every column header. A separator is announced only when it is reached.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={text('ui.resizeColumn', { name: column.header })}
      aria-valuenow={column.width}
      aria-valuemin={MIN_COLUMN_WIDTH}
      tabIndex={-1}
      className="data-table-resize"
      onPointerDown={event => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: column.width };
      }}
      onPointerMove={event => from.current && preview(widthAt(event))}
      onPointerUp={event => {
        if (!from.current) return;
        const width = widthAt(event);
        from.current = null;
        if (width !== column.width) onResize(column.id, width);
      }}
      onPointerCancel={() => {
        from.current = null;
        preview(column.width);
      }}
      onKeyDown={event => {
        const step = event.key === 'ArrowRight' ? 8 : event.key === 'ArrowLeft' ? -8 : 0;
        const isEnd = event.key === 'Enter' || event.key === 'Escape';
        if (step === 0 && !isEnd) return;
        event.preventDefault();
        event.stopPropagation();
        if (isEnd) event.currentTarget.closest<HTMLElement>('[data-cell]')?.focus();
        else onResize(column.id, Math.max(MIN_COLUMN_WIDTH, column.width + (direction === 'rtl' ? -step : step)));
      }}
    />
  );
}

/** Default export for lazy loading: the component with its messages. */
export default withMessagesAndIcons({}, ResizeHandle);
