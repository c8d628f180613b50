/**
 * Builds dist/ and .build/server/. `node .scripts/build.mjs` always builds; `--if-changed` only when something that goes into a build is
 * different from the last time. Others import `buildIfChanged`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Holds the hash of what dist/ and .build/server/ were built from; gone while they are no whole production build. */
export const stamp = path.join(root, '.build/stamp');
const ingredients = ['src', 'static', '.swcrc', 'package-lock.json', 'tsconfig.json', 'webpack.config.js'];

/** Every file under the given path, in a fixed order; the path itself where it is a file, nothing where it is missing. */
function* filesUnder(name) {
  if (!existsSync(path.join(root, name))) return;
  let entries;
  try {
    entries = readdirSync(path.join(root, name), { withFileTypes: true });
  } catch {
    yield name;
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const inner = `${name}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(inner);
    else yield inner;
  }
}

/** A hash of everything a production build depends on. */
function sourceHash() {
  const hash = createHash('sha256').update(`${process.version}\0${process.env.ORIEL_CONNECT_SRC ?? ''}\0`);
  for (const file of ingredients.flatMap(name => [...filesUnder(name)])) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Runs webpack over the given configurations and prints its errors and warnings.
 * @param {import('webpack').Configuration[]} configurations
 * @returns {Promise<void>} rejects with a short message when there was an error
 */
export async function runWebpack(configurations) {
  const { default: webpack } = await import('webpack');
  const compiler = webpack(configurations);
  if (compiler === null) throw new Error('webpack made no compiler');
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise(resolve => compiler.close(resolve));
  if (stats.hasErrors() || stats.hasWarnings()) {
    process.stderr.write(`${stats.toString({ preset: 'errors-warnings', colors: process.stderr.isTTY })}\n`);
  }
  if (stats.hasErrors()) throw new Error('The build failed; the errors stand above.');
}

/** Builds for production and notes what it was built from. */
export async function build() {
  const begun = performance.now();
  const built = sourceHash();
  // Without a stamp a build that is cut short is done again.
  rmSync(stamp, { force: true });
  const { default: configure } = await import('../webpack.config.js');
  await runWebpack(configure({}, { mode: 'production' }));
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, built);
  process.stderr.write(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`);
}

/** Builds unless dist/ and .build/server/ were made from the sources as they are now. */
export async function buildIfChanged() {
  const whole = [stamp, path.join(root, 'dist/index.html'), path.join(root, '.build/server/main.mjs')].every(file =>
    existsSync(file),
  );
  if (whole && readFileSync(stamp, 'utf8') === sourceHash()) return;
  process.stderr.write('Building Oriel; this is done again only after a change …\n');
  await build();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await (process.argv.includes('--if-changed') ? buildIfChanged() : build()).catch(error => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
