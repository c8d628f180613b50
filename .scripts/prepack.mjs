/**
 * Runs before `npm pack` and `npm publish`: builds, compresses the files and writes the type declarations for servers that embed Oriel. The
 * bundles for Node are minified here, because the package must not exceed 4 MB; that takes too long for every build.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minifySync } from '@swc/core';
import { buildIfChanged, root } from './build.mjs';
import { compressFolder } from './compress.mjs';

/** Three passes take 3 kB less than one. */
const COMPRESS = { passes: 3 };
/** Names of functions and classes are kept where stack traces are logged. Elsewhere they take 50 kB of the package, 2 kB in the sample. */
const LOGGING = /^(embed|server\/main\.)/;
const NAMES_KEPT = { keep_classnames: true, keep_fnames: true };

await buildIfChanged();
await compressFolder(path.join(root, 'dist'));
for (const build of ['render', 'run', 'server', 'embed']) {
  const folder = path.join(root, '.build', build);
  for (const name of readdirSync(folder).filter(file => file.endsWith('.mjs'))) {
    const file = path.join(folder, name);
    const mangle = LOGGING.test(`${build}/${name}`) ? NAMES_KEPT : true;
    writeFileSync(file, minifySync(readFileSync(file, 'utf8'), { module: true, compress: COMPRESS, mangle }).code);
  }
}
const types = path.join(root, '.build/types');
rmSync(types, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.scripts/types.tsconfig.json'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
if (status !== 0 || !existsSync(path.join(types, 'embed/createOriel.d.ts'))) throw new Error('The types were not written.');
