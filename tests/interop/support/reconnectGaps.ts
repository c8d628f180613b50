/** Measures waits at the client: on a busy machine the server notices a close later than the client. */
import type { Transport } from '../../../src/transport/transport';

/** Milliseconds between the end of each connection and the opening of the next, added as they occur. */
export function reconnectGaps({ tap }: Transport): number[] {
  const gaps: number[] = [];
  let closedAt: number | undefined;
  tap.subscribe(({ type, at }) => {
    if (type === 'socketClosed') closedAt = at;
    if (type !== 'socketOpening' || closedAt === undefined) return;
    gaps.push(at - closedAt);
    closedAt = undefined;
  });
  return gaps;
}
