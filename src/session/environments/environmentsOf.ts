/** The environments of a session's connection as a store. */
import { createStore, type Readable } from '../../lib/store';
import type { Session } from '../connections/session';
import { applyEnvironments, type EnvironmentProblem, rememberSecrets } from './chooseEnvironment';
import { type Environments, NO_ENVIRONMENTS, readEnvironments } from './environments';

/** The environments of one session. */
export interface EnvironmentState extends Readable<Environments> {
  /** Switches to another environment; null for none. @returns the reason if that is impossible; null on success */
  choose(name: string | null): EnvironmentProblem | null;
  /** Saves edited environments. @returns the reason if that is impossible; null on success */
  save(next: Pick<Environments, 'chosen' | 'list'>): EnvironmentProblem | null;
  /** Reads the storage again, for changes by other screens and tabs. */
  refresh(): void;
  dispose(): void;
}

/** Returns the environments of a session. From then on their secrets are masked. */
export function environmentsOf(session: Session): EnvironmentState {
  return session.part('environments', () => {
    const { connections, storage } = session;
    const read = (): Environments => readEnvironments(storage, session.connection.id);
    const state = createStore<Environments>(session.isServer ? NO_ENVIRONMENTS : read(), NO_ENVIRONMENTS);
    rememberSecrets(session);
    const apply = (change: Partial<Environments>): EnvironmentProblem | null => {
      const next = { ...read(), ...change };
      const trouble = applyEnvironments({ connections, storage }, session.connection, next);
      if (trouble === null) {
        state.set(read());
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
    // Environments are stored before their connection is saved, so a change of the list is the time to read them.
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
