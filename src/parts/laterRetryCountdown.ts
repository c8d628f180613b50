/** The countdown for a server that requests a wait. It is rarely shown, so it is loaded on demand. */
import { lazyPart } from '../ui/lazyPart';

/** Must be rendered inside Suspense. Renders nothing if its code cannot be loaded; "Try again" is available anyway. */
export const RetryCountdown = lazyPart(
  () => import(/* webpackChunkName: "retry-countdown" */ './RetryCountdown'),
  () => null,
);
