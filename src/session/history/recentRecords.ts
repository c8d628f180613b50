/** The most recently opened records of a connection, newest first, stored in this browser. Find lists them. */
import type { Readable } from '../../lib/store';
import type { Preferences } from '../connections/preferences';

/** An opened record. */
export interface RecentRecord {
  /** Name of its type in the schema. */
  readonly typeName: string;
  /** Its title when it was opened. */
  readonly title: string;
  /** URL of its page; unique in the list. */
  readonly href: string;
}

/** Number of stored records, and characters of a title. */
const MOST = 30;
const TITLE_LENGTH = 200;

/** The list of a connection; always the same store. */
export function recentRecords(preferences: Preferences): Readable<readonly RecentRecord[]> {
  return storeOf(preferences);
}

/** Puts a record at the head of the list. Does nothing if it is already there. */
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
  // Only paths of this page: another program may have written the entry, and it must not link to another site.
  return typeof typeName === 'string' && typeof title === 'string' && typeof href === 'string' && /^\/data\//.test(href);
}
