/**
 * Lets plain Node run the TypeScript of this repository: `node --import ./typescriptHooks.mjs file.ts`. The servers of the interop suite
 * and the probes that must end by themselves run in processes of their own, outside jest, where nothing is transformed and ESM is ESM.
 * Types are stripped by swc, not checked; extensionless relative imports are tried as `.ts` and `.tsx`.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';

if (isMainThread) register(import.meta.url);

/** Module hook: finds the source file behind an extensionless relative import. */
export async function resolve(specifier, context, next) {
  if (/^\.{1,2}\//.test(specifier) && context.parentURL) {
    for (const extension of ['.ts', '.tsx']) {
      const url = new URL(specifier + extension, context.parentURL);
      if (existsSync(fileURLToPath(url))) return { url: url.href, shortCircuit: true };
    }
  }
  return next(specifier, context);
}

/** Module hook: TypeScript becomes an ES module. */
export async function load(url, context, next) {
  if (!/\.tsx?$/.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: url.endsWith('x') } },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
