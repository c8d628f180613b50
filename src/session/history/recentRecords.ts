/** The records that were open last, newest first, kept in this browser per connection. Find offers them. */
import type { Readable } from '../../lib/store';
import type { Preferences } from '../connections/preferences';

/** A record that was opened. */
export interface RecentRecord {
  /** Name of its type in the schema. */
  readonly typeName: string;
  /** What named it then. */
  readonly title: string;
  /** Address of its page; one entry for each. */
  readonly href: string;
}

/** How many are kept, and how long a title may be. */
const MOST = 30;
const TITLE_LENGTH = 200;

/** The list; the same store each time. */
export function recentRecords(preferences: Preferences): Readable<readonly RecentRecord[]> {
  return storeOf(preferences);
}

/** Puts a record at the head of the list. Nothing changes when it stands there already. */
export function rememberRecord(preferences: Preferences, record: RecentRecord): void {
  const store = storeOf(preferences);
  const entry = { ...record, title: record.title.slice(0, TITLE_LENGTH) };
  const [first] = store.get();
  if (first?.href === entry.href && first.title === entry.title) return;
  store.update(list => [entry, ...list.filter(other => other.href !== entry.href)].slice(0, MOST));
}

function storeOf(preferences: Preferences) {
  return preferences.value<readonly RecentRecord[]>('recent-records', stored =>
    (Array.isArray(stored) ? stored : []).filter(isRecent).slice(0, MOST),
  );
}

function isRecent(value: unknown): value is RecentRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { typeName, title, href } = value as Partial<Record<keyof RecentRecord, unknown>>;
  // An address of this page alone: what another program wrote here must not lead elsewhere.
  return typeof typeName === 'string' && typeof title === 'string' && typeof href === 'string' && /^\/data\//.test(href);
}
