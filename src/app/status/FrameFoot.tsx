/** The parts of the frame that are loaded after the first rows: the status line with the global shortcuts, and the focus handling. */
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
  /** The element that contains the screen. */
  main: RefObject<HTMLElement | null>;
  /** Path of the address. */
  path: string;
  /** True while a dialog is open over the screen. */
  isCovered: boolean;
  onFind: () => void;
  onShortcuts: () => void;
}

/** The status line and the focus handling. */
export function FrameFoot({ app, session, main, path, isCovered, onFind, onShortcuts }: FrameFootProps): ReactNode {
  useScreenFocus(main, path, isCovered);
  return <StatusLine app={app} session={session} onFind={onFind} onShortcuts={onShortcuts} />;
}

/** The exported component, with its texts and icons. */
export default withMessagesAndIcons({ shell: shellMore }, FrameFoot);
