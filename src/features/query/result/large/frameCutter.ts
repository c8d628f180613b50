/** Truncates large events in the result worker, one after the other. The worker is terminated when its queue is empty. */
import { type Channel, createChannel, type ResultWorker } from './largeData';
import { startResultWorker } from './startResultWorker';

/** Creates the function for `World.cutFrame`. */
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
