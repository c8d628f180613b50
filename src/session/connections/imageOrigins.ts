/** Origins whose images a user allowed to load automatically in a connection, besides the connection's own (ScreenImages.tsx). */
import type { Store } from '../../lib/store';
import type { Preferences } from './preferences';

/** Number of remembered origins. When it is exceeded the oldest is dropped, and the user is asked about it again. */
const MOST = 50;
const LONGEST = 300;

/** The remembered origins of a connection, most recent last. */
export function imageOrigins(preferences: Preferences): Store<readonly string[]> {
  return preferences.value<readonly string[]>('imageOrigins', stored =>
    Array.isArray(stored) ? stored.filter(isOrigin).slice(-MOST) : [],
  );
}

/** The list with `origin` moved or added to its end. */
export function withOrigin(origins: readonly string[], origin: string): readonly string[] {
  return isOrigin(origin) ? [...origins.filter(each => each !== origin), origin].slice(-MOST) : origins;
}

/** The origin of an address; null unless it is an http(s) origin. */
export function originOf(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const { origin } = new URL(address, base);
  return isOrigin(origin) ? origin : null;
}

function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > LONGEST || !/^https?:/.test(value)) return false;
  return URL.canParse(value) && new URL(value).origin === value;
}
