/** What a person chose beyond the text of operations, for one connection: see OptionsDialog.tsx. Checked where it is used. */
import type { Store } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';

/** See above; what is left out is off. */
export interface QueryOptions {
  /** What the server makes of a field that fails, sent as `onError`; one of `ERROR_BEHAVIOURS`. */
  readonly onError?: unknown;
  /** Fragments may have variables of their own, and spreads arguments. */
  readonly fragmentArguments?: unknown;
  /** Coordinates of the fields whose values are made up, such as `Ship.name`. */
  readonly mocked?: unknown;
  /** What their values are made of. */
  readonly seed?: unknown;
}

/** The options of a connection. */
export const queryOptionsOf = ({ preferences }: Session): Store<QueryOptions> =>
  preferences.value('queryOptions', stored => (typeof stored === 'object' && stored !== null ? stored : {}));
