/** The countdown of a server that asks to wait: few ever see it, so its code comes when it is shown. */
import { lazyPart } from '../ui/lazyPart';

/** To be rendered inside a Suspense; nothing where its code cannot be had: "Try again" is there all the same. */
export const AskAgain = lazyPart(
  () => import(/* webpackChunkName: "ask-again" */ './AskAgain'),
  () => null,
);
