/** `npm run faults`: every row of the fault matrix, not only the quick half that `npm test` runs; writes the table into tests/faults/README.md. */
import { spawnSync } from 'node:child_process';
import { root } from './build.mjs';

const { status } = spawnSync('npm', ['run', 'test:browser', '--', 'tests/browser/faults.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FAULTS: 'all' },
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
