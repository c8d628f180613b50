import { TextEncoder } from 'node:util';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { LanguageProvider } from '../../../src/i18n/LanguageProvider';
import { createStore } from '../../../src/lib/store';
import { DataTable, type DataTableProps } from '../../../src/ui/table/DataTable';
import type { DataTableColumn } from '../../../src/ui/table/dataTableColumn';
import { renderWithLanguage, testLanguage } from '../../support/testLanguage';

interface Ship {
  id: number;
  name: string;
  length: number;
}

const ROW = 28;
/** Height of the table in these tests, of which the head takes one row. */
const HEIGHT = ROW * 11;

beforeAll(() => {
  // Nor does jsdom have pointers.
  window.PointerEvent ??= MouseEvent as unknown as typeof PointerEvent;
  // jsdom has no layout: scroll containers get this height.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => HEIGHT });
});
afterAll(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight');
});

const columns: DataTableColumn<Ship>[] = [
  { id: 'name', header: 'Name', title: 'name: String!', width: 200, render: ship => ship.name, sort: 'none' },
  { id: 'length', header: 'Length', width: 100, align: 'end', render: ship => ship.length, sort: 'ascending' },
  { id: 'id', header: 'Id', width: 80, render: ship => ship.id },
];
const ship = (at: number): Ship => ({ id: at, name: `Ship ${at}`, length: 100 + at });

function show(props: Partial<DataTableProps<Ship>> = {}, tag: 'en' | 'ar-XB' = 'en') {
  return renderWithLanguage(
    <DataTable<Ship> label="Ships" columns={columns} rowCount={1000} row={ship} {...props} />,
    createStore(testLanguage(tag)),
  );
}

const grid = (): HTMLElement => screen.getByRole('grid', { name: 'Ships' });
const rowNumbers = (): number[] => screen.getAllByRole('row').map(row => Number(row.getAttribute('aria-rowindex')));
const press = (key: string, more: Partial<KeyboardEventInit> = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const scrollTo = (top: number): void => {
  grid().scrollTop = top;
  fireEvent.scroll(grid());
};

it('a cell that is focused before hydration is the active cell afterwards', async () => {
  const onPaste = jest.fn();
  const table = (
    <LanguageProvider language={createStore(testLanguage('en'))}>
      <DataTable<Ship> label="Ships" columns={columns} rowCount={1000} row={ship} onPaste={onPaste} />
    </LanguageProvider>
  );
  // jsdom lacks APIs that React's server renderer needs.
  globalThis.TextEncoder ??= TextEncoder;
  const { renderToString } = await import('react-dom/server.edge');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(table);
  container.querySelector<HTMLElement>('[data-cell="2:1"]')?.focus();
  render(table, { container, hydrate: true });
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { getData: () => '7' } });
  expect(onPaste.mock.calls).toEqual([[expect.objectContaining({ first: 2, columns: ['length'] }), '7']]);
});

describe('a table', () => {
  it('announces the number of rows and columns, and numbers them', () => {
    show({ totalCount: 12_000, firstRow: 50 });
    expect(grid().getAttribute('aria-rowcount')).toBe('12001');
    expect(grid().getAttribute('aria-colcount')).toBe('3');
    expect(rowNumbers().slice(0, 3)).toEqual([1, 52, 53]);
    expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual(['Name', 'Length', 'Id']);
    expect(within(screen.getAllByRole('row')[1] as HTMLElement).getByRole('rowheader').textContent).toBe('Ship 0');
  });

  it('announces that the number of rows is unknown', () => {
    show({ totalCount: null });
    expect(grid().getAttribute('aria-rowcount')).toBe('-1');
  });

  it('renders only the rows in view, whatever their number', () => {
    const requested = new Set<number>();
    show({
      rowCount: 100_000,
      row: at => {
        requested.add(at);
        return ship(at);
      },
    });
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    scrollTo(50_000 * ROW);
    expect(screen.getByText('Ship 50003')).toBeTruthy();
    expect(screen.queryByText('Ship 40')).toBeNull();
    expect(requested.size).toBeLessThan(150);
  });

  it('shows a skeleton for a row that is loading, and a placeholder if there are no rows', () => {
    const { container, unmount } = show({ rowCount: 3, row: at => (at === 1 ? undefined : ship(at)) });
    expect(screen.getAllByRole('row')[2]?.querySelectorAll('.skeleton')).toHaveLength(3);
    expect(container.querySelectorAll('.skeleton')).toHaveLength(3);
    unmount();
    show({ rowCount: 0, empty: <p>No ships</p> });
    // In its own row: a grid contains only rows.
    expect(screen.getAllByRole('row')[1]?.querySelector('[role="gridcell"]')?.textContent).toBe('No ships');
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('shows one skeleton for all rows before the first ones, and then the rows in view before those around them', () => {
    const onRange = jest.fn();
    const table = (waiting: boolean) => (
      <LanguageProvider language={createStore(testLanguage('en'))}>
        <DataTable<Ship> label="Ships" columns={columns} rowCount={1000} row={ship} onRange={onRange} waiting={waiting} />
      </LanguageProvider>
    );
    const { container, rerender } = render(table(true));
    expect(container.querySelectorAll('.skeleton-column')).toHaveLength(columns.length);
    expect(screen.getAllByRole('row')).toHaveLength(1);
    expect(grid().getAttribute('aria-busy')).toBe('true');
    expect(onRange).toHaveBeenLastCalledWith(0, 10);
    rerender(table(false));
    expect(container.querySelector('.skeleton-column')).toBeNull();
    expect(grid().getAttribute('aria-busy')).toBeNull();
    expect(onRange).toHaveBeenLastCalledWith(0, 20);
    expect(screen.getAllByRole('row')).toHaveLength(21);
  });

  it('reports the rows in view, for loading ahead', () => {
    const onRange = jest.fn();
    show({ onRange });
    expect(onRange).toHaveBeenLastCalledWith(0, expect.any(Number));
    scrollTo(500 * ROW);
    const [first, end] = onRange.mock.lastCall as [number, number];
    expect(first).toBeLessThanOrEqual(500);
    expect(end).toBeGreaterThanOrEqual(510);
  });
});

describe('from the keyboard', () => {
  const start = (): void => act(() => screen.getByText('Ship 0').closest<HTMLElement>('[data-cell]')?.focus());

  it('has one tab stop, and arrow keys move between cells, including the head', () => {
    show();
    expect(grid().querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1);
    start();
    press('ArrowDown');
    press('ArrowRight');
    expect(document.activeElement?.textContent).toBe('101');
    press('ArrowUp');
    press('ArrowUp');
    expect(document.activeElement?.textContent).toBe('Length');
    press('ArrowUp');
    expect(document.activeElement?.textContent).toBe('Length');
    expect(grid().querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1);
  });

  it('moves by a page, and to the ends of the row and of the table', () => {
    show();
    start();
    press('PageDown');
    expect(document.activeElement?.textContent).toBe('Ship 9');
    press('End');
    expect(document.activeElement?.textContent).toBe('9');
    press('End', { ctrlKey: true });
    expect(document.activeElement?.textContent).toBe('999');
    press('Home', { ctrlKey: true });
    expect(document.activeElement?.textContent).toBe('Ship 0');
  });

  it('reverses the arrow keys in languages that are read from right to left', () => {
    show({}, 'ar-XB');
    start();
    press('ArrowLeft');
    expect(document.activeElement?.textContent).toBe('100');
    press('ArrowRight');
    expect(document.activeElement?.textContent).toBe('Ship 0');
  });

  it('keeps the focused cell in the page when it is scrolled out of view', () => {
    show();
    start();
    const cell = document.activeElement;
    scrollTo(700 * ROW);
    expect(document.activeElement).toBe(cell);
    press('ArrowDown');
    expect(document.activeElement?.textContent).toBe('Ship 1');
    expect(grid().scrollTop).toBeLessThan(5 * ROW);
  });

  it('opens a row with Enter and by a click, but not by a click on a link in it', () => {
    const onOpen = jest.fn();
    const withLink = [
      { ...columns[0], render: (row: Ship) => <a href="https://x.example">{row.name}</a> } as DataTableColumn<Ship>,
      columns[1] as DataTableColumn<Ship>,
    ];
    show({ onOpen, columns: withLink });
    act(() => screen.getByText('Ship 2').closest<HTMLElement>('[data-cell]')?.focus());
    press('Enter');
    expect(onOpen).toHaveBeenLastCalledWith(2, 'name');
    fireEvent.click(screen.getByText('103'));
    expect(onOpen).toHaveBeenLastCalledWith(3, 'length');
    fireEvent.click(screen.getByText('Ship 4'));
    expect(onOpen).toHaveBeenCalledTimes(2);
  });

  it('edits a cell with Enter, and opens the row where it cannot, in the first column, and with Ctrl', () => {
    const onOpen = jest.fn();
    const onEdit = jest.fn((at: number) => at !== 3);
    show({ onOpen, onEdit });
    act(() => screen.getByText('102').closest<HTMLElement>('[data-cell]')?.focus());
    press('Enter');
    expect(onEdit).toHaveBeenLastCalledWith(2, 'length', expect.anything(), 'Enter');
    expect(onOpen).not.toHaveBeenCalled();
    press('Enter', { ctrlKey: true });
    expect(onOpen).toHaveBeenLastCalledWith(2, 'length');
    press('ArrowDown');
    press('Enter');
    expect(onEdit).toHaveBeenLastCalledWith(3, 'length', expect.anything(), 'Enter');
    expect(onOpen).toHaveBeenLastCalledWith(3, 'length');
    press('ArrowLeft');
    press('Enter');
    expect(onEdit).toHaveBeenCalledTimes(2);
    expect(onOpen).toHaveBeenLastCalledWith(3, 'name');
  });
});

describe('a table of 200 columns', () => {
  const WIDTH = 1000;
  beforeAll(() => {
    Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => WIDTH });
  });
  afterAll(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
  });

  const many = Array.from(
    { length: 200 },
    (_, at): DataTableColumn<Ship> => ({
      id: `c${at}`,
      header: `C${at}`,
      width: 100,
      render: row => `${row.id}/${at}`,
      pinned: at === 1,
    }),
  );
  const cellsOf = (row: number): string[] =>
    Array.from(grid().querySelectorAll(`[data-cell^="${row}:"]`), cell => cell.textContent ?? '');
  const scrollAcross = (left: number): void => {
    grid().scrollLeft = left;
    fireEvent.scroll(grid());
  };

  it('renders the cells in view, the first one and pinned ones, at the place of their column', () => {
    show({ columns: many });
    expect(cellsOf(0)).toHaveLength(40);
    expect(screen.getAllByRole('columnheader')).toHaveLength(200);
    for (const left of [10_000, -10_000]) {
      scrollAcross(left);
      const cells = cellsOf(0);
      expect(cells.slice(0, 2)).toEqual(['0/0', '0/1']);
      expect(cells).toContain('0/95');
      expect(cells).toContain('0/115');
      expect(cells.length).toBeLessThan(50);
      const [, , third] = grid().querySelectorAll<HTMLElement>('[data-cell^="0:"]');
      expect(third?.style.gridColumnStart).toBe(third?.getAttribute('aria-colindex'));
      scrollAcross(0);
    }
  });

  it('moves to columns out of view with the keyboard', () => {
    show({ columns: many });
    act(() => screen.getByText('3/0').focus());
    press('End');
    expect(document.activeElement?.textContent).toBe('3/199');
    expect((document.activeElement as HTMLElement).style.gridColumnStart).toBe('200');
    press('ArrowLeft');
    expect(document.activeElement?.textContent).toBe('3/198');
    press('ArrowDown');
    expect(document.activeElement?.textContent).toBe('4/198');
    press('Home');
    expect(document.activeElement?.textContent).toBe('4/0');
  });
});

function Selecting(): React.ReactNode {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  return (
    <>
      <output>{[...selected].sort((a, b) => a - b).join(' ')}</output>
      <DataTable<Ship> label="Ships" columns={columns} rowCount={20} row={ship} selected={selected} onSelect={setSelected} />
    </>
  );
}

describe('selection', () => {
  const output = (): string => document.querySelector('output')?.textContent ?? '';

  it('is made with Space, extended with Shift, and includes all rows with Ctrl A', () => {
    renderWithLanguage(<Selecting />);
    act(() => screen.getByText('Ship 2').closest<HTMLElement>('[data-cell]')?.focus());
    press(' ');
    press('ArrowDown');
    press('ArrowDown');
    press('ArrowDown');
    press(' ', { shiftKey: true });
    expect(output()).toBe('2 3 4 5');
    expect(screen.getAllByRole('row').filter(row => row.getAttribute('aria-selected') === 'true')).toHaveLength(4);
    press(' ');
    expect(output()).toBe('2 3 4');
    press('a', { ctrlKey: true });
    expect(output().split(' ')).toHaveLength(20);
  });

  it('includes all rows with Ctrl A from the checkbox of a row, too', () => {
    renderWithLanguage(<Selecting />);
    const box = screen.getAllByRole('checkbox', { name: /^Select row/ })[1] as HTMLElement;
    // Not the text of the page.
    expect(fireEvent.keyDown(box, { key: 'a', ctrlKey: true })).toBe(false);
    expect(output().split(' ')).toHaveLength(20);
  });

  it('is made by a click anywhere in the cell of a checkbox, of a row or of the head', () => {
    renderWithLanguage(<Selecting />);
    const beside = (box: HTMLElement): HTMLElement => box.closest('[data-cell]')?.firstElementChild as HTMLElement;
    fireEvent.click(beside(screen.getAllByRole('checkbox', { name: /^Select row/ })[3] as HTMLElement));
    expect(output()).toBe('3');
    fireEvent.click(beside(screen.getByRole('checkbox', { name: 'Select all' })));
    expect(output().split(' ')).toHaveLength(20);
  });

  it('is made with the checkboxes, and includes all rows with the one in the head', () => {
    renderWithLanguage(<Selecting />);
    fireEvent.click(screen.getAllByRole('checkbox', { name: /^Select row/ })[1] as HTMLElement);
    expect(output()).toBe('1');
    const all = screen.getByRole('checkbox', { name: 'Select all' }) as HTMLInputElement;
    expect(all.indeterminate).toBe(true);
    fireEvent.click(all);
    expect(output().split(' ')).toHaveLength(20);
    fireEvent.click(all);
    expect(output()).toBe('');
  });
});

describe('the head', () => {
  it('sorts: none, ascending, descending, none', () => {
    const onSort = jest.fn();
    show({ onSort });
    const length = screen.getByRole('columnheader', { name: /Length/ });
    expect(length.getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(length);
    expect(onSort).toHaveBeenLastCalledWith('length', 'descending');
    fireEvent.click(screen.getByRole('columnheader', { name: 'Name' }));
    expect(onSort).toHaveBeenLastCalledWith('name', 'ascending');
    act(() => length.focus());
    press('Enter');
    expect(onSort).toHaveBeenLastCalledWith('length', 'descending');
    fireEvent.click(screen.getByRole('columnheader', { name: 'Id' }));
    expect(onSort).toHaveBeenCalledTimes(3);
  });

  it('sorts a column of one direction only by it, and offers no other', () => {
    const onSort = jest.fn();
    const only = (sort: 'ascending' | 'none') =>
      columns.map(column => (column.id === 'length' ? { ...column, sort, onlySort: 'ascending' as const } : column));
    const { unmount } = show({ onSort, columns: only('ascending') });
    fireEvent.click(screen.getByRole('columnheader', { name: /Length/ }));
    expect(onSort).toHaveBeenLastCalledWith('length', null);
    act(() => screen.getByRole('columnheader', { name: /Length/ }).focus());
    press('ArrowDown', { altKey: true });
    expect(screen.getAllByRole('menuitemradio', { name: /^Sort / })).toHaveLength(1);
    unmount();
    show({ onSort, columns: only('none') });
    fireEvent.click(screen.getByRole('columnheader', { name: /Length/ }));
    expect(onSort).toHaveBeenLastCalledWith('length', 'ascending');
  });

  it('shows a button for the menu in every head that has one, also if the column cannot be sorted', () => {
    show({ onReorder: () => {} });
    const buttons = screen.getAllByRole('columnheader').map(head => head.querySelector('.data-table-head-menu'));
    expect(buttons).toHaveLength(3);
    expect(buttons).not.toContain(null);
    fireEvent.click(buttons[2] as Element);
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  it('moves a column from its menu with the keyboard', () => {
    const onReorder = jest.fn();
    show({ onReorder });
    act(() => screen.getByRole('columnheader', { name: 'Name' }).focus());
    press('ArrowDown', { altKey: true });
    const item = screen.getByRole('menuitem', { name: 'Move towards end' });
    expect(screen.getByRole('menuitem', { name: 'Move towards start' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(item);
    expect(onReorder).toHaveBeenCalledWith('name', 'id');
  });

  it('reports a new width once, at the end of the drag, and never below the minimum', () => {
    const onResize = jest.fn();
    show({ onResize });
    const handle = screen.getByRole('separator', { name: 'Width of Name' });
    handle.setPointerCapture = jest.fn();
    fireEvent.pointerDown(handle, { clientX: 200, pointerId: 1 });
    fireEvent.pointerMove(handle, { clientX: 260, pointerId: 1 });
    expect(grid().style.getPropertyValue('--columns')).toBe('260px 100px 80px minmax(0,1fr)');
    expect(onResize).not.toHaveBeenCalled();
    fireEvent.pointerUp(handle, { clientX: 260, pointerId: 1 });
    expect(onResize.mock.calls).toEqual([['name', 260]]);
    fireEvent.pointerDown(handle, { clientX: 200, pointerId: 1 });
    fireEvent.pointerUp(handle, { clientX: -500, pointerId: 1 });
    expect(onResize).toHaveBeenLastCalledWith('name', 48);
    fireEvent.keyDown(handle, { key: 'ArrowRight' });
    expect(onResize).toHaveBeenLastCalledWith('name', 208);
  });

  it('changes a width with the keyboard, from the menu of the column', () => {
    const onResize = jest.fn();
    show({ onResize, onSort: () => {} });
    const head = screen.getByRole('columnheader', { name: 'Name' });
    act(() => head.focus());
    press('ArrowDown', { altKey: true });
    fireEvent.click(screen.getByRole('menuitem', { name: 'Width of Name' }));
    expect(document.activeElement).toBe(screen.getByRole('separator', { name: 'Width of Name' }));
    press('ArrowLeft');
    expect(onResize).toHaveBeenLastCalledWith('name', 192);
    press('Enter');
    expect(document.activeElement).toBe(head);
    expect(onResize).toHaveBeenCalledTimes(1);
  });

  it('keeps pinned columns at the start, one after the other', () => {
    show({ columns: columns.map((column, at) => ({ ...column, pinned: at < 2 })) });
    const heads = screen.getAllByRole('columnheader');
    expect(heads.map(head => head.style.insetInlineStart)).toEqual(['0', '200px', '']);
  });
});
