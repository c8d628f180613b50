/**
 * The presentation of a session's API: the one that the user created or imported in this browser, or else the configured one. Loaded only if
 * there is one; until then the session shows the schema unchanged.
 */
import {
  checkPresentationFile,
  NO_PRESENTATION,
  type Presentation,
  plainPresentation,
  readPresentation,
} from '../../lib/page/presentation';
import { createStore, type Readable } from '../../lib/store';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { presentModel } from '../../schema/presentation/presentModel';
import type { ConnectionSettings } from '../connections/connections';
import { PRESENTED_KEY } from '../connections/preferences';
import type { Session } from '../connections/session';
import { lastView } from '../navigation/lastView';

/** The presentation of one session. */
export interface SessionPresentation {
  /** The presentation in use. */
  readonly shown: Readable<Presentation>;
  /** True if this browser's presentation replaces the configured one. */
  isOwn(): boolean;
  /** Shows and stores another presentation; null returns to the configured one. */
  keep(presentation: Presentation | null): void;
  dispose(): void;
}

/** Starts to present a session. Returns the same object on every call. */
export function presentationOf(session: Session): SessionPresentation {
  return session.part('presentation', () => {
    const store = session.preferences.value<unknown>('presentation', stored => stored);
    const configured = configuredPresentation(session.connection);
    const read = (): Presentation => readKept(store.get()) ?? configured ?? NO_PRESENTATION;
    const shown = createStore(read());
    const show = (): void => session.present.set(presenter(shown.get(), session.language.get().tag));
    const stop = session.language.subscribe(show);
    // The configured presentation is already applied: the session started with it.
    if (readKept(store.get()) !== null) show();
    setDefaultViews(session, shown.get());
    return {
      shown,
      isOwn: () => store.get() !== null,
      keep(presentation) {
        store.set(presentation === null ? null : plainPresentation(presentation));
        session.storage.setItem(PRESENTED_KEY, 'true');
        shown.set(read());
        show();
      },
      dispose: stop,
    };
  });
}

/** Applies an empty presentation if there is no other, so that amounts of money in the schema are recognized. */
export function presentAmounts(session: Session): void {
  session.part('amounts', () => {
    const { shown } = presentationOf(session);
    if (shown.get() === NO_PRESENTATION) session.present.set(presenter(NO_PRESENTATION, session.language.get().tag));
    return { dispose: () => undefined };
  });
}

/**
 * Returns a function that applies the configured presentation of a connection, in the language `tag`.
 * @throws TypeError that names what is wrong in the presentation
 */
export function configuredPresenter(connection: ConnectionSettings, tag: string): (model: SchemaModel) => SchemaModel {
  const { presentation } = connection;
  const read = configuredPresentation(connection);
  if (read === null || typeof presentation !== 'object' || presentation === null) return model => model;
  // Cached per model, because the server shares one model among many pages.
  return model => {
    const made = model.remember(`presented ${tag}`, () => new WeakMap<object, SchemaModel>());
    const cached = made.get(presentation) ?? presentModel(model, read, tag);
    made.set(presentation, cached);
    return cached;
  };
}

function configuredPresentation({ presentation }: ConnectionSettings): Presentation | null {
  return presentation === undefined ? null : readPresentation(presentation);
}

/** Reads the stored presentation. An unreadable one (from an older version or another program) counts as none. */
function readKept(stored: unknown): Presentation | null {
  try {
    return stored === null ? null : readPresentation(stored);
  } catch {
    return null;
  }
}

function presenter(presentation: Presentation, tag: string): (model: SchemaModel) => SchemaModel {
  return model => presentModel(model, presentation, tag);
}

/** Sets the last view of each collection to its default view, unless this browser already has one. */
function setDefaultViews({ isServer, preferences }: Session, { collections }: Presentation): void {
  if (isServer) return;
  for (const [id, { view }] of collections) {
    const last = lastView(preferences, id);
    if (view !== undefined && last.get() === '') last.set(new URLSearchParams([...view]).toString());
  }
}

/** Reads the text of a presentation.json. */
export const presentationFile = checkPresentationFile;
