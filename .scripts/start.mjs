/**
 * `npm start`: builds if the sources have changed, then runs the server in this process. Parts that the first page does not need (the
 * bundle for server rendering, compressed files) are built while the server is running. Until then the browser renders, and files are sent
 * uncompressed.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildFirstIfChanged } from './build.mjs';

/** @param {Error} error */
const say = error => process.stderr.write(`${error.message}\n`);

const { rendering, buildRest } = await buildFirstIfChanged().catch(error => {
  say(error);
  process.exit(1);
});
process.env.NODE_ENV ??= 'production';
const { startRendering } = await import(new URL('../.build/server/main.mjs', import.meta.url).href);
await rendering.then(startRendering).then(buildRest).catch(say);
const compressing = spawn(process.execPath, [fileURLToPath(new URL('compress.mjs', import.meta.url))], { stdio: 'ignore' });
compressing.unref();
process.once('exit', () => compressing.kill());
