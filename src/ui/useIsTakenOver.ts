/**
 * Whether a component is more than the server's HTML of it. For what the server cannot know, where the first pass over its page has to show
 * what the server showed: a platform, a request of the browser that has begun before React got here.
 */
import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};
const yes = (): boolean => true;
const no = (): boolean => false;

/** False on the server and in the first pass over a page of the server; true ever after, and from the first render on where there is none. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(never, yes, no);
}
