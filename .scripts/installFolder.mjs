/**
 * Packages that only the checks or some suites need are in folders with lock files of their own, so that `npm ci` stays small. They are
 * installed at first use, and again when the lock file has changed: `node .scripts/installFolder.mjs tests/support/servers`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** `legacy-peer-deps` leaves peers to the packages of the repository's root. */
const COMMAND = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--legacy-peer-deps', '--loglevel=error'];

/**
 * Installs the packages of a folder where they are missing or old.
 * @param {string} name the folder, from the root of the repository; it has a package.json and a package-lock.json
 * @throws when npm fails
 */
export function installFolder(name) {
  const folder = path.join(root, name);
  const lock = readFileSync(path.join(folder, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const modules = path.join(folder, 'node_modules');
  const isInstalled = () => {
    const stamp = path.join(modules, '.oriel-lock');
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  };
  if (isInstalled()) return;
  process.stderr.write(`Installing the packages of ${name} …\n`);
  // Elsewhere first: a half-made folder is never used, and two processes that install at once do not disturb each other.
  const making = path.join(root, `.build/install-${process.pid}`);
  mkdirSync(making, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(folder, file), path.join(making, file));
    // Standard output belongs to the program that is started after this.
    const { status, error } = spawnSync('npm', COMMAND, { cwd: making, stdio: ['ignore', 2, 2] });
    if (error || status !== 0) throw new Error(`npm could not install the packages of ${name}`, { cause: error });
    // There must be one graphql in a process: that of the root.
    rmSync(path.join(making, 'node_modules/graphql'), { recursive: true, force: true });
    writeFileSync(path.join(making, 'node_modules/.oriel-lock'), wanted);
    if (isInstalled()) return;
    rmSync(modules, { recursive: true, force: true });
    renameSync(path.join(making, 'node_modules'), modules);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const name of process.argv.slice(2)) installFolder(name);
