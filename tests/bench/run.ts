/** `npm run bench <name> [arguments]`: runs one benchmark, or all page benchmarks (`page`), or lists the names. */
import { takeLine } from './support/line';

interface Benchmark {
  run(args: string[]): Promise<void>;
}

const benchmarks: Record<string, () => Promise<Benchmark>> = {
  transport: () => import('./transport'),
  page: async () => ({ run: inTurn(['load', 'query', 'docs']) }),
  load: () => import('./load'),
  query: () => import('./query'),
  live: () => import('./live'),
  recognition: () => import('./recognition'),
  docs: () => import('./docs'),
  scroll: () => import('./scroll'),
  interactions: () => import('./interactions'),
};

/** One after the other, each with its defaults: in parallel they would distort the figures. */
function inTurn(names: readonly string[]): Benchmark['run'] {
  return async () => {
    for (const each of names) await (await benchmarks[each]?.())?.run([]);
  };
}

const [name = '', ...args] = takeLine(process.argv.slice(2));
const load = benchmarks[name];
if (load) {
  await (await load()).run(args);
  // Some peers leave timers and sockets open. The empty write ends after all output has reached a slow reader of the pipe.
  process.stdout.write('', () => process.exit());
} else {
  console.error(`npm run bench <name>, where <name> is one of: ${Object.keys(benchmarks).join(', ')}`);
  process.exit(1);
}
