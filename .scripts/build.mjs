/**
 * Builds dist/, .build/server/ and .build/render/. `node .scripts/build.mjs` always builds; `--if-changed` only when something that goes into
 * a build is different from the last time. `--only browser` (or `server`, `render`) runs one part of webpack's configuration in this process.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Holds the hash of what the present build was made from; missing while there is no whole production build. */
export const stamp = path.join(root, '.build/stamp');
const ingredients = ['src', 'static', '.scripts/webpack', '.swcrc', 'package-lock.json', 'webpack.config.js'];

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

/** Builds parts of webpack's configuration, by name, one after the other. @param {string[]} names */
async function buildParts(names) {
  const { default: configure } = await import('../webpack.config.js');
  await runWebpack(configure({}, { mode: 'production' }).filter(({ name }) => names.includes(name)));
}

/** Builds parts in a process of their own, so that they run beside others and leave no memory behind. @param {string[]} names */
async function buildBeside(names) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--only', ...names], { stdio: ['ignore', 2, 2] });
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code] = await once(child, 'exit');
  process.off('exit', kill);
  if (code !== 0) throw new Error(`The build of ${names.join(' and ')} failed.`);
}

/**
 * Begins a build for production, without compressed files.
 * @returns notes what it was built from, at its end
 */
function begin() {
  const begun = performance.now();
  const built = sourceHash();
  // Without a stamp a build that is cut short is done again.
  rmSync(stamp, { force: true });
  return () => {
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, built);
    process.stderr.write(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`);
  };
}

/** Builds all of it. The page takes as long as the others together. */
async function build() {
  const end = begin();
  await Promise.all([buildBeside(['browser']), buildBeside(['server', 'embed', 'render', 'run'])]);
  end();
}

/** Whether dist/ and .build/ were made from the sources as they are now. Compressed files may be missing. */
function isBuilt() {
  const files = ['dist/index.html', '.build/server/main.mjs', '.build/render/render.mjs', '.build/run/run.mjs'].map(file =>
    path.join(root, file),
  );
  if ([stamp, ...files].every(file => existsSync(file)) && readFileSync(stamp, 'utf8') === sourceHash()) return true;
  process.stderr.write('Building Oriel; this is done again only after a change …\n');
  return false;
}

/** Builds unless there is a build of the sources as they are now. */
export async function buildIfChanged() {
  if (!isBuilt()) await build();
}

/**
 * The same, but only what a first page needs.
 * @returns `rendering`: kept once the bundle that renders pages is there; `buildRest` builds what is left then
 */
export async function buildFirstIfChanged() {
  if (isBuilt()) return { rendering: Promise.resolve(), buildRest: async () => {} };
  const end = begin();
  // The server waits for it where it is missing.
  rmSync(path.join(root, '.build/render'), { recursive: true, force: true });
  const server = buildBeside(['server']);
  // The page takes as long as both.
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
