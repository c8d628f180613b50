/** What every part that comes after the first screen brings along: its texts, the general ones that only such parts say, and all icons. */
import { type ComponentType, createElement, type ReactNode } from 'react';
import { uiMore } from '../i18n/english/uiMore';
import type { CatalogueSource } from '../i18n/language';
import { withMessages } from '../i18n/withMessages';
import { LaterIcons } from './text/Icon';
import { laterIcons } from './text/laterIcons';

/** The component, with the texts of these areas and with icons: `export default withMessagesAndIcons({ query }, QueryScreen)`. */
export function withMessagesAndIcons<Props extends object>(
  areas: CatalogueSource,
  Part: ComponentType<Props>,
): ComponentType<Props> {
  const WithMessages = withMessages(areas, withMessages({ ui: uiMore }, Part));
  return function WithMessagesAndIcons(props: Props): ReactNode {
    return createElement(LaterIcons, { value: laterIcons }, createElement(WithMessages, props));
  };
}
