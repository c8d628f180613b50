/** What the frame has beside the first rows and not before them: the status line with its keys, and where the focus goes with the screen. */
import type { ReactNode, RefObject } from 'react';
import { shellMore } from '../../i18n/english/shellMore';
import type { Session } from '../../session/connections/session';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import type { App } from '../createApp';
import { useScreenFocus } from '../shell/useScreenFocus';
import { StatusLine } from './StatusLine';

/** Props of `FrameFoot`. */
export interface FrameFootProps {
  app: App;
  session: Session;
  /** The element that holds the screen. */
  main: RefObject<HTMLElement | null>;
  /** Path of the address. */
  path: string;
  /** True while a window is open over the screen. */
  isCovered: boolean;
  onFind: () => void;
  onShortcuts: () => void;
}

/** The foot. */
export function FrameFoot({ app, session, main, path, isCovered, onFind, onShortcuts }: FrameFootProps): ReactNode {
  useScreenFocus(main, path, isCovered);
  return <StatusLine app={app} session={session} onFind={onFind} onShortcuts={onShortcuts} />;
}

/** As it is fetched: with its texts and the icons inside it. */
export default withMessagesAndIcons({ shell: shellMore }, FrameFoot);
