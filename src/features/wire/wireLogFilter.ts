/** Which entries of the wire log are shown: the filters of the Wire screen, which stand in its address, and what its links point at. */
import type { WireEntry } from '../../session/wire/wireLogEntry';
import { type LatestWireEntry, OPERATION } from '../../session/wire/wireLogLinks';
import type { WireOutcome, WireSummary } from '../../session/wire/wireLogSummary';

/** Kinds of entries, in the order they are offered. */
export const WIRE_KINDS = ['query', 'mutation', 'subscription', 'upload', 'socket'] as const;

/** `upload` is a query or mutation that holds files. */
export type WireKind = (typeof WIRE_KINDS)[number];

/** Ways an entry can have come out, in the order they are offered. */
export const WIRE_STATUSES = ['open', 'ok', 'cached', 'failed', 'cancelled'] as const;

/** What `status` may ask for: a way to come out, or an HTTP status as text ('404'). */
export type WireStatus = (typeof WIRE_STATUSES)[number] | `${number}`;

/** What is shown; every part may be left open. */
export interface WireFilter {
  /** Empty: all. */
  kinds: ReadonlySet<WireKind>;
  /** null: all. */
  screen: string | null;
  /** Part of the name, in any case; '': all. */
  name: string;
  status: WireStatus | null;
  /** Only what took longer, in ms; null: all. What is under way counts by the time it has taken so far. */
  slowerThan: number | null;
}

/** Reads the filter from the address; what makes no sense there is left open. */
export function readWireFilter(query: URLSearchParams): WireFilter {
  const kinds = (query.get('kind') ?? '').split(',').filter((kind): kind is WireKind => WIRE_KINDS.includes(kind as WireKind));
  const status = query.get('status');
  const slow = query.get('slower');
  return {
    kinds: new Set(kinds),
    screen: query.get('screen') || null,
    name: query.get('name') ?? '',
    status: isStatus(status) ? status : null,
    slowerThan: slow !== null && /^\d{1,9}$/.test(slow) && Number(slow) > 0 ? Number(slow) : null,
  };
}

/** The filter as parameters of the address. */
export function wireFilterQuery(filter: WireFilter): Record<string, string | null> {
  const kinds = WIRE_KINDS.filter(kind => filter.kinds.has(kind));
  return {
    kind: kinds.length > 0 ? kinds.join(',') : null,
    screen: filter.screen,
    name: filter.name || null,
    status: filter.status,
    slower: filter.slowerThan === null ? null : String(filter.slowerThan),
  };
}

/** True when nothing is filtered. */
export function isOpenFilter({ kinds, screen, name, status, slowerThan }: WireFilter): boolean {
  return kinds.size === 0 && screen === null && name === '' && status === null && slowerThan === null;
}

/** True when the entry is to be shown; `now` in milliseconds since the epoch. */
export function fitsWireFilter(filter: WireFilter, entry: WireEntry, summary: WireSummary, now: number): boolean {
  const { kinds, screen, name, status, slowerThan } = filter;
  if (kinds.size > 0 && !kinds.has(entry.kind) && !(kinds.has('upload') && summary.upload)) return false;
  if (screen !== null && entry.screen !== screen) return false;
  if (name !== '' && !summary.title.toLowerCase().includes(name.toLowerCase())) return false;
  if (status !== null && !hasStatus(status, summary)) return false;
  return slowerThan === null || (summary.ms ?? now - entry.startedAt) > slowerThan;
}

/** True when the address names the last question for the schema. */
export const isLastSchema = (query: URLSearchParams): boolean => query.get('entry') === ('last-schema' satisfies LatestWireEntry);

/** The entry the address names: by id, by operation key, or as the newest of a kind; undefined when there is none. */
export function findWireEntry(
  entries: readonly WireEntry[],
  query: URLSearchParams,
  summaryOf: (entry: WireEntry) => WireSummary,
): WireEntry | undefined {
  const id = query.get('entry');
  const key = query.get('key');
  if (id === null) return key === null ? undefined : entries.findLast(entry => String(entry.key) === key);
  const fits = Object.hasOwn(LATEST, id) ? LATEST[id as LatestWireEntry] : undefined;
  if (!fits) return entries.find(entry => entry.id === id) ?? findOperation(entries, id);
  for (const wanted of fits) {
    const found = entries.findLast(entry => wanted(entry, summaryOf(entry)));
    if (found) return found;
  }
  return undefined;
}

/** The entry of an operation by its number, of the latest page: the ids of later pages begin with the number of the page. */
function findOperation(entries: readonly WireEntry[], wanted: string): WireEntry | undefined {
  if (!wanted.startsWith(OPERATION)) return undefined;
  const id = wanted.slice(OPERATION.length);
  return entries.findLast(entry => entry.id === id || entry.id.endsWith(`-${id}`));
}

type Wanted = (entry: WireEntry, summary: WireSummary) => boolean;

/** The first that finds one decides. */
const LATEST: Record<LatestWireEntry, readonly Wanted[]> = {
  'last-request': [
    (_, { attempts }) => attempts.some(({ endedAt }) => endedAt !== null),
    (_, { attempts }) => attempts.length > 0,
  ],
  'last-persisted': [
    (_, { persisted }) => persisted === 'stopped',
    (_, { persisted }) => persisted === 'miss',
    (_, { persisted }) => persisted === 'hit',
  ],
  'last-socket': [({ kind }) => kind === 'socket'],
  'last-schema': [({ screen }) => screen === 'schema'],
  'last-failed': [(_, { outcome }) => outcome === 'failed', (_, { outcome }) => outcome === 'partial'],
  'last-upload': [(_, { upload, outcome }) => upload !== null && outcome === 'running', (_, { upload }) => upload !== null],
};

const OPEN: readonly WireOutcome[] = ['running', 'waiting', 'live'];

function hasStatus(status: WireStatus, { outcome, status: httpStatus, attempts }: WireSummary): boolean {
  switch (status) {
    case 'open':
      return OPEN.includes(outcome);
    case 'ok':
      return outcome === 'ok' || outcome === 'closed';
    case 'failed':
      return outcome === 'failed' || outcome === 'partial';
    case 'cached':
    case 'cancelled':
      return outcome === status;
    default:
      return String(httpStatus) === status || attempts.some(({ response }) => String(response?.status) === status);
  }
}

function isStatus(text: string | null): text is WireStatus {
  return text !== null && (WIRE_STATUSES.includes(text as (typeof WIRE_STATUSES)[number]) || /^[1-5]\d\d$/.test(text));
}
