/**
 * What `npm pack` and `npm publish` run first: the build, its compressed files, and the types of what other servers import. The bundle that
 * renders pages is made small here, as it is not read in a package; that takes too long for every build.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minifySync } from '@swc/core';
import { buildIfChanged, root } from './build.mjs';
import { compressFolder } from './compress.mjs';

await buildIfChanged();
await compressFolder(path.join(root, 'dist'));
const render = path.join(root, '.build/render');
for (const name of readdirSync(render).filter(file => file.endsWith('.mjs'))) {
  const file = path.join(render, name);
  writeFileSync(file, minifySync(readFileSync(file, 'utf8'), { module: true, compress: true, mangle: true }).code);
}
const types = path.join(root, '.build/types');
rmSync(types, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.scripts/types.tsconfig.json'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
if (status !== 0 || !existsSync(path.join(types, 'embed/createOriel.d.ts'))) throw new Error('The types were not written.');
