/** The builds for Node. */
const path = require('node:path');
const { BannerPlugin } = require('webpack');
const { common, root, sourceMaps } = require('./common.cjs');

/** A build for Node. ES modules, because they can import packages of both formats; packages are not bundled. */
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
    // `import.meta.url` remains that of the bundle, which uses it to find dist/.
    module: { parser: { javascript: { importMeta: false, url: false } }, ...common.module },
    optimization: { minimize: false },
  };
}

/** Like `node`, but keeps the exports of its entries. */
function nodeModule(name, mode, entry) {
  const base = node(name, mode, entry);
  return { ...base, output: { ...base.output, library: { type: 'module' } } };
}

const server = mode => ({
  ...nodeModule('server', mode, { main: './src/server/main.ts', cli: './src/server/cli.ts' }),
  plugins: [new BannerPlugin({ banner: '#!/usr/bin/env node', raw: true, include: /^cli/ })],
});

/** The modules for other servers (package.json, `exports`), one file for each way to embed Oriel. */
function embed(mode) {
  const names = ['createOriel', 'orielHandler', 'orielFastify', 'orielYoga', 'orielLandingPage'];
  const base = nodeModule('embed', mode, Object.fromEntries(names.map(name => [name, `./src/embed/${name}.ts`])));
  // The adapters import createOriel.mjs beside them, instead of each containing a copy.
  const core = ({ request }, done) => (request === './createOriel' ? done(null, './createOriel.mjs') : done());
  return { ...base, externals: [core, ...base.externals] };
}

/** Packages used only in the browser. The renderer imports some of them indirectly, but calls them only to initialise constants. */
const BROWSER_PACKAGES =
  /^(?:@codemirror\/|@lezer\/|@noble\/|@replit\/|cm6-graphql$|diff$|fflate$|graphql$|graphql-language-service$|graphql-ws\/|js-yaml$|oauth4webapi$|papaparse$|re2js$|uplot$|world-atlas\/)/;
/** Modules of Oriel that are loaded in an effect, after a click, a key or the first subscription. */
const LOADED_LATER = new RegExp(
  `/(?:${[
    'AssertionList|ColumnChooser|ColumnMenu|CompareResults|CompareRows|CustomiseDialog|ExportDialog|FilterEditor|FindDialog',
    'HistoryDrawer|ImportDialog|LargeTree|MenuPopover|OptionsDialog|RecordCreator|RecordEditor|ResultPlot|RowActionDialog',
    'ShortcutsDialog|SignInDialog|TableEditing|VariablesForm|ViewDialog|appsyncClient|autoClient|copiedText|documentCompletion',
    'documentTools|exampleConnection|exampleFetch|exportViews|fetchAccount|fragmentArguments|graphqlSupport|keptResults|lazySchema',
    'legacySocket|optionedRequest|readCollectionFiles|readPasted|resultDocs|singleStreamClient|streamClient|websocketClient',
  ].join('|')})$`,
);
/** Replacement for both: a proxy whose properties, calls and instances are the proxy itself. It is not thenable. */
const NOTHING = `(() => {
  const nothing = new Proxy(function () {}, {
    get: (_target, name) => (name === 'then' || name === Symbol.toPrimitive ? undefined : nothing),
    apply: () => nothing,
    construct: () => nothing,
  });
  return nothing;
})()`;

/** The renderer: the client's own code, bundled with all packages, so that there is only one copy of React. */
function render(mode) {
  const base = nodeModule('render', mode, { render: './src/entry/server.tsx' });
  // The styles come from the browser build.
  const styles = { test: /\.css$/, type: 'asset/source', generator: { emit: false } };
  return {
    ...base,
    externals: [
      ({ request }, done) => (BROWSER_PACKAGES.test(request) || LOADED_LATER.test(request) ? done(null, NOTHING, 'var') : done()),
    ],
    module: { ...base.module, rules: [...base.module.rules, styles] },
  };
}

/** `oriel run`, bundled with its packages, because they are not dependencies of the published package. */
function run(mode) {
  const base = node('run', mode, { run: './src/run/main.ts' });
  const external = ({ request }, done) => {
    if (request === 'undici') done(null, request);
    // Node always has `crypto.subtle`.
    else if (request.startsWith('@noble/')) done(null, NOTHING, 'var');
    else done();
  };
  return { ...base, externals: [external] };
}

module.exports = { embed, node, render, run, server };
