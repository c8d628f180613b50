/** The tree of a large result. The worker creates its lines, a few hundred at a time. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { queryResult } from '../../../../i18n/english/query/queryResult';
import { useText } from '../../../../i18n/LanguageProvider';
import { withMessages } from '../../../../i18n/withMessages';
import { JsonTreeView } from '../../../../ui/json/JsonTreeView';
import type { JsonLine } from '../../../../ui/json/jsonLines';
import type { LargeData } from './largeData';

/** Props of `LargeTree`. */
export interface LargeTreeProps {
  data: LargeData;
  label: string;
  search: string;
  /** Index of the current match; -1 if there is none. */
  match: number;
  onMatches: (count: number) => void;
}

/** Lines per request to the worker. */
const PAGE = 200;
/** The maximum scroll height of browsers limits the number of lines. */
const MOST_LINES = 1_400_000;
/** Debounce of the search, in ms. */
const SEARCH_AFTER_MS = 200;

/** The number of lines, and the fetched lines by page. */
interface Shown {
  count: number;
  pages: ReadonlyMap<number, readonly JsonLine[]>;
}

function LargeTree({ data, label, search, match, onMatches }: LargeTreeProps): ReactNode {
  const text = useText();
  const [shown, setShown] = useState<Shown>({ count: data.outline.lines, pages: new Map() });
  const [active, setActive] = useState(0);
  const [revealed, setRevealed] = useState(0);
  const range = useRef({ first: 0, end: 60 });
  const turn = useRef(0);

  /** Fetches the visible pages. After a fold, all other pages are dropped and the visible ones are replaced at once. */
  const fetch = useCallback(
    async (count: number | null): Promise<void> => {
      const { first, end } = range.current;
      if (count !== null) turn.current += 1;
      const requested = turn.current;
      const wanted: number[] = [];
      for (let page = Math.floor(first / PAGE); page * PAGE < end; page++) wanted.push(page);
      const lines = await Promise.all(wanted.map(page => data.ask('lines', page * PAGE, (page + 1) * PAGE)));
      if (requested !== turn.current) return;
      setShown(now => {
        const pages = new Map(count === null ? [...now.pages].slice(-20) : []);
        for (const [at, page] of wanted.entries()) pages.set(page, lines[at] ?? []);
        return { count: count ?? now.count, pages };
      });
    },
    [data],
  );
  const onRange = useCallback(
    (first: number, end: number) => {
      range.current = { first, end };
      void fetch(null);
    },
    [fetch],
  );
  const fold = async (line: JsonLine, open: boolean): Promise<void> => fetch(await data.ask('fold', line.path, open));

  useEffect(() => {
    const timer = setTimeout(() => void data.ask('search', search).then(onMatches), search === '' ? 0 : SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [data, search, onMatches]);
  useEffect(() => {
    if (match < 0) return;
    void data.ask('match', match).then(async ({ line, lines }) => {
      if (line === null) return;
      range.current = { first: Math.max(0, line - 50), end: line + 50 };
      await fetch(lines);
      setActive(line);
      setRevealed(now => now + 1);
    });
  }, [data, match, fetch]);

  return (
    <>
      {shown.count > MOST_LINES ? (
        <p className="query-raw-help quiet">{text('query.linesShown', { shown: MOST_LINES, count: shown.count })}</p>
      ) : null}
      <JsonTreeView
        count={Math.min(shown.count, MOST_LINES)}
        line={at => shown.pages.get(Math.floor(at / PAGE))?.[at % PAGE]}
        active={active}
        onActive={setActive}
        onFold={(line, open) => void fold(line, open)}
        copied={line => data.ask('textOf', line.path)}
        onRange={onRange}
        revealed={revealed}
        label={label}
        search={search}
        fill
      />
    </>
  );
}

export default withMessages({ query: queryResult }, LargeTree);
