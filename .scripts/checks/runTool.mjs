/** Runs a program of .scripts/checks/tools, which is installed at first use; the process ends as the program does. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installFolder } from '../installFolder.mjs';

/** @param {string} file the program's file below node_modules */
export function runTool(file) {
  installFolder('.scripts/checks/tools');
  const program = fileURLToPath(new URL(`tools/node_modules/${file}`, import.meta.url));
  const { status, signal } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (signal) process.kill(process.pid, signal);
  process.exitCode = status ?? 1;
}
