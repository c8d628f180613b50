/**
 * `npm run faults`: runs all rows of the fault matrix (`npm test` runs only the quick ones) and writes the table to tests/faults/README.md.
 * `npm run faults -- flapping` runs only rows with a matching name and keeps the other rows of the table.
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
