/** What `npm pack` and `npm publish` run first: the build, its compressed files, and the types of what other servers import. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfChanged, root } from './build.mjs';
import { compressFolder } from './compress.mjs';

await buildIfChanged();
await compressFolder(path.join(root, 'dist'));
const types = path.join(root, '.build/types');
rmSync(types, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.scripts/types.tsconfig.json'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
if (status !== 0 || !existsSync(path.join(types, 'embed/createOriel.d.ts'))) throw new Error('The types were not written.');
