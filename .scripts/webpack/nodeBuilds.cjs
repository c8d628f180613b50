/** The builds that run in Node. */
const path = require('node:path');
const { BannerPlugin } = require('webpack');
const { common, root, sourceMaps } = require('./common.cjs');

/** A build for Node: ES modules, so that packages of both kinds can be imported; they stay where npm put them. */
function node(name, mode, entry) {
  return {
    ...common,
    name,
    mode,
    devtool: sourceMaps(mode),
    target: 'node20',
    entry,
    output: {
      path: path.join(root, '.build', name),
      filename: '[name].mjs',
      chunkFilename: '[name].[contenthash].mjs',
      module: true,
      chunkFormat: 'module',
      clean: true,
    },
    experiments: { outputModule: true },
    externalsType: 'module-import',
    externals: [({ request }, done) => (/^[./]/.test(request) ? done() : done(null, request))],
    // `import.meta.url` stays that of the bundle, which finds dist/ by it.
    module: { parser: { javascript: { importMeta: false, url: false } }, ...common.module },
    optimization: { minimize: false },
  };
}

/** The same, with the exports of its entries. */
function nodeModule(name, mode, entry) {
  const base = node(name, mode, entry);
  return { ...base, output: { ...base.output, library: { type: 'module' } } };
}

const server = mode => ({
  ...nodeModule('server', mode, { main: './src/server/main.ts', cli: './src/server/cli.ts' }),
  plugins: [new BannerPlugin({ banner: '#!/usr/bin/env node', raw: true, include: /^cli/ })],
});

/** What other servers import (package.json, `exports`), one file for each way to embed Oriel. */
function embed(mode) {
  const names = ['createOriel', 'orielHandler', 'orielFastify', 'orielYoga', 'orielLandingPage'];
  const base = nodeModule('embed', mode, Object.fromEntries(names.map(name => [name, `./src/embed/${name}.ts`])));
  // The adapters import the file beside them, so that it is not in each of them.
  const core = ({ request }, done) => (request === './createOriel' ? done(null, './createOriel.mjs') : done());
  return { ...base, externals: [core, ...base.externals] };
}

/** Packages that only a browser uses: rendered pages import some of them, and call nothing but what makes constants. */
const BROWSER_ONLY =
  /^(?:@codemirror\/|@lezer\/|@replit\/|cm6-graphql$|diff$|fflate$|graphql-language-service$|graphql-ws\/|oauth4webapi$|papaparse$|re2js$|uplot$|yaml$)/;
/** What stands for them: whatever is read from it, called or extended is the same again, but it is no promise. */
const NOTHING = `(() => {
  const nothing = new Proxy(function () {}, {
    get: (_target, name) => (name === 'then' || name === Symbol.toPrimitive ? undefined : nothing),
    apply: () => nothing,
    construct: () => nothing,
  });
  return nothing;
})()`;

/** What renders pages on the server: the client's own parts, with all packages in one set of files, so that there is one React. */
function render(mode) {
  const base = nodeModule('render', mode, { render: './src/entry/server.tsx' });
  // The styles are those of the browser's build.
  const styles = { test: /\.css$/, type: 'asset/source', generator: { emit: false } };
  return {
    ...base,
    externals: [({ request }, done) => (BROWSER_ONLY.test(request) ? done(null, NOTHING, 'var') : done())],
    module: { ...base.module, rules: [...base.module.rules, styles] },
  };
}

/** `oriel run`, with its packages: they are not among those that the package brings along. */
function run(mode) {
  const base = node('run', mode, { run: './src/run/main.ts' });
  return { ...base, externals: [({ request }, done) => (request === 'undici' ? done(null, request) : done())] };
}

module.exports = { embed, node, render, run, server };
