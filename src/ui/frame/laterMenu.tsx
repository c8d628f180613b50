/** Menus, whose code comes when one is likely to be opened: at the latest when it is, at the earliest when the pointer or the focus is there. */
import { type ReactNode, useEffect } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { lazyPart } from '../lazyPart';
import { useAnnounce } from './Announcer';
import type { MenuPopoverProps } from './MenuPopover';

/** The menu, to be rendered inside a Suspense while it is open. */
export const LaterMenu = lazyPart<MenuPopoverProps>(() => import(/* webpackChunkName: "menu" */ './MenuPopover'), Missing);

/** For those who have a menu to open: fetches its code ahead. */
export function prepareMenus(): void {
  // Where it cannot be loaded, opening a menu loads it again.
  LaterMenu.prepare(null).catch(() => undefined);
}

/** Menus are everywhere: one whose code cannot be loaded must not break the screen. */
function Missing({ onClose }: MenuPopoverProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  useEffect(() => {
    announce.note({ text: text('shell.notAvailableHelp'), tone: 'danger' });
    onClose();
  }, [announce, text, onClose]);
  return null;
}
