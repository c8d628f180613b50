/**
 * A line plot of the numbers in a list of the result. The x-axis is a date column if there is one, otherwise another number column or the
 * row number.
 */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { queryResult } from '../../../i18n/english/query/queryResult';
import { useText } from '../../../i18n/LanguageProvider';
import { withMessages } from '../../../i18n/withMessages';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Checkbox, Select } from '../../../ui/inputs/Select';
import { Plot, type PlotContent } from '../../../ui/plot/Plot';
import { ListChoice } from './ListChoice';
import type { ListSource } from './listSource';
import { plottedData } from './plottedData';
import type { ResultColumn } from './resultLists';
import { useLists } from './useLists';
import { useMaybePromise } from './useMaybePromise';

/** Props of `ResultPlot`. */
export interface ResultPlotProps {
  source: ListSource;
}

/** Maximum number of lines. Each has its own colour and scale. */
const MOST_LINES = 4;
const ROWS = '';

function ResultPlot({ source }: ResultPlotProps): ReactNode {
  const { lists, list, choose } = useLists(source);
  if (!list) return null;
  return <ListPlot key={list.path} source={source} lists={lists} list={list.path} onChoose={choose} />;
}

const nameOf = ({ path }: ResultColumn): string => path.join('.') || '—';

function ListPlot({
  source,
  lists,
  list,
  onChoose,
}: ResultPlotProps & { lists: ListSource['lists']; list: string; onChoose: (path: string) => void }): ReactNode {
  const text = useText();
  const found = useMaybePromise(useCallback(() => source.columns(list), [source, list]));
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const [across, setAcross] = useState<string | null>(null);
  const numeric = useMemo(() => (found ?? []).filter(column => column.numeric), [found]);
  const dated = useMemo(() => (found ?? []).filter(column => column.dated), [found]);
  const along = across ?? (dated[0] ? nameOf(dated[0]) : ROWS);
  const shown = useMemo(
    () =>
      picked
        ? numeric.filter(column => picked.has(nameOf(column)))
        : numeric.filter(column => nameOf(column) !== along).slice(0, 2),
    [numeric, picked, along],
  );
  const alongColumn = useMemo(() => [...dated, ...numeric].find(column => nameOf(column) === along), [dated, numeric, along]);
  const numbers = useMaybePromise(
    useCallback(
      () => source.numbers(list, [...(alongColumn ? [alongColumn.path] : []), ...shown.map(column => column.path)]),
      [source, list, alongColumn, shown],
    ),
  );
  const content = useMemo(
    (): PlotContent | null => numbers && { data: plottedData(numbers, alongColumn !== undefined), bands: [] },
    [numbers, alongColumn],
  );
  const read = useCallback((): PlotContent => content ?? { data: [[]], bands: [] }, [content]);
  const names = useMemo(() => shown.map(nameOf), [shown]);
  const toggle = (name: string, on: boolean): void => {
    const next = new Set(names);
    if (on) next.add(name);
    else next.delete(name);
    setPicked(new Set([...next].slice(-MOST_LINES)));
  };
  return (
    <>
      <div className="query-panel-bar">
        <ListChoice lists={lists} value={list} onChange={onChoose} />
        <Select
          aria-label={text('query.plotAlong')}
          className="query-list-choice"
          value={along}
          options={[
            { value: ROWS, label: text('query.plotRows') },
            ...[...dated, ...numeric].map(column => ({ value: nameOf(column), label: nameOf(column) })),
          ]}
          onChange={setAcross}
        />
      </div>
      {found === null ? (
        <SkeletonLines lines={6} />
      ) : numeric.length === 0 ? (
        <p className="query-raw-help quiet">{text('query.plotNone')}</p>
      ) : (
        <>
          <fieldset className="query-plot-lines" aria-label={text('query.plotLines')}>
            {numeric.map(column => (
              <Checkbox
                key={nameOf(column)}
                label={nameOf(column)}
                checked={names.includes(nameOf(column))}
                onChange={on => toggle(nameOf(column), on)}
              />
            ))}
          </fieldset>
          <div className="query-plot">
            {content && names.length > 0 ? (
              <Plot
                label={text('query.plotLabel', { names: names.join(', ') })}
                names={names}
                read={read}
                changed={null}
                along={alongColumn?.dated ? 'time' : 'number'}
              />
            ) : null}
          </div>
        </>
      )}
    </>
  );
}

/** The lazy entry point: loads the messages with the component. */
export default withMessages({ query: queryResult }, ResultPlot);
