/**
 * `npm run bench <name> …`: compiles tests/bench/run.ts and runs it with the given arguments, as it would run in production, over a build of
 * what is there.
 */
import path from 'node:path';
import { buildIfChanged, root, runWebpack } from './build.mjs';
import { compressFolder } from './compress.mjs';
import bench from './webpack/bench.cjs';

process.env.NODE_ENV = 'production';
process.chdir(root);
// What is recognised in schemas needs no page.
if (process.argv[2] !== 'recognition') {
  await buildIfChanged();
  await compressFolder(path.join(root, 'dist'));
}
await runWebpack([bench]);
await import(new URL('../.build/bench/run.mjs', import.meta.url).href);
