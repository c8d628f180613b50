/** How Oriel looks on this device: light or dark, row height. Kept in this browser, followed by other tabs. */
import type { KeyValueStorage } from '../lib/storage';
import { createStore, type Readable } from '../lib/store';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'compact' | 'roomy';

/** What was chosen. */
export interface AppearanceState {
  theme: Theme;
  density: Density;
}

/** The appearance as state. */
export interface Appearance extends Readable<AppearanceState> {
  set(change: Partial<AppearanceState>): void;
  /** Looks again: another tab changed it. */
  reload(): void;
}

const THEME_KEY = 'oriel:theme';
const DENSITY_KEY = 'oriel:density';

/** Reads the appearance of this device. */
export function createAppearance(storage: KeyValueStorage): Appearance {
  const read = (): AppearanceState => {
    const theme = storage.getItem(THEME_KEY);
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      density: storage.getItem(DENSITY_KEY) === 'roomy' ? 'roomy' : 'compact',
    };
  };
  const state = createStore(read());
  return {
    get: state.get,
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
