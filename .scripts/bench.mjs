/**
 * `npm run bench <name> …`: compiles tests/bench/run.ts and runs it with the given arguments, in production mode, on an up-to-date build.
 */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildIfChanged, root, runWebpack } from './build.mjs';
import { compressFolder } from './compress.mjs';
import { installFolder } from './installFolder.mjs';
import bench from './webpack/bench.cjs';

process.env.NODE_ENV = 'production';
process.chdir(root);
// The benchmark of schema recognition needs no page.
if (process.argv[2] !== 'recognition') {
  await buildIfChanged();
  await compressFolder(path.join(root, 'dist'));
}
// The link lets the compiled benchmarks find the servers' packages; all other packages are found at the root.
installFolder('tests/support/servers');
mkdirSync(path.join(root, '.build/bench'), { recursive: true });
const link = path.join(root, '.build/bench/node_modules');
rmSync(link, { force: true });
await runWebpack([bench]);
symlinkSync(path.join(root, 'tests/support/servers/node_modules'), link);
await import(new URL('../.build/bench/run.mjs', import.meta.url).href);
