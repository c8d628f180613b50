/** Origins whose pictures a person wants loaded by themselves in a connection, besides its own (ScreenImages.tsx). */
import type { Store } from '../../lib/store';
import type { Preferences } from './preferences';

/** Remembered at most; beyond them the oldest is asked about again. */
const MOST = 50;
const LONGEST = 300;

/** The remembered origins of a connection, the latest last. */
export function imageOrigins(preferences: Preferences): Store<readonly string[]> {
  return preferences.value<readonly string[]>('imageOrigins', stored =>
    Array.isArray(stored) ? stored.filter(isOrigin).slice(-MOST) : [],
  );
}

/** The list with one more origin. */
export function withOrigin(origins: readonly string[], origin: string): readonly string[] {
  return isOrigin(origin) ? [...origins.filter(each => each !== origin), origin].slice(-MOST) : origins;
}

/** The origin of an address; null for one that has none that pictures could be loaded from. */
export function originOf(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const { origin } = new URL(address, base);
  return isOrigin(origin) ? origin : null;
}

function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > LONGEST || !/^https?:/.test(value)) return false;
  return URL.canParse(value) && new URL(value).origin === value;
}
