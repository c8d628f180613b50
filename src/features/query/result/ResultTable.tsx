/** Any list of an answer as a table; with several lists, one is chosen. */
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { Button } from '../../../ui/inputs/Button';
import { shortJson } from '../../../ui/json/shortJson';
import { saveFile } from '../../../ui/saveFile';
import { DataTable } from '../../../ui/table/DataTable';
import type { DataTableColumn } from '../../../ui/table/dataTableColumn';
import { Value } from '../../../ui/table/Value';
import { useMaybePromise } from '../useMaybePromise';
import { ListChoice } from './ListChoice';
import type { ListSource } from './listSource';
import { cellOf } from './resultLists';
import { useListRows } from './useListRows';
import { useLists } from './useLists';

/** Props of the table. */
export interface ResultTableProps {
  session: Session;
  /** Has one list at least. Keep it identical while the answer does. */
  source: ListSource;
  /** Address of the Docs page about what stands in the data under these names; null: nothing is known of it. */
  docsOf: (path: readonly string[]) => string | null;
}

/** The table. */
export function ResultTable({ session, source, docsOf }: ResultTableProps): ReactNode {
  const { lists, list, choose } = useLists(source);
  if (!list) return null;
  return (
    <ListTable key={list.path} session={session} source={source} docsOf={docsOf} lists={lists} list={list} onChoose={choose} />
  );
}

function ListTable({
  session,
  source,
  docsOf,
  lists,
  list,
  onChoose,
}: ResultTableProps & {
  lists: ListSource['lists'];
  list: ListSource['lists'][number];
  onChoose: (path: string) => void;
}): ReactNode {
  const text = useText();
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const [sorted, setSorted] = useState<{ id: string; direction: 'ascending' | 'descending' } | null>(null);
  const [version, setVersion] = useState(0);
  const [isSorting, setSorting] = useState(false);
  const latest = useRef(0);
  const found = useMaybePromise(useCallback(() => source.columns(list.path), [source, list.path]));
  const { row, onRange } = useListRows(source, list.path, version);
  const sort = async (id: string, direction: 'ascending' | 'descending' | null): Promise<void> => {
    const column = found?.find(({ path }) => path.join('.') === id);
    // Shown at once: who presses again before the rows are in order means the next order.
    setSorted(direction === null ? null : { id, direction });
    latest.current += 1;
    const turn = latest.current;
    setSorting(true);
    try {
      await source.sort(list.path, column && direction ? { path: column.path, direction } : null);
    } catch {
      // The rows stay as they were, and no head says otherwise.
      if (turn === latest.current) setSorted(sorted);
    }
    if (turn !== latest.current) return;
    setSorting(false);
    setVersion(now => now + 1);
  };
  const columns = useMemo(
    () =>
      (found ?? []).map(({ path, numeric, dated }): DataTableColumn<unknown> => {
        const id = path.join('.');
        const head = path.length > 1 && path[0] === 'node' ? path.slice(1) : path;
        const docs = docsOf([...(list.path === '' ? [] : list.path.split('.')), ...path]);
        return {
          id,
          header: head.join(' › ') || '—',
          title: id,
          // A moment is shown to the millisecond, at its end.
          width: widths.get(id) ?? (numeric ? 110 : dated ? 220 : 190),
          align: numeric ? 'end' : 'start',
          sort: sorted?.id === id ? sorted.direction : 'none',
          ...(docs === null ? {} : { menu: [{ label: text('form.inDocs'), icon: 'docs', href: docs }] }),
          render: each => {
            const cell = cellOf(each, path);
            return typeof cell === 'object' && cell !== null ? (
              <code className="truncate">{shortJson(cell, 200)}</code>
            ) : (
              <Value value={cell} kind="" base={session.pageUrl} />
            );
          },
        };
      }),
    [found, widths, sorted, session, docsOf, list.path, text],
  );
  // Given anew when the order is another, so that the rows in view are asked for again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const rowAt = useCallback((at: number) => row(at), [row, version]);
  return (
    <>
      <div className="query-panel-bar">
        <ListChoice lists={lists} value={list.path} onChange={onChoose} />
        <span className="query-gap" />
        <Button
          kind="quiet"
          icon="download"
          onClick={() =>
            void Promise.resolve(source.csv(list.path)).then(csv =>
              saveFile(`${list.path.replace(/\./g, '-') || 'result'}.csv`, csv.type, [csv]),
            )
          }
        >
          {text('query.saveCsv')}
        </Button>
      </div>
      {found ? (
        <DataTable
          label={list.path === '' ? text('query.listRoot') : list.path}
          columns={columns}
          rowCount={list.count}
          row={rowAt}
          busy={isSorting}
          onRange={onRange}
          onResize={(id, width) => setWidths(new Map(widths).set(id, width))}
          onSort={(id, direction) => void sort(id, direction)}
        />
      ) : null}
    </>
  );
}
