/** A list of the result as a table, with a select if there are several lists. */
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { Button } from '../../../ui/inputs/Button';
import { shortJson } from '../../../ui/json/shortJson';
import { saveFile } from '../../../ui/saveFile';
import { DataTable } from '../../../ui/table/DataTable';
import type { DataTableColumn } from '../../../ui/table/dataTableColumn';
import { Value } from '../../../ui/table/Value';
import { ListChoice } from './ListChoice';
import type { ListSource } from './listSource';
import { cellOf } from './resultLists';
import { useListRows } from './useListRows';
import { useLists } from './useLists';
import { useMaybePromise } from './useMaybePromise';

/** Props of `ResultTable`. */
export interface ResultTableProps {
  session: Session;
  /** Must contain at least one list. Must be the same object as long as the result is the same. */
  source: ListSource;
  /** Returns the URL of the Docs page for the field at this path of the data; null if unknown. */
  docsOf: (path: readonly string[]) => string | null;
}

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
    // The header changes at once, so that a second click before the rows are sorted selects the next direction.
    setSorted(direction === null ? null : { id, direction });
    latest.current += 1;
    const turn = latest.current;
    setSorting(true);
    try {
      await source.sort(list.path, column && direction ? { path: column.path, direction } : null);
    } catch {
      // Sorting failed, so the rows are unchanged. Restores the header to match them.
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
        const head = (path.length > 1 && path[0] === 'node' ? path.slice(1) : path).join(' › ') || '—';
        // Wide enough for a date and time with milliseconds at its end.
        const least = numeric ? 110 : dated ? 220 : 190;
        const docs = docsOf([...(list.path === '' ? [] : list.path.split('.')), ...path]);
        return {
          id,
          header: head,
          title: id,
          // A letter takes about 8 px; the buttons beside the name take 44.
          width: widths.get(id) ?? Math.max(least, Math.min(320, head.length * 8 + 44)),
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
  // A new function after sorting makes the table request the visible rows again.
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
