/** Hydrates a server-rendered page. It is a separate chunk, which only such pages load. */
import { hydrateRoot } from 'react-dom/client';
import { AppRoot } from '../app/AppRoot';
import type { App, AppOptions } from '../app/createApp';
import { LATE_DIGEST, type PageState } from '../lib/page/pageState';
import { DEFAULT_CONNECTION } from '../session/connections/connections';
import type { InitialSchema } from '../session/schema/shownSchema';
import { setStyles } from './liftStyles';

/** Options that make the App's first render equal to the server's. `introspection` is the JSON in the page. */
export function fromPage(page: PageState, introspection: unknown): Partial<AppOptions> {
  const { timeZone, isChosen, theme, density, results, schemaAt, schemaFailure } = page;
  const schema =
    schemaAt !== null && introspection !== undefined
      ? { introspection, at: schemaAt }
      : schemaFailure !== undefined
        ? ({ failure: schemaFailure } as InitialSchema)
        : undefined;
  return { schema, ssrState: results, rendered: { timeZone, isChosen, appearance: { theme, density } } };
}

/** Whether this App starts with what the page shows. The user may use another connection, which the server does not know. */
export function isOf(app: App, page: PageState): boolean {
  const isDefault = app.session.get()?.connection.id === DEFAULT_CONNECTION && app.linked.get() === null;
  return isDefault && app.language.current.get().tag === page.language;
}

/** Hydrates the page. Create the App right before: its first queries are answered from the state in the page. */
export function takeOver(root: HTMLElement, app: App): void {
  setStyles(document);
  hydrateRoot(root, <AppRoot app={app} />, {
    onRecoverableError(error) {
      // A part that the server did not finish in time is rendered here, as intended.
      if ((error as { digest?: string } | null)?.digest !== LATE_DIGEST) reportError(error);
    },
  });
}
