/** Measures waits where they are made: the server hears of a close later than the client, by as much as the machine is busy. */
import type { Transport } from '../../../src/transport/transport';

/** Milliseconds between the end of each connection and the opening of the next; filled as it happens. */
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
