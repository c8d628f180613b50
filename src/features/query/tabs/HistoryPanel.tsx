/** The history of executed operations, which can be searched, opened in a tab, marked as favourites, and deleted. */
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { SearchInput } from '../../../ui/inputs/SearchInput';
import { Checkbox } from '../../../ui/inputs/Select';
import { Pill } from '../../../ui/text/Pill';
import { useReadable } from '../../../ui/useReadable';
import { FileButtons } from './FileButtons';
import { queryHistoryOf, searchHistory } from './queryHistory';
import type { QueryContent } from './queryTabs';
import { tabName } from './TabStrip';

/** Maximum number of entries that are shown; the search finds the others. */
const SHOWN = 100;

/** Props of `HistoryPanel`. */
export interface HistoryPanelProps {
  session: Session;
  onOpen: (content: Partial<QueryContent>) => void;
}

export function HistoryPanel({ session, onOpen }: HistoryPanelProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const history = queryHistoryOf(session);
  const all = useReadable(history);
  useEffect(() => void history.refresh(), [history]);
  const [words, setWords] = useState('');
  const [favourites, setFavourites] = useState(false);
  const found = all ? searchHistory(all, words, favourites) : [];
  return (
    <div className="query-kept">
      <SearchInput label={text('query.historySearch')} value={words} onChange={setWords} />
      <Checkbox label={text('query.historyFavourites')} checked={favourites} onChange={setFavourites} />
      {all === null ? <SkeletonLines lines={6} /> : null}
      {all?.length === 0 ? (
        <EmptyState icon="history" title={text('query.historyEmpty')} help={text('query.historyEmptyHelp')} />
      ) : null}
      {all?.length && found.length === 0 ? <EmptyState icon="search" title={text('query.historyNothing')} /> : null}
      <ul className="query-history">
        {found.slice(0, SHOWN).map(entry => (
          <li key={entry.id} className="query-history-entry">
            <button
              type="button"
              className="query-history-open"
              onClick={() => onOpen({ query: entry.query, variables: entry.variables, operation: entry.operation })}
            >
              <span className="query-history-head">
                <strong className="truncate">{tabName(entry) ?? text('query.tabEmpty')}</strong>
                {entry.kind === 'query' ? null : <Pill>{entry.kind}</Pill>}
                <span className="quiet">{formats.relative(entry.at, session.clock.now())}</span>
              </span>
              <code className="query-history-text quiet truncate">{entry.query.replace(/\s+/g, ' ').slice(0, 200)}</code>
            </button>
            <IconButton
              icon="star"
              pressed={entry.favourite}
              label={text(entry.favourite ? 'query.historyUnmark' : 'query.historyMark')}
              onClick={() => void history.mark(entry.id, !entry.favourite)}
            />
            <IconButton icon="close" label={text('query.historyRemove')} onClick={() => void history.remove(entry.id)} />
          </li>
        ))}
      </ul>
      <div className="query-kept-foot">
        <FileButtons
          name={`${session.connection.name}-queries.json`}
          disabled={!all?.length}
          exported={history.exported}
          accept={([file]) => history.accept(file?.text ?? '')}
          broken={text('query.historyBroken')}
        />
        <Button kind="quiet" icon="trash" disabled={!all?.some(entry => !entry.favourite)} onClick={() => void history.clear()}>
          {text('query.historyClear')}
        </Button>
      </div>
    </div>
  );
}
