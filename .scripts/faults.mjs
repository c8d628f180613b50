/**
 * `npm run faults`: every row of the fault matrix, not only the quick half that `npm test` runs; writes the table into tests/faults/README.md.
 * `npm run faults -- flapping` runs the rows whose names match and leaves the others of the table as they are.
 */
import { spawnSync } from 'node:child_process';
import { root } from './build.mjs';

const wanted = process.argv.slice(2).join(' ');
const filter = wanted ? ['--testNamePattern', wanted] : [];
const { status } = spawnSync('npm', ['run', 'test:browser', '--', 'tests/browser/faults.test.ts', ...filter], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FAULTS: 'all' },
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
