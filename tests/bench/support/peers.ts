/** The packages that the benchmarks compare with, in tests/bench/peers with a lock file of their own, installed on first use. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.resolve('tests/bench/peers');

/** Installs the peers if one of them is missing. Returns the folder of their packages. */
export function installPeers(): string {
  const modules = path.join(folder, 'node_modules');
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  if (!Object.keys(dependencies).every(name => existsSync(path.join(modules, name)))) {
    console.log('Installing the packages to compare with (tests/bench/peers) …');
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  }
  return modules;
}

/** Imports the production build of a peer's module: `importPeer('@apollo/client')`. */
export async function importPeer(specifier: string): Promise<Record<string, never>> {
  const { createRequire } = await import('node:module');
  const require = createRequire(pathToFileURL(path.join(installPeers(), 'entry.js')));
  const file = require.resolve(specifier);
  return import(/* webpackIgnore: true */ pathToFileURL(file).href);
}
