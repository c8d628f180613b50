/** How the page that a server has rendered is taken over; its code comes with what only such pages name. */
import { hydrateRoot } from 'react-dom/client';
import { AppRoot } from '../app/AppRoot';
import type { App, AppOptions } from '../app/createApp';
import { LATE_DIGEST, type PageState } from '../lib/pageState';
import { DEFAULT_CONNECTION } from '../session/connections/connections';
import type { InitialSchema } from '../session/schema/schemaCache';
import { setStyles } from './liftStyles';

/** What the App is to begin with so that its first pass is the page that the server rendered; `introspection` as it stands in the page. */
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

/** Whether the page shows what this App begins with: its reader may use another connection, which the server knew nothing of. */
export function isOf(app: App, page: PageState): boolean {
  const isDefault = app.session.get()?.connection.id === DEFAULT_CONNECTION && app.linked.get() === null;
  return isDefault && app.language.current.get().tag === page.language;
}

/** How long a page that is not painted (one in a window that is covered) is waited for, in ms. */
const UNPAINTED_MS = 300;

/** Resolves when what came with the page has been painted: until then nothing is worth keeping the reader from it. */
export function painted(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, UNPAINTED_MS);
    // A frame is painted after its callbacks.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Takes the page over. The App is made last: what it asks for in its first moments is answered from the page. */
export function takeOver(root: HTMLElement, app: App): void {
  setStyles(document);
  hydrateRoot(root, <AppRoot app={app} />, {
    onRecoverableError(error) {
      // A part that the server had no time for is rendered here: that is how it was meant.
      if ((error as { digest?: string } | null)?.digest !== LATE_DIGEST) reportError(error);
    },
  });
}
