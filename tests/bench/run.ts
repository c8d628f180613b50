/** `npm run bench <name> [arguments]`: runs one benchmark, or names them all. */

const benchmarks: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  transport: () => import('./transport'),
  page: () => import('./page'),
  query: () => import('./query'),
  live: () => import('./live'),
  recognition: () => import('./recognition'),
  docs: () => import('./docs'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = benchmarks[name];
if (load) {
  await (await load()).run(args);
  // Some peers leave timers and sockets behind.
  process.exit();
} else {
  console.error(`npm run bench <name>, where <name> is one of: ${Object.keys(benchmarks).join(', ')}`);
  process.exit(1);
}

export {};
