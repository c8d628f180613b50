/** Keeps the URL and the selected tab in sync: a link opens a tab, and the URL contains the document of the tab, without secrets. */
import { useCallback, useEffect, useRef } from 'react';
import { type KeyValueStorage, readJson, writeJson } from '../../../lib/storage';
import type { Session } from '../../../session/connections/session';
import { readAddress } from '../../../session/navigation/navigation';
import { queryHandOverOf } from '../../../session/navigation/queryHandOver';
import { useReadable } from '../../../ui/useReadable';
import { contentOfAddress, plainAddress, plainContent } from '../share/shareAddress';
import type { QueryTabs } from './queryTabs';

/** Delay between a change and the update of the URL, in ms. */
const FOLLOW_MS = 500;
/** A document whose URL would be longer than this is not put into the URL, because browsers slow down. It is still kept in its tab. */
const LONGEST = 6000;
/** Storage key of the URL that did not follow its tab before the page was left, and the ID of the tab. */
const LEFT = 'oriel:query-left';

/**
 * Keeps both in sync while the screen is mounted. `onBroken` is called if a URL cannot be decoded.
 * @returns a function that updates the URL at once, for use before navigation, so that Back leads to the current document
 */
export function useTabAddress(session: Session, tabs: QueryTabs, onBroken: () => void): () => void {
  const { navigation, clock } = session;
  const address = useReadable(navigation.address);
  const state = useReadable(tabs);
  /** The URL that was last written or read here. */
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
    const left = takeLeft(session.tabStorage);
    if (left?.text === text && tabs.get().tabs.some(({ id }) => id === left.tab)) {
      tabs.select(left.tab);
      return;
    }
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

  useEffect(() => {
    const leave = (): void => {
      const text = known.current;
      if (text !== null && readAddress(addressOf(tabs)).query.toString() !== text)
        writeJson(session.tabStorage, LEFT, [text, tabs.current().id]);
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [session, tabs]);

  const follow = useCallback(() => {
    if (navigation.address.get().path !== '/query') return;
    const next = addressOf(tabs);
    known.current = readAddress(next).query.toString();
    navigation.go(next, { replace: true });
  }, [navigation, tabs]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the tabs
  useEffect(() => {
    const timer = clock.after(FOLLOW_MS, follow);
    return () => clock.cancel(timer);
  }, [state, clock, follow]);
  return follow;
}

function addressOf(tabs: QueryTabs): string {
  const whole = plainAddress(tabs.current());
  return whole.length > LONGEST ? '/query' : whole;
}

/** Returns the URL with which the page was left before it was updated, and the tab that is newer; once. */
function takeLeft(storage: KeyValueStorage): { text: string; tab: string } | null {
  const left = readJson(storage, LEFT);
  if (!Array.isArray(left)) return null;
  storage.removeItem(LEFT);
  const [text, tab]: readonly unknown[] = left;
  return typeof text === 'string' && typeof tab === 'string' ? { text, tab } : null;
}
