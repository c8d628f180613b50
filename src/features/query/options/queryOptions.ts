/** The options of the Query screen for one connection (OptionsDialog.tsx). Stored values are validated where they are used. */
import type { Store } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';

/** Omitted options are off. */
export interface QueryOptions {
  /** How the server handles a field that fails, sent as `onError`; one of `ERROR_BEHAVIOURS`. */
  readonly onError?: unknown;
  /** Enables variables of fragments and arguments of spreads. */
  readonly fragmentArguments?: unknown;
  /** Coordinates of the mocked fields, such as `Ship.name`. */
  readonly mocked?: unknown;
  /** Seed of the mocked values. */
  readonly seed?: unknown;
}

/** Returns the options of a connection. */
export const queryOptionsOf = ({ preferences }: Session): Store<QueryOptions> =>
  preferences.value('queryOptions', stored => (typeof stored === 'object' && stored !== null ? stored : {}));
