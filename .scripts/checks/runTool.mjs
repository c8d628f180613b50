/** Runs a program of .scripts/checks/tools, which is installed at first use. Exits with the exit code of the program. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installFolder } from '../installFolder.mjs';

/** @param {string} file path of the program in node_modules */
export function runTool(file) {
  installFolder('.scripts/checks/tools');
  const program = fileURLToPath(new URL(`tools/node_modules/${file}`, import.meta.url));
  const { status, signal } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (signal) process.kill(process.pid, signal);
  process.exitCode = status ?? 1;
}
