/** `npm run dev`: rebuilds the browser's files and the server at each change, and restarts the server after each changed build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import configure from '../webpack.config.js';
import { root, stamp } from './build.mjs';

process.chdir(root);
process.env.NODE_ENV ??= 'development';
// From now on, dist/ contains a development build.
rmSync(stamp, { force: true });
const compiler = webpack(configure({}, { mode: 'development' }));
if (compiler === null) throw new Error('webpack returned no compiler');

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let running = '';
// Restarts run one after the other, even if builds follow quickly.
let turn = Promise.resolve();

async function stop() {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function restart() {
  await stop();
  server = spawn(process.execPath, ['--enable-source-maps', path.join(root, '.build/server/main.mjs')], { stdio: 'inherit' });
}

const watching = compiler.watch({ aggregateTimeout: 100 }, (error, stats) => {
  if (error || stats === undefined) {
    process.stderr.write(`${error?.message}\n`);
    return;
  }
  process.stderr.write(`${stats.toString({ preset: 'errors-warnings', timings: true, colors: process.stderr.isTTY })}\n`);
  if (stats.hasErrors()) return;
  // The server reads the page at its start, so a changed page needs a restart too.
  const built = stats.hash ?? '';
  if (built === running) return;
  running = built;
  turn = turn.then(restart);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    watching?.close(() => {});
    await turn;
    await stop();
    process.exit(0);
  });
}
