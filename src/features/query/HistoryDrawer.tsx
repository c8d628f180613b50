/** What was run before: to be searched, brought back into a tab, marked, forgotten, saved as a file. */
import { type ReactNode, useRef, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { queryHistoryOf, searchHistory } from '../../session/queryHistory';
import type { QueryContent } from '../../session/queryTabs';
import type { Session } from '../../session/session';
import { useAnnounce } from '../../ui/Announcer';
import { Button, IconButton } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Pill } from '../../ui/Pill';
import { Drawer } from '../../ui/ScreenFrame';
import { Checkbox } from '../../ui/Select';
import { SkeletonLines } from '../../ui/Skeleton';
import { saveFile } from '../../ui/saveFile';
import { SearchInput } from '../../ui/TextInput';
import { useReadable } from '../../ui/useReadable';
import { tabName } from './TabStrip';

/** Entries shown at once; a search finds the others. */
const SHOWN = 100;

/** The drawer. */
export function HistoryDrawer({
  session,
  onOpen,
  onClose,
}: {
  session: Session;
  onOpen: (content: Partial<QueryContent>) => void;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const history = queryHistoryOf(session);
  const all = useReadable(history);
  const [words, setWords] = useState('');
  const [favourites, setFavourites] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const found = all ? searchHistory(all, words, favourites) : [];
  const accept = async (file: File): Promise<void> => {
    try {
      const count = await history.accept(await file.text());
      announce.note({ text: text('query.historyImported', { count }) });
    } catch {
      announce.note({ text: text('query.historyBroken'), tone: 'danger' });
    }
  };
  return (
    <Drawer
      title={text('query.history')}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="quiet"
            icon="download"
            disabled={!all?.length}
            onClick={() =>
              void history
                .exported()
                .then(file => saveFile(`${session.connection.name}-queries.json`, 'application/json', [file]))
            }
          >
            {text('query.historyExport')}
          </Button>
          <Button kind="quiet" icon="upload" onClick={() => picker.current?.click()}>
            {text('query.historyImport')}
          </Button>
          <input
            ref={picker}
            type="file"
            accept=".json,application/json"
            hidden
            onChange={event => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file) void accept(file);
            }}
          />
          <Button kind="quiet" icon="trash" disabled={!all?.some(entry => !entry.favourite)} onClick={() => void history.clear()}>
            {text('query.historyClear')}
          </Button>
        </>
      }
    >
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
    </Drawer>
  );
}
