/** Loads the code of menus when the pointer or the focus reaches a menu button, at the latest when a menu is opened. */
import { type ReactNode, useEffect } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { lazyPart } from '../../lazyPart';
import { useAnnounce } from '../Announcer';
import type { MenuPopoverProps } from './MenuPopover';

/** The menu. Must be rendered inside Suspense, and only while it is open. */
export const LaterMenu = lazyPart<MenuPopoverProps>(() => import(/* webpackChunkName: "menu" */ './MenuPopover'), MissingMenu);

/** Loads the code of menus ahead. */
export function prepareMenus(): void {
  // After a failure, opening a menu loads the code again.
  LaterMenu.prepare(null).catch(() => undefined);
}

/** Shown if the code cannot be loaded: a note instead of an error, because every screen has menus and must keep working. */
export function MissingMenu({ onClose }: Pick<MenuPopoverProps, 'onClose'>): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  useEffect(() => {
    announce.note({ text: text('shell.notAvailableHelp'), tone: 'danger' });
    onClose();
  }, [announce, text, onClose]);
  return null;
}
