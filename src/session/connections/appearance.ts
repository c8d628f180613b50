/** How Oriel looks on this device: theme and row height. Stored in this browser and shared with its other tabs. */
import type { KeyValueStorage } from '../../lib/storage';
import { createStore, type Readable } from '../../lib/store';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'compact' | 'roomy';

/** The chosen theme and row height. */
export interface AppearanceState {
  theme: Theme;
  density: Density;
}

/** The appearance as a store. */
export interface Appearance extends Readable<AppearanceState> {
  set(change: Partial<AppearanceState>): void;
  /** Reads the storage again, for a change made in another tab. */
  reload(): void;
}

const THEME_KEY = 'oriel:theme';
const DENSITY_KEY = 'oriel:density';

/**
 * Creates the appearance store of this device.
 * @param rendered the appearance that the server rendered (from the cookie); used for what is not stored. Default: `system` and `compact`
 */
export function createAppearance(
  storage: KeyValueStorage,
  rendered: AppearanceState = { theme: 'system', density: 'compact' },
): Appearance {
  const read = (): AppearanceState => {
    const theme = storage.getItem(THEME_KEY) ?? rendered.theme;
    const density = storage.getItem(DENSITY_KEY) ?? rendered.density;
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      density: density === 'roomy' ? 'roomy' : 'compact',
    };
  };
  const state = createStore(read(), rendered);
  return {
    get: state.get,
    rendered: state.rendered,
    subscribe: state.subscribe,
    set(change) {
      const next = { ...state.get(), ...change };
      storage.setItem(THEME_KEY, next.theme);
      storage.setItem(DENSITY_KEY, next.density);
      state.set(next);
    },
    reload() {
      const next = read();
      const now = state.get();
      if (next.theme !== now.theme || next.density !== now.density) state.set(next);
    },
  };
}
