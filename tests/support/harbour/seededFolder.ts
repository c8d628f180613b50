/**
 * Data folders for harbours under test. Preparing an embedded database takes seconds, so it is done once for each state of the relevant
 * sources and cached in node_modules/.cache. Tests get copies.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { RUN_TYPESCRIPT } from './runTypescript';

// Tests and commands run in the repository's root.
const root = (): string => process.cwd();
const cache = (): string => join(root(), 'node_modules', '.cache', 'harbour');
/** The current time of harbours under test, fixed so that their rows are the same on every day. */
export const SEEDED_AT = Date.parse('2026-07-01T00:00:00Z');
/** The sources that determine the folder's content. */
const SOURCES = [
  'tests/support/harbour/seededFolder.ts',
  'src/sample/database',
  'src/sample/seed',
  'node_modules/@electric-sql/pglite/package.json',
];

/** Creates a folder with a newly seeded harbour. The caller removes it. */
export async function copySeededFolder(): Promise<string> {
  const template = join(cache(), await stateOfSources());
  if (!existsSync(template)) await makeTemplate(template);
  const copy = await mkdtemp(join(tmpdir(), 'harbour-'));
  await cp(template, copy, { recursive: true });
  return copy;
}

async function makeTemplate(template: string): Promise<void> {
  await mkdir(dirname(template), { recursive: true });
  await removeOutdated(dirname(template));
  const folder = await mkdtemp(`${template}-making-`);
  // In a process of its own: the embedded database does not start in a test with a DOM.
  await promisify(execFile)(process.execPath, [...RUN_TYPESCRIPT, join(__dirname, 'seedFolderMain.ts'), folder]);
  try {
    await rename(folder, template);
  } catch (error) {
    // Another test was faster.
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}

/** Removes folders of earlier states of the sources, except new ones, which another test may be using. */
async function removeOutdated(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > 3_600_000) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function stateOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const add = async (path: string): Promise<void> => {
    if (/\.\w+$/.test(path)) {
      hash.update(path).update(await readFile(join(root(), path)));
      return;
    }
    for (const name of (await readdir(join(root(), path))).sort()) await add(`${path}/${name}`);
  };
  for (const path of SOURCES) await add(path);
  return hash.digest('hex').slice(0, 16);
}
