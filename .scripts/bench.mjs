/**
 * `npm run bench <name> …`: compiles tests/bench/run.ts and runs it with the given arguments, as it would run in production, over a build of
 * what is there.
 */
import { buildIfChanged, root, runWebpack } from './build.mjs';

process.env.NODE_ENV = 'production';
process.chdir(root);
await buildIfChanged();
const { default: configure } = await import('../webpack.config.js');
await runWebpack([configure.bench()]);
await import(new URL('../.build/bench/run.mjs', import.meta.url).href);
