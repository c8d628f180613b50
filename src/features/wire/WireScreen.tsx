/**
 * The Wire screen: all network traffic of this session, one row for each operation and each websocket connection. An open row shows its way
 * through the pipeline. The address holds the filters, the open row and its part in view. A saved log is shown in the same screen, in place
 * of the log of the session.
 */
import { createRequest } from '@urql/core';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { comparing } from '../../i18n/english/comparing';
import { errorsMore } from '../../i18n/english/errorsMore';
import { shellMore } from '../../i18n/english/shellMore';
import { wire } from '../../i18n/english/wire';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/connections/session';
import type { WireLogState } from '../../session/wire/wireLog';
import type { WireEntry } from '../../session/wire/wireLogEntry';
import { WireFileError } from '../../session/wire/wireLogFile';
import { createSummaries } from '../../session/wire/wireLogSummary';
import { wireOf } from '../../session/wire/wireOf';
import { useAnnounce } from '../../ui/frame/Announcer';
import { EmptyState } from '../../ui/frame/EmptyState';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { Button } from '../../ui/inputs/Button';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { LogActions } from './LogActions';
import { MissingRow, OpenRow } from './OpenRow';
import { useSchemaRow } from './useSchemaRow';
import { WireFilters } from './WireFilters';
import { WireList } from './WireList';
import { openWireFile, type SavedLog } from './wireFiles';
import {
  findWireEntry,
  fitsWireFilter,
  isLastSchema,
  isOpenFilter,
  readWireFilter,
  type WireFilter,
  wireFilterQuery,
} from './wireLogFilter';
import './WireScreen.css';
import { useIsHydrated } from '../../ui/useIsHydrated';
import { useNow } from '../../ui/useNow';

export interface WireScreenProps {
  session: Session;
}

/** How often the durations of open entries are redrawn, in ms. */
const TICK_MS = 500;

export function WireScreen({ session }: WireScreenProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const { navigation } = session;
  const wire = wireOf(session);
  const close = (): void => navigation.setQuery({ entry: null, key: null, part: null, with: null });
  const { saved, openFile, leave } = useSavedLog(close);
  const { live, entries, log, filter, shown, open, isNamed, summaryOf, now } = useWireRows(session, saved);

  useSettledAddress(session, open?.id);
  const frame = useRef<HTMLDivElement>(null);
  // The drawer takes long to create, so the selected row is painted first.
  const drawn = useDeferredValue(open);
  useKeptFocus(frame, drawn?.id ?? null);

  const show = (entry: WireEntry, moved: boolean): void => {
    navigation.setQuery({ entry: entry.id, key: null }, { replace: moved });
  };
  const change = (next: WireFilter): void => navigation.setQuery(wireFilterQuery(next), { replace: true });
  const replay = ({ query: document, variables }: { query: string; variables: Record<string, unknown> }): void => {
    const request = createRequest(document, variables);
    // Not `useQuery`: any query of the log can be sent again, once for each click.
    session.transport.client
      .executeQuery(request, { requestPolicy: 'network-only', screen: 'wire' })
      .toPromise()
      .then(() => announce.say(text('wire.replayed')));
    leave();
    navigation.setQuery({ entry: wire.findByKey(request.key)?.id ?? null, key: null });
  };

  return (
    <div ref={frame} className="wire">
      <ScreenFrame
        crumbs={[{ label: text('wire.title') }]}
        description={text('wire.about')}
        actions={
          <LogActions
            session={session}
            entries={shown}
            isSaved={saved !== null}
            state={live}
            onOpenFile={file => void openFile(file)}
            onClear={() => {
              wire.clear();
              announce.say(text('wire.cleared'));
            }}
          />
        }
        toolbar={
          <WireFilters
            filter={filter}
            onChange={change}
            screens={screensOf(entries)}
            httpStatuses={statusesOf(entries.map(entry => summaryOf(entry).status))}
          />
        }
        footer={<WireFooter shown={shown.length} count={entries.length} live={saved ? null : live} />}
        drawer={
          drawn ? (
            <OpenRow
              key={drawn.id}
              session={session}
              entries={entries}
              entry={drawn}
              summaryOf={summaryOf}
              log={log}
              now={now}
              onReplay={replay}
              onClose={close}
            />
          ) : isNamed && !open ? (
            <MissingRow session={session} onClose={close} />
          ) : undefined
        }
      >
        {saved ? (
          <SavedNotice
            saved={saved}
            onClose={() => {
              leave();
              close();
            }}
          />
        ) : null}
        {shown.length > 0 ? (
          <WireList entries={shown} summaryOf={summaryOf} open={open?.id ?? null} onOpen={show} onClose={close} now={now} />
        ) : (
          <NoRows isFiltered={!isOpenFilter(filter)} onClear={() => change(readWireFilter(new URLSearchParams()))} />
        )}
      </ScreenFrame>
    </div>
  );
}

/** The log opened from a file, if any. `onOpened` is called after a file was read. */
function useSavedLog(onOpened: () => void) {
  const text = useText();
  const announce = useAnnounce();
  const [saved, setSaved] = useState<SavedLog | null>(null);
  const openFile = async (file: File): Promise<void> => {
    try {
      setSaved(await openWireFile(file));
      onOpened();
    } catch (error) {
      if (!(error instanceof WireFileError)) throw error;
      announce.note({ text: fileProblem(text, error, file.name), tone: 'danger' });
    }
  };
  return { saved, openFile, leave: () => setSaved(null) };
}

/** The rows of the saved log, or else of the session's log, filtered by the URL, and the row that the URL opens. */
function useWireRows(session: Session, saved: SavedLog | null) {
  const wire = wireOf(session);
  const live = useReadable(wire);
  const { query } = useReadable(session.navigation.address);
  const isHydrated = useIsHydrated();
  const summaryOf = useMemo(() => createSummaries(), []);
  const entries = saved ? saved.entries : live.entries;
  const log = saved || !isHydrated ? undefined : wire;
  const filter = readWireFilter(query);
  const hasOpen = !saved && entries.some(entry => entry.endedAt === null);
  const now = useNow(session.clock, hasOpen ? TICK_MS : null);
  const shown = entries.filter(entry => fitsWireFilter(filter, entry, summaryOf(entry), now));
  // A new operation is in the log before the list is updated.
  const open = findWireEntry(entries, query, summaryOf) ?? log?.find(query.get('entry') ?? '');
  useSchemaRow(session, log !== undefined && !open && isLastSchema(query));
  return { live, entries, log, filter, shown, open, isNamed: query.has('entry') || query.has('key'), summaryOf, now };
}

/** The number of rows. For the session's log, also the number of dropped rows, and whether recording is paused. */
function WireFooter({ shown, count, live }: { shown: number; count: number; live: WireLogState | null }): ReactNode {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      <span>{shown === count ? text('wire.rows', { count }) : text('wire.rowsOf', { shown: formats.number(shown), count })}</span>
      {live && live.dropped > 0 ? <span>{text('wire.letGo', { count: live.dropped })}</span> : null}
      {live?.paused ? <span className="wire-paused">{text('wire.paused')}</span> : null}
    </>
  );
}

function NoRows({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactNode {
  const text = useText();
  return isFiltered ? (
    <EmptyState
      icon="filter"
      title={text('wire.noMatchTitle')}
      actions={<Button onClick={onClear}>{text('wire.clearFilters')}</Button>}
    />
  ) : (
    <EmptyState icon="wire" title={text('wire.emptyTitle')} help={text('wire.emptyHelp')} />
  );
}

/** A note that the list shows a saved log, with a button that goes back to the log of the session. */
function SavedNotice({ saved, onClose }: { saved: SavedLog; onClose: () => void }): ReactNode {
  const text = useText();
  const formats = useFormats();
  return (
    <div className="wire-saved">
      <p>
        <strong dir="auto">{text('wire.fileShown', { name: saved.name, date: formats.dateTime(saved.savedAt) })}</strong>{' '}
        <span className="quiet">{text('wire.fileHelp')}</span>
      </p>
      <Button onClick={onClose}>{text('wire.backToLive')}</Button>
    </div>
  );
}

/**
 * Replaces a URL such as "the last request" by the URL of the present row, so that a later request does not change it. `open`: id of the
 * open row.
 */
function useSettledAddress({ navigation }: Session, open: string | undefined): void {
  const { query } = useReadable(navigation.address);
  const settled = useRef<string | null>(null);
  useEffect(() => {
    if (open === undefined || query.get('entry') === open || settled.current === open) return;
    settled.current = open;
    navigation.setQuery({ entry: open, key: null }, { replace: true });
  }, [open, query, navigation]);
}

/**
 * In a narrow window, the list and the open row replace each other. If the focused element disappears with one of them, the focus moves to
 * the other.
 */
function useKeptFocus(frame: { current: HTMLElement | null }, open: string | null): void {
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    const focused = document.activeElement;
    const isSeen = focused instanceof HTMLElement && focused !== document.body && focused.offsetParent !== null;
    if (isSeen) return;
    frame.current?.querySelector<HTMLElement>(open === null ? '.wire-rows' : '.drawer-head button')?.focus();
  }, [frame, open]);
}

function screensOf(entries: readonly WireEntry[]): string[] {
  return [...new Set(entries.map(({ screen }) => screen).filter(screen => screen !== null))].sort();
}

function statusesOf(statuses: readonly (number | null)[]): number[] {
  return [...new Set(statuses.filter(status => status !== null))];
}

function fileProblem(text: ReturnType<typeof useText>, { problem, place }: WireFileError, name: string): string {
  switch (problem) {
    case 'notJson':
      return text('wire.fileNotJson', { name });
    case 'notWire':
      return text('wire.fileNotWire', { name });
    case 'newer':
      return text('wire.fileNewer', { name });
    case 'tooLarge':
      return text('wire.fileTooLarge', { name });
    case 'damaged':
      return text('wire.fileDamaged', { name, place });
  }
}

/** The lazily loaded module's export, with its messages and icons. */
export default withMessagesAndIcons({ wire: { ...wire, ...comparing }, shell: shellMore, errors: errorsMore }, WireScreen);
