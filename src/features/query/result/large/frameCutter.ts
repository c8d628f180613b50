/** Cuts large events short in the worker for large answers, one after the other. The worker ends when none is left. */
import { type Channel, createChannel, type ResultWorker } from './largeData';
import { startResultWorker } from './startResultWorker';

/** Makes what `World.cutFrame` is. */
export function createFrameCutter(
  start: (() => ResultWorker) | undefined = startResultWorker,
): (frame: string) => Promise<string> {
  let channel: Channel | undefined;
  let waiting = 0;
  return async frame => {
    if (!start) throw new Error('There are no workers here');
    waiting++;
    channel ??= createChannel(start());
    try {
      return await channel.cutFrame(frame);
    } finally {
      waiting--;
      if (waiting === 0) {
        channel.close();
        channel = undefined;
      }
    }
  };
}
