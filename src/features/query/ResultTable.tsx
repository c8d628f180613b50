/** Any list of an answer as a table; with several lists, one is chosen. */
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/session';
import { Button } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import type { DataTableColumn } from '../../ui/dataTableColumn';
import { EmptyState } from '../../ui/EmptyState';
import { Select } from '../../ui/Select';
import { saveFile } from '../../ui/saveFile';
import { shortJson } from '../../ui/shortJson';
import { Value } from '../../ui/Value';
import { cellOf, columnsOf, csvOf, findLists } from './resultLists';

/** The table. */
export function ResultTable({ session, value }: { session: Session; value: unknown }): ReactNode {
  const text = useText();
  const lists = useMemo(() => findLists(value), [value]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const [sorted, setSorted] = useState<{ id: string; direction: 'ascending' | 'descending' } | null>(null);
  const list = lists.find(({ path }) => path === chosen) ?? lists[0];
  const rows = list?.rows;
  const found = useMemo(() => columnsOf(rows ?? []), [rows]);
  const order = useMemo(() => {
    const all = rows ?? [];
    const column = sorted && found.find(({ path }) => path.join('.') === sorted.id);
    if (!column) return all;
    const turn = sorted.direction === 'ascending' ? 1 : -1;
    return [...all].sort((a, b) => turn * compared(cellOf(a, column.path), cellOf(b, column.path)));
  }, [rows, sorted, found]);
  const columns = useMemo(
    () =>
      found.map(({ path, numeric }): DataTableColumn<unknown> => {
        const id = path.join('.');
        const head = path.length > 1 && path[0] === 'node' ? path.slice(1) : path;
        return {
          id,
          header: head.join(' › ') || '—',
          title: id,
          width: widths.get(id) ?? (numeric ? 110 : 190),
          align: numeric ? 'end' : 'start',
          sort: sorted?.id === id ? sorted.direction : 'none',
          render: row => {
            const cell = cellOf(row, path);
            return typeof cell === 'object' && cell !== null ? (
              <code className="truncate">{shortJson(cell, 200)}</code>
            ) : (
              <Value value={cell} kind="" base={session.pageUrl} />
            );
          },
        };
      }),
    [found, widths, sorted, session],
  );
  if (!list || !rows) return <EmptyState icon="table" title={text('query.listNone')} help={text('query.listNoneHelp')} />;
  return (
    <>
      <div className="query-panel-bar">
        <Select
          aria-label={text('query.list')}
          className="query-list-choice"
          value={list.path}
          options={lists.map(({ path, rows: inside }) => ({
            value: path,
            label: text('query.listRows', { path: path === '' ? text('query.listRoot') : path, count: inside.length }),
          }))}
          onChange={path => {
            setChosen(path);
            setSorted(null);
          }}
        />
        <span className="query-gap" />
        <Button
          kind="quiet"
          icon="download"
          onClick={() =>
            saveFile(`${list.path.replace(/\./g, '-') || 'result'}.csv`, 'text/csv;charset=utf-8', [
              '\ufeff',
              csvOf(order, found),
            ])
          }
        >
          {text('query.saveCsv')}
        </Button>
      </div>
      <DataTable
        key={list.path}
        label={list.path === '' ? text('query.listRoot') : list.path}
        columns={columns}
        rowCount={order.length}
        row={at => order[at]}
        onResize={(id, width) => setWidths(new Map(widths).set(id, width))}
        onSort={(id, direction) => setSorted(direction === null ? null : { id, direction })}
      />
    </>
  );
}

/** Numbers by value, everything else as text; what is not there comes last. */
function compared(a: unknown, b: unknown): number {
  if (a == null || b == null) return (a == null ? 1 : 0) - (b == null ? 1 : 0);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [typeof a === 'object' ? shortJson(a, 100) : String(a), typeof b === 'object' ? shortJson(b, 100) : String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
