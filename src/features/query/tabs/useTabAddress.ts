/** The address of the screen and the tab in view say the same: a link opens a tab, and what is written stands in the address, without secrets. */
import { useCallback, useEffect, useRef } from 'react';
import type { Session } from '../../../session/connections/session';
import { readAddress } from '../../../session/navigation/navigation';
import { queryHandOverOf } from '../../../session/navigation/queryHandOver';
import { useReadable } from '../../../ui/text/useReadable';
import { contentOfAddress, plainAddress, plainContent } from '../share/shareAddress';
import type { QueryTabs } from './queryTabs';

/** How long after a change the address follows, in ms. */
const FOLLOW_MS = 500;
/** A document that makes a longer address stays out of it: browsers slow down. It is kept in its tab all the same. */
const LONGEST = 6000;

/**
 * Keeps both together while the screen shows. `onBroken`: an address could not be read.
 * @returns makes the address follow at once; for who leaves the screen, so that the way back leads to what stands there now
 */
export function useTabAddress(session: Session, tabs: QueryTabs, onBroken: () => void): () => void {
  const { navigation, clock } = session;
  const address = useReadable(navigation.address);
  const state = useReadable(tabs);
  /** The address as it was written here, or read. */
  const known = useRef<string | null>(null);
  const broken = useRef(onBroken);
  broken.current = onBroken;

  useEffect(() => {
    if (address.path !== '/query') return;
    const handed = queryHandOverOf(session).take();
    if (handed) tabs.open(handed);
    const text = address.query.toString();
    if (text === known.current) return;
    known.current = text;
    if (address.query.has('z')) {
      contentOfAddress(address.query).then(
        content => content && tabs.open(content),
        () => broken.current(),
      );
      return;
    }
    const content = plainContent(address.query);
    if (content) tabs.open(content);
  }, [session, address, tabs]);

  const follow = useCallback(() => {
    if (navigation.address.get().path !== '/query') return;
    const whole = plainAddress(tabs.current());
    const next = whole.length > LONGEST ? '/query' : whole;
    known.current = readAddress(next).query.toString();
    navigation.go(next, { replace: true });
  }, [navigation, tabs]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the tabs
  useEffect(() => {
    const timer = clock.after(FOLLOW_MS, follow);
    return () => clock.cancel(timer);
  }, [state, clock, follow]);
  return follow;
}
