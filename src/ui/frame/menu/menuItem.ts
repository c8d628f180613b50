/** The items of a menu. */
import type { ReactNode } from 'react';
import type { IconName } from '../../text/Icon';

/** An action (`onSelect`), a link (`href`), a separator (`line`), or a heading (`head`). */
export type MenuItem =
  | {
      label: string;
      onSelect?: () => void;
      href?: string;
      icon?: IconName;
      /** Shown at the end, such as a shortcut or a state. */
      hint?: ReactNode;
      /** Set for radio items: whether this one is selected. */
      checked?: boolean;
      danger?: boolean;
      disabled?: boolean;
      /** Language of the label, if it is not the page's. */
      lang?: string;
    }
  | { line: true }
  | { head: string };
