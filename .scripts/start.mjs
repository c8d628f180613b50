/**
 * `npm start`: builds when the sources changed, then becomes the server. The build runs in a process of its own, so that webpack's memory
 * does not stay.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('build.mjs', import.meta.url)), '--if-changed'], {
  stdio: 'inherit',
});
if (status === 0) {
  process.env.NODE_ENV ??= 'production';
  await import(new URL('../.build/server/main.mjs', import.meta.url).href);
} else {
  process.exitCode = status ?? 1;
}
