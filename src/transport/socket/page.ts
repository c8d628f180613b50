/** The page around a transport: its events and its address. */
import type { World, WorldEvents } from '../transport';
import type { Socket } from './socket';

/** What a page has that is of interest here. */
export type Page = WorldEvents & { location?: { href: string }; localStorage?: NonNullable<World['storage']> };

/** The page of a scope: the scope itself, or a `window` beside it, which is how tests and desktop shells put a page into Node. */
export function pageOf(scope: Page & { window?: Page }): Page {
  return scope.addEventListener ? scope : (scope.window ?? scope);
}

/** Other tabs, the network and the page's own sleep (C4, C40). */
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
  const heard: [WorldEvents | undefined, string, (event: Event) => void][] = [
    [page, 'storage', onStorage],
    [page, 'online', socket.wake],
    [page, 'pageshow', socket.wake],
    [document, 'visibilitychange', onVisible],
    [document, 'resume', socket.wake],
    [page, 'pagehide', socket.sleep],
    [document, 'freeze', socket.sleep],
  ];
  for (const [target, type, listener] of heard) target?.addEventListener?.(type, listener);
  return () => {
    for (const [target, type, listener] of heard) target?.removeEventListener?.(type, listener);
  };
}
