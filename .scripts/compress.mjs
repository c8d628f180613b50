/**
 * Writes a .br and a .gz file beside each text file of a folder, for servers that send precompressed files (Oriel's own, nginx with
 * gzip_static, Caddy). Existing ones are kept, so it can run again at any time. Each file is renamed into place when it is complete.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * config.json and presentation.json are left out because they can be edited, and a stale compressed copy would hide the edit. Source maps
 * are left out because they are rarely loaded.
 */
const COMPRESSIBLE = /(?<!^config|^presentation)\.(?:js|css|html|svg|json|txt)$/;
const FORMS = [
  {
    ending: '.br',
    /** @param {Buffer} content */
    compress: content => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  },
  {
    ending: '.gz',
    /** @param {Buffer} content */
    compress: content => promisify(gzip)(content, { level: 9, memLevel: 9 }),
  },
];

/** @param {string} folder */
export async function compressFolder(folder) {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter(name => COMPRESSIBLE.test(name)).map(name => path.join(folder, name));
  const tasks = files
    .flatMap(file => FORMS.map(form => ({ file, ...form })))
    .filter(task => !existsSync(task.file + task.ending));
  const work = async () => {
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      const target = task.file + task.ending;
      await writeFile(`${target}.part`, await task.compress(await readFile(task.file)));
      await rename(`${target}.part`, target);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Low priority, because everything else is more urgent.
  os.setPriority(10);
  await compressFolder(fileURLToPath(new URL('../dist', import.meta.url)));
}
