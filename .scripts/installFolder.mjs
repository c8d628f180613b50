/**
 * Installs packages that only the checks or some test suites need. They are in folders with their own lock files, so that `npm ci` stays
 * small. They are installed at first use, and again after a change of the lock file: `node .scripts/installFolder.mjs
 * tests/support/servers`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** `legacy-peer-deps`: peer dependencies are resolved from the packages at the repository's root. */
const COMMAND = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--legacy-peer-deps', '--loglevel=error'];

/**
 * Installs the packages of a folder if they are missing or outdated.
 * @param {string} name path of the folder from the repository's root; it has a package.json and a package-lock.json
 * @throws if npm fails
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
  // Installed in a temporary folder first, so that an incomplete installation is never used and two processes can install at the same time.
  const making = path.join(root, `.build/install-${process.pid}`);
  mkdirSync(making, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(folder, file), path.join(making, file));
    // npm must not write to standard output, which belongs to the program started after this.
    const { status, error } = spawnSync('npm', COMMAND, { cwd: making, stdio: ['ignore', 2, 2] });
    if (error || status !== 0) throw new Error(`npm could not install the packages of ${name}`, { cause: error });
    // A process must load only one copy of graphql: the one at the root.
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
