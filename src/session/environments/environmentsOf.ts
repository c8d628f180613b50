/** The environments of a session's connection as state. */
import { createStore, type Readable } from '../../lib/store';
import type { Session } from '../connections/session';
import { applyEnvironments, type EnvironmentTrouble, rememberSecrets } from './chooseEnvironment';
import { type Environments, NO_ENVIRONMENTS, readEnvironments } from './environments';

/** See the head of the file. */
export interface EnvironmentState extends Readable<Environments> {
  /** Uses another one; null: none. @returns why not; null when it is done */
  choose(name: string | null): EnvironmentTrouble | null;
  /** Takes environments that were edited. @returns why not; null when it is done */
  save(next: Pick<Environments, 'chosen' | 'list'>): EnvironmentTrouble | null;
  /** Reads them again: other screens and tabs write them, too. */
  refresh(): void;
  dispose(): void;
}

/** The environments of a session. Its secrets are masked from then on. */
export function environmentsOf(session: Session): EnvironmentState {
  return session.part('environments', () => {
    const { connections, storage, pageUrl } = session;
    const read = (): Environments => readEnvironments(storage, session.connection.id);
    const state = createStore<Environments>(session.isServer ? NO_ENVIRONMENTS : read(), NO_ENVIRONMENTS);
    rememberSecrets(session);
    const apply = (change: Partial<Environments>): EnvironmentTrouble | null => {
      const next = { ...read(), ...change };
      const trouble = applyEnvironments({ connections, storage, pageUrl }, session.connection, next);
      if (trouble === null) {
        state.set(next);
        rememberSecrets(session);
      }
      return trouble;
    };
    const refresh = (): void => {
      const next = read();
      if (session.isServer || JSON.stringify(next) === JSON.stringify(state.get())) return;
      state.set(next);
      rememberSecrets(session);
    };
    // A connection is saved after its environments.
    const stopWatching = connections.list.subscribe(refresh);
    const onStorage = (event: Event): void => {
      const { key } = event as StorageEvent;
      if (key == null || key.startsWith('oriel:environment')) refresh();
    };
    session.pageEvents.addEventListener?.('storage', onStorage);
    return {
      get: state.get,
      rendered: state.rendered,
      subscribe: state.subscribe,
      choose: name => apply({ chosen: name }),
      save: ({ chosen, list }) => apply({ chosen, list }),
      refresh,
      dispose() {
        stopWatching();
        session.pageEvents.removeEventListener?.('storage', onStorage);
      },
    };
  });
}
