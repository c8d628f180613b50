/** Wraps a lazily loaded part with its messages, the general messages that only such parts use, and all icons. */
import { type ComponentType, createElement, type ReactNode } from 'react';
import { uiMore } from '../i18n/english/uiMore';
import type { CatalogueSource } from '../i18n/language';
import { withMessages } from '../i18n/withMessages';
import { LaterIcons } from './text/Icon';
import { laterIcons } from './text/laterIcons';

/** `areas` are the messages of the part: `export default withMessagesAndIcons({ query }, QueryScreen)`. */
export function withMessagesAndIcons<Props extends object>(
  areas: CatalogueSource,
  Part: ComponentType<Props>,
): ComponentType<Props> {
  const WithMessages = withMessages(areas, withMessages({ ui: uiMore }, Part));
  return function WithMessagesAndIcons(props: Props): ReactNode {
    return createElement(LaterIcons, { value: laterIcons }, createElement(WithMessages, props));
  };
}
