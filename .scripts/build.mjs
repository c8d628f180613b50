/**
 * Builds dist/, .build/server/ and .build/render/. `node .scripts/build.mjs` always builds; `--if-changed` builds only if an input has
 * changed since the last build. `--only browser` (or `server`, `render`) runs one part of the webpack configuration in this process.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** File with the hash of the last build's inputs; missing while there is no complete production build. */
export const stamp = path.join(root, '.build/stamp');
const ingredients = ['src', 'static', '.scripts/webpack', '.swcrc', 'package-lock.json', 'webpack.config.js'];

/** Yields all files below a path in a fixed order: the path itself if it is a file, nothing if it does not exist. */
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

/** Returns a hash of all inputs of a production build. */
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
 * Runs webpack on the given configurations and prints errors and warnings.
 * @param {import('webpack').Configuration[]} configurations
 * @returns {Promise<void>} rejects with a short message if there are errors
 */
export async function runWebpack(configurations) {
  const { default: webpack } = await import('webpack');
  const compiler = webpack(configurations);
  if (compiler === null) throw new Error('webpack returned no compiler');
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise(resolve => compiler.close(resolve));
  if (stats.hasErrors() || stats.hasWarnings()) {
    process.stderr.write(`${stats.toString({ preset: 'errors-warnings', colors: process.stderr.isTTY })}\n`);
  }
  if (stats.hasErrors()) throw new Error('The build failed. See the errors above.');
}

/**
 * Builds parts of the webpack configuration by name.
 * @param {string[]} names
 */
async function buildParts(names) {
  const { default: configure } = await import('../webpack.config.js');
  await runWebpack(configure({}, { mode: 'production' }).filter(({ name }) => names.includes(name)));
}

/**
 * Builds parts in a child process, in parallel with others and without keeping their memory.
 * @param {string[]} names
 */
async function buildBeside(names) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--only', ...names], { stdio: ['ignore', 2, 2] });
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code] = await once(child, 'exit');
  process.off('exit', kill);
  if (code !== 0) throw new Error(`The build of ${names.join(' and ')} failed.`);
}

/**
 * Starts a production build, without compressed files.
 * @returns a function to call at the end, which stores the hash of the build's inputs
 */
function begin() {
  const begun = performance.now();
  const built = sourceHash();
  // Without the stamp, an interrupted build is repeated.
  rmSync(stamp, { force: true });
  return () => {
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, built);
    process.stderr.write(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`);
  };
}

/** Builds all parts. The browser build takes as long as all others together, so these two run in parallel. */
async function build() {
  const end = begin();
  await Promise.all([buildBeside(['browser']), buildBeside(['server', 'embed', 'render', 'run'])]);
  end();
}

/** Returns true if dist/ and .build/ are up to date. Compressed files may be missing. */
function isBuilt() {
  const files = ['dist/index.html', '.build/server/main.mjs', '.build/render/render.mjs', '.build/run/run.mjs'].map(file =>
    path.join(root, file),
  );
  if ([stamp, ...files].every(file => existsSync(file)) && readFileSync(stamp, 'utf8') === sourceHash()) return true;
  process.stderr.write('Building Oriel. This is repeated only after a change …\n');
  return false;
}

/** Builds unless the current build is up to date. */
export async function buildIfChanged() {
  if (!isBuilt()) await build();
}

/**
 * Like `buildIfChanged`, but resolves once the parts for a first page are built.
 * @returns `rendering`: resolves once the bundle for server rendering is built; `buildRest` builds the remaining parts
 */
export async function buildFirstIfChanged() {
  if (isBuilt()) return { rendering: Promise.resolve(), buildRest: async () => {} };
  const end = begin();
  // If this bundle is missing, the server waits for it; an outdated one must not be used.
  rmSync(path.join(root, '.build/render'), { recursive: true, force: true });
  const server = buildBeside(['server']);
  // Not in parallel with the server build, because the browser build takes as long as both.
  const rendering = server.then(() => buildBeside(['render']));
  rendering.catch(() => {});
  await Promise.all([buildBeside(['browser']), server]);
  return {
    rendering,
    buildRest: async () => {
      await buildBeside(['embed', 'run']);
      end();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, ...names] = process.argv.slice(2);
  const work = async () => {
    if (option === '--only') return buildParts(names);
    await (option === '--if-changed' ? buildIfChanged() : build());
    const { compressFolder } = await import('./compress.mjs');
    await compressFolder(path.join(root, 'dist'));
  };
  await work().catch(error => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
