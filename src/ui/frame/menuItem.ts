/** What stands in a menu. */
import type { ReactNode } from 'react';
import type { IconName } from '../text/Icon';

/** An entry: something to do (`onSelect`), somewhere to go (`href`), a line between, or a head. */
export type MenuItem =
  | {
      label: string;
      onSelect?: () => void;
      href?: string;
      icon?: IconName;
      /** Shown at the end: a shortcut, a state. */
      hint?: ReactNode;
      /** One of several, and whether it is the one. */
      checked?: boolean;
      danger?: boolean;
      disabled?: boolean;
      /** Language of the label where it is not the page's. */
      lang?: string;
    }
  | { line: true }
  | { head: string };
