/**
 * Finds the Chromium for the browser tests: CHROMIUM_PATH, then the usual names on PATH, then the one installed by playwright-core. If
 * there is none, it installs one, through playwright-core or, as root, through apt-get; throws if that fails. A headless build comes first:
 * the tests take a quarter less CPU time in it.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './build.mjs';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the path of a Chromium on this machine, or undefined.
 * @throws if CHROMIUM_PATH is set to something that is not a program
 */
function find() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!isProgram(configured)) throw new Error(`CHROMIUM_PATH is not the path of a program: ${configured}`);
    return configured;
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return [...folders.flatMap(folder => names.map(name => path.join(folder, name))), chromium.executablePath()].find(isProgram);
}

/**
 * @param {string} command
 * @param {string[]} parameters
 */
function run(command, parameters) {
  process.stderr.write(`> ${[command, ...parameters].join(' ')}\n`);
  return spawnSync(command, parameters, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
}

/**
 * Returns true if the program starts. Libraries for a Chromium downloaded by Playwright may be missing.
 * @param {string} file
 */
const starts = file => spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;

/**
 * @returns {string} the path of a Chromium that starts
 * @throws if there is none and none can be installed
 */
export function ensureChromium() {
  const present = find();
  if (present && starts(present)) return present;
  process.stderr.write('No Chromium was found for the browser tests; installing one …\n');
  if (run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])) {
    const installed = chromium.executablePath();
    if (isProgram(installed) && starts(installed)) return installed;
  }
  if (process.getuid?.() === 0 && run('apt-get', ['update'])) {
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const installed = run('apt-get', ['install', '-y', '--no-install-recommends', name]) ? find() : undefined;
      if (installed && starts(installed)) return installed;
    }
  }
  throw new Error(
    'The browser tests need a Chromium. Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to its path.',
  );
}
