/** `npm run bench <name> …`: compiles tests/bench/run.ts and runs it with the given arguments, as it would run in production. */
import { root, runWebpack } from './build.mjs';

process.env.NODE_ENV = 'production';
process.chdir(root);
const { default: configure } = await import('../webpack.config.js');
await runWebpack([configure.bench()]);
await import(new URL('../.build/bench/run.mjs', import.meta.url).href);
