/**
 * `npm start`: builds when the sources changed, then becomes the server. Compressed files of the page are made while it runs already: until
 * they are there it sends the plain ones.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildIfChanged } from './build.mjs';

try {
  await buildIfChanged();
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
process.env.NODE_ENV ??= 'production';
await import(new URL('../.build/server/main.mjs', import.meta.url).href);
const compressing = spawn(process.execPath, [fileURLToPath(new URL('compress.mjs', import.meta.url))], { stdio: 'ignore' });
compressing.unref();
process.once('exit', () => compressing.kill());
