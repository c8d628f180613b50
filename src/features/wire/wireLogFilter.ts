/** The filters of the Wire screen as part of its address, and the entries that its links refer to. */
import type { WireEntry } from '../../session/wire/wireLogEntry';
import { type LatestWireEntry, OPERATION } from '../../session/wire/wireLogLinks';
import type { WireOutcome, WireSummary } from '../../session/wire/wireLogSummary';

/** Kinds of entries, in the order of the menu. */
export const WIRE_KINDS = ['query', 'mutation', 'subscription', 'upload', 'socket'] as const;

/** `upload` is a query or mutation with files. */
export type WireKind = (typeof WIRE_KINDS)[number];

/** Outcomes of entries, in the order of the menu. */
export const WIRE_STATUSES = ['open', 'ok', 'cached', 'failed', 'cancelled'] as const;

/** Value of the status filter: an outcome, or an HTTP status as text ('404'). */
export type WireStatus = (typeof WIRE_STATUSES)[number] | `${number}`;

/** The filter; each part can be unset. */
export interface WireFilter {
  /** An empty set shows all kinds. */
  kinds: ReadonlySet<WireKind>;
  /** null shows all screens. */
  screen: string | null;
  /** Part of the name, ignoring case; '' shows all. */
  name: string;
  status: WireStatus | null;
  /** Minimum duration in ms; null shows all. Open entries count with the time since their start. */
  slowerThan: number | null;
}

/** Reads the filter from the address. Invalid parts are ignored. */
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

/** Returns the filter as query parameters of the address. */
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

/** True if no filter is set. */
export function isOpenFilter({ kinds, screen, name, status, slowerThan }: WireFilter): boolean {
  return kinds.size === 0 && screen === null && name === '' && status === null && slowerThan === null;
}

/** True if the entry matches the filter; `now` is in milliseconds since the epoch. */
export function fitsWireFilter(filter: WireFilter, entry: WireEntry, summary: WireSummary, now: number): boolean {
  const { kinds, screen, name, status, slowerThan } = filter;
  if (kinds.size > 0 && !kinds.has(entry.kind) && !(kinds.has('upload') && summary.upload)) return false;
  if (screen !== null && entry.screen !== screen) return false;
  if (name !== '' && !summary.title.toLowerCase().includes(name.toLowerCase())) return false;
  if (status !== null && !hasStatus(status, summary)) return false;
  return slowerThan === null || (summary.ms ?? now - entry.startedAt) > slowerThan;
}

/** True if the address names the last schema request. */
export const isLastSchema = (query: URLSearchParams): boolean => query.get('entry') === ('last-schema' satisfies LatestWireEntry);

/** Returns the entry that the address names: by id, by operation key, or as the newest of a kind; undefined if there is none. */
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

/** Finds the entry of an operation by its number, on the latest page that has it: the ids of later pages start with a page number. */
function findOperation(entries: readonly WireEntry[], wanted: string): WireEntry | undefined {
  if (!wanted.startsWith(OPERATION)) return undefined;
  const id = wanted.slice(OPERATION.length);
  return entries.findLast(entry => entry.id === id || entry.id.endsWith(`-${id}`));
}

type Wanted = (entry: WireEntry, summary: WireSummary) => boolean;

/** The first test that matches any entry decides. */
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
