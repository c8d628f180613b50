/**
 * Whether a component is hydrated. The first render in the browser must match the server's HTML, so content that depends on the browser (its
 * platform, requests that started before hydration) is rendered only when this is true.
 */
import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};
const yes = (): boolean => true;
const no = (): boolean => false;

/** False on the server and during hydration, then true. Without a server-rendered page it is true from the first render on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(never, yes, no);
}
