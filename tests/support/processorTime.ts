/** Measures processor time. The elapsed time depends on how busy the machine is. */

/** The processor time that this process needs until `run` has ended, in ms. */
export async function processorTime(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
