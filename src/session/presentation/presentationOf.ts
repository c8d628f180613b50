/**
 * The presentation of a session's API: the one that a person made or imported for the connection in this browser, else the configured one. Only
 * loaded where there is one; the session shows the schema as it is until then.
 */
import {
  checkPresentationFile,
  NO_PRESENTATION,
  type Presentation,
  plainPresentation,
  readPresentation,
} from '../../lib/presentation';
import { createStore, type Readable } from '../../lib/store';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { presentModel } from '../../schema/presentation/presentModel';
import type { ConnectionSettings } from '../connections/connections';
import { PRESENTED_KEY } from '../connections/preferences';
import type { Session } from '../connections/session';
import { lastView } from '../navigation/lastView';

/** See the head of the file. */
export interface SessionPresentation {
  /** What is shown. */
  readonly shown: Readable<Presentation>;
  /** True where it is this browser's own, in place of the configured one. */
  isOwn(): boolean;
  /** Shows and keeps another; null: the configured one again. */
  keep(presentation: Presentation | null): void;
  dispose(): void;
}

/** Starts to present a session; asked again it gives the same. */
export function presentationOf(session: Session): SessionPresentation {
  return session.part('presentation', () => {
    const kept = session.preferences.value<unknown>('presentation', stored => stored);
    const configured = configuredPresentation(session.connection);
    const read = (): Presentation => readKept(kept.get()) ?? configured ?? NO_PRESENTATION;
    const shown = createStore(read());
    const show = (): void => session.present.set(presenter(shown.get(), session.language.get().tag));
    const stop = session.language.subscribe(show);
    // What the configured one looks like is in place already: a page that the server rendered begins with it.
    if (readKept(kept.get()) !== null) show();
    beginWithViews(session, shown.get());
    return {
      shown,
      isOwn: () => kept.get() !== null,
      keep(presentation) {
        kept.set(presentation === null ? null : plainPresentation(presentation));
        session.storage.setItem(PRESENTED_KEY, 'true');
        shown.set(read());
        show();
      },
      dispose: stop,
    };
  });
}

/** Presents the amounts of money that are recognised in the schema, where nothing is presented yet. */
export function presentAmounts(session: Session): void {
  session.part('amounts', () => {
    const { shown } = presentationOf(session);
    if (shown.get() === NO_PRESENTATION) session.present.set(presenter(NO_PRESENTATION, session.language.get().tag));
    return { dispose: () => undefined };
  });
}

/** Shows a model as the configuration of a connection says, in a language. @throws TypeError that names what is wrong in it */
export function configuredPresenter(connection: ConnectionSettings, tag: string): (model: SchemaModel) => SchemaModel {
  const { presentation } = connection;
  const read = configuredPresentation(connection);
  if (read === null || typeof presentation !== 'object' || presentation === null) return model => model;
  // A server presents one schema to many pages.
  return model => {
    const made = model.remember(`presented ${tag}`, () => new WeakMap<object, SchemaModel>());
    const known = made.get(presentation) ?? presentModel(model, read, tag);
    made.set(presentation, known);
    return known;
  };
}

function configuredPresentation({ presentation }: ConnectionSettings): Presentation | null {
  return presentation === undefined ? null : readPresentation(presentation);
}

/** What an older version, or another program, has written is as if there were nothing. */
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

/** A collection begins with its default view where this browser has no state of it. */
function beginWithViews({ isServer, preferences }: Session, { collections }: Presentation): void {
  if (isServer) return;
  for (const [id, { view }] of collections) {
    const last = lastView(preferences, id);
    if (view !== undefined && last.get() === '') last.set(new URLSearchParams([...view]).toString());
  }
}

/** What the text of a presentation.json holds. */
export const presentationFile = checkPresentationFile;
