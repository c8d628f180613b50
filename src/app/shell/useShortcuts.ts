/** Global shortcuts: Ctrl/⌘ K opens Find, `?` lists the shortcuts, `g` and a letter open a tool. */
import { useEffect, useRef } from 'react';
import type { Session } from '../../session/connections/session';

/** The addresses for `g` and a letter. */
export const GO_KEYS = { d: '/', q: '/query', o: '/docs', w: '/wire', s: '/settings' } as const;

/** How long after `g` the letter is accepted, in ms. */
const GO_MS = 1000;

/** Listens while the shell is mounted. Single keys are ignored in text fields. */
export function useShortcuts(session: Session, open: { find: () => void; shortcuts: () => void }): void {
  const actions = useRef(open);
  actions.current = open;
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        actions.current.find();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const key = event.key.toLowerCase();
      const target = GO_KEYS[key as keyof typeof GO_KEYS];
      if (event.timeStamp - goAt < GO_MS && target !== undefined) {
        goAt = Number.NEGATIVE_INFINITY;
        session.navigation.go(target);
      } else if (key === 'g') goAt = event.timeStamp;
      else if (event.key === '?') actions.current.shortcuts();
      else if (event.key === '/') actions.current.find();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [session]);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
