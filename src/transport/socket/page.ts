/** The page in which a transport runs: its events and its URL. */
import type { World, WorldEvents } from '../transport';
import type { Socket } from './socket';

/** The properties of a page that the transport uses. */
export type Page = WorldEvents & { location?: { href: string }; localStorage?: NonNullable<World['storage']> };

/** The page of a global scope: the scope itself, or its `window` property, by which tests and desktop shells provide a page in Node. */
export function pageOf(scope: Page & { window?: Page }): Page {
  return scope.addEventListener ? scope : (scope.window ?? scope);
}

/**
 * Notifies the socket of token changes in other tabs, and when network or page go to sleep or come back (C4, C40). Returns a stop function.
 */
export function listenToPage(
  page: WorldEvents,
  tokenName: string,
  socket: Pick<Socket, 'tokenChanged' | 'wake' | 'sleep'>,
): () => void {
  const { document } = page;
  const onStorage = (event: Event): void => {
    const { key } = event as StorageEvent;
    if (key === tokenName || key == null) socket.tokenChanged();
  };
  const onVisible = (): void => {
    if (document?.visibilityState !== 'hidden') socket.wake();
  };
  const listeners: [WorldEvents | undefined, string, (event: Event) => void][] = [
    [page, 'storage', onStorage],
    [page, 'online', socket.wake],
    [page, 'pageshow', socket.wake],
    [document, 'visibilitychange', onVisible],
    [document, 'resume', socket.wake],
    [page, 'pagehide', socket.sleep],
    [document, 'freeze', socket.sleep],
  ];
  for (const [target, type, listener] of listeners) target?.addEventListener?.(type, listener);
  return () => {
    for (const [target, type, listener] of listeners) target?.removeEventListener?.(type, listener);
  };
}
