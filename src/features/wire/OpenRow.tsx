/** The drawer beside the list: the details of the open row, or its comparison with another row. The address names both rows. */
import { type ReactNode, Suspense } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/connections/session';
import type { WireLog } from '../../session/wire/wireLog';
import type { WireEntry } from '../../session/wire/wireLogEntry';
import type { WireSummary } from '../../session/wire/wireLogSummary';
import { Drawer } from '../../ui/frame/Drawer';
import { EmptyState } from '../../ui/frame/EmptyState';
import { SkeletonLines } from '../../ui/frame/Skeleton';
import { Button } from '../../ui/inputs/Button';
import { lazyPart } from '../../ui/lazyPart';
import { useReadable } from '../../ui/useReadable';
import { EntryActions, type EntryActionsProps } from './details/EntryActions';
import { DETAIL_PARTS, EntryDetails } from './details/EntryDetails';
import { entryTitle, kindWords } from './details/outcomeWords';

const CompareRows = lazyPart(() => import(/* webpackChunkName: "wire-compare" */ './compare/CompareRows'));

/** Props of `OpenRow`. */
export interface OpenRowProps {
  session: Session;
  /** All rows; the user can choose one to compare with. */
  entries: readonly WireEntry[];
  entry: WireEntry;
  summaryOf: (entry: WireEntry) => WireSummary;
  /** The log of the session; undefined for a saved log. */
  log: WireLog | undefined;
  /** The current time in milliseconds since the epoch, for the durations of open entries. */
  now: number;
  onReplay: EntryActionsProps['onReplay'];
  onClose: () => void;
}

export function OpenRow({ session, entries, entry, summaryOf, log, now, onReplay, onClose }: OpenRowProps): ReactNode {
  const text = useText();
  const { navigation } = session;
  const { query } = useReadable(navigation.address);
  const other = comparedWith(entries, query, entry);
  const suggested = suggestedFor(entries, entry, summaryOf);
  const compareWith = (id: string | null): void => navigation.setQuery({ with: id }, { replace: other !== undefined });
  return (
    <Drawer
      wide
      kind={kindWords(text, entry, summaryOf(entry)).name}
      title={entryTitle(text, entry, summaryOf(entry))}
      onClose={onClose}
      actions={
        other ? (
          <Button onClick={() => compareWith(null)}>{text('wire.compareEnd')}</Button>
        ) : (
          <EntryActions
            entry={entry}
            session={session}
            onReplay={onReplay}
            onCompare={suggested ? () => compareWith(suggested.id) : undefined}
          />
        )
      }
    >
      {other ? (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <CompareRows
            row={{ entry, summary: summaryOf(entry) }}
            other={{ entry: other, summary: summaryOf(other) }}
            choices={choicesFor(entries, entry, other)}
            summaryOf={summaryOf}
            onChoose={compareWith}
          />
        </Suspense>
      ) : (
        <EntryDetails
          entry={entry}
          summary={summaryOf(entry)}
          part={DETAIL_PARTS.find(known => known === query.get('part')) ?? 'steps'}
          onPart={part => navigation.setQuery({ part: part === 'steps' ? null : part }, { replace: true })}
          now={now}
          log={log}
        />
      )}
    </Drawer>
  );
}

/** The drawer shown if the address names a row that is not in the log. */
export function MissingRow({ session, onClose }: Pick<OpenRowProps, 'session' | 'onClose'>): ReactNode {
  const text = useText();
  const { query } = useReadable(session.navigation.address);
  return (
    <Drawer wide title={text('wire.title')} onClose={onClose}>
      {query.get('entry')?.startsWith('last-') ? (
        // An address such as "the last failure" where nothing of that kind has happened yet.
        <EmptyState icon="wire" title={text('wire.emptyTitle')} help={text('wire.emptyHelp')} />
      ) : (
        <EmptyState icon="history" title={text('wire.gone')} help={text('wire.goneHelpReload')} />
      )}
    </Drawer>
  );
}

/** The row to compare the open row with, as named in the address. */
function comparedWith(entries: readonly WireEntry[], query: URLSearchParams, open: WireEntry): WireEntry | undefined {
  const id = query.get('with');
  if (id === null || open.kind === 'socket') return undefined;
  return entries.find(entry => entry.id === id && entry !== open && entry.kind !== 'socket');
}

/** Maximum number of rows offered for comparison. */
const MOST_CHOICES = 100;

/** Returns the latest rows that a row can be compared with, and the chosen one. */
function choicesFor(entries: readonly WireEntry[], open: WireEntry, chosen?: WireEntry): WireEntry[] {
  const fitting = entries.filter(entry => entry !== open && entry.kind !== 'socket');
  const latest = fitting.slice(-MOST_CHOICES);
  return chosen && !latest.includes(chosen) ? [chosen, ...latest] : latest;
}

/** Returns the first row to compare with: the latest of the same operation, or else the latest of all. */
function suggestedFor(
  entries: readonly WireEntry[],
  open: WireEntry,
  summaryOf: (entry: WireEntry) => WireSummary,
): WireEntry | undefined {
  if (open.kind === 'socket') return undefined;
  const choices = choicesFor(entries, open);
  const { title } = summaryOf(open);
  return choices.findLast(entry => entry.kind === open.kind && summaryOf(entry).title === title) ?? choices.at(-1);
}
