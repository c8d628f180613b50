/**
 * Installs the sample for `oriel` without an address. The sample's database and GraphQL server are optional packages, three times the size
 * of Oriel. If they are missing, npm installs them once into the user's cache folder, beside a copy of this package that can import them.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import path from 'node:path';

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

/** The location of an Oriel with its sample. */
export interface SampleInstallation {
  /** The server's program. */
  program: string;
  /** The folder of the database; undefined for the server's default. */
  dataDir?: string;
}

/**
 * Finds the packages of the sample, or installs them.
 * @param root the folder of this package
 * @param say called with a line of text before anything is downloaded
 * @throws Error if npm fails; npm has printed the reason
 */
export function installSample(root: string, env: NodeJS.ProcessEnv, say: (line: string) => void): SampleInstallation {
  const here = { program: path.join(root, '.build/server/main.mjs') };
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const wanted = { ...manifest.dependencies, ...manifest.peerDependencies };
  if (Object.keys(wanted).every(name => isInstalled(root, name))) return here;

  const folder = path.join(cacheFolder(env), 'oriel');
  const installed = path.join(folder, manifest.version);
  const copy = path.join(installed, 'node_modules', manifest.name);
  if (!existsSync(copy)) {
    say(`The sample needs a database and a GraphQL server, about 30 MB. They are installed once, in ${installed}`);
    // A draft folder per process: concurrent starts do not share one, and an interrupted install leaves nothing that looks complete.
    const draft = path.join(folder, `.${manifest.version}-${process.pid}`);
    mkdirSync(draft, { recursive: true });
    try {
      writeFileSync(path.join(draft, 'package.json'), JSON.stringify({ private: true, dependencies: wanted }));
      const npm = platform() === 'win32' ? 'npm.cmd' : 'npm';
      execFileSync(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: draft,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: platform() === 'win32',
      });
      const target = path.join(draft, 'node_modules', manifest.name);
      for (const part of ['package.json', 'dist', '.build'])
        cpSync(path.join(root, part), path.join(target, part), { recursive: true });
      if (existsSync(installed)) rmSync(draft, { recursive: true });
      else renameSync(draft, installed);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
  }
  return { program: path.join(copy, '.build/server/main.mjs'), dataDir: path.join(folder, 'data') };
}

/** Whether Node would find a package from a folder. */
function isInstalled(from: string, name: string): boolean {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'node_modules', name, 'package.json'))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

/** The user's cache folder. */
function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  if (XDG_CACHE_HOME) return XDG_CACHE_HOME;
  if (platform() === 'darwin') return path.join(homedir(), 'Library/Caches');
  return LOCALAPPDATA ?? path.join(homedir(), '.cache');
}
