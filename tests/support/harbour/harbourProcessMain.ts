/** The process of `harbourProcess.ts`: starts the requested harbour, and ends with its parent process. */
import type { StartedMessage, StartMessage } from './harbourProcess';
import { startHarbour } from './startHarbour';

const respond = (message: StartedMessage): void => {
  process.send?.(message);
};

const orphaned = (): void => process.exit(0);
process.once('disconnect', orphaned);

process.once('message', async ({ port, ...options }: StartMessage) => {
  try {
    const harbour = await startHarbour(options, port);
    process.once('SIGTERM', async () => {
      await harbour.close();
      // The process ends by itself, unless something is still running.
      process.removeListener('disconnect', orphaned);
      process.disconnect();
    });
    respond({ port: harbour.port });
  } catch (error) {
    respond({ error: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
});
