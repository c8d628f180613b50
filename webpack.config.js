/**
 * How Oriel is built: one configuration for the browser (src/entry/client.tsx to dist/, which any static host can serve), one for the server
 * (src/server/main.ts to .build/server/, its packages left in node_modules) and one for what renders pages there (src/entry/server.tsx to
 * .build/render/). `.scripts/build.mjs` runs them. Plugins of our own are in `.scripts/webpack/`, each with its reason.
 */
const path = require('node:path');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { BannerPlugin, ContextReplacementPlugin } = require('webpack');
const cssMinify = require('webpack/lib/css/cssMinify');
const { cacheGroups } = require('./.scripts/webpack/cacheGroups.cjs');
const { PagePlugin } = require('./.scripts/webpack/PagePlugin.cjs');
const { ReadOncePlugin } = require('./.scripts/webpack/ReadOncePlugin.cjs');

const root = __dirname;

/** The texts of the languages. They are compiled by the build, so that the page needs no parser for them. */
const MESSAGES = /[\\/]src[\\/]i18n[\\/](english|catalogues)[\\/].+\.ts$/;

const common = {
  context: root,
  devtool: 'source-map',
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  module: {
    rules: [
      { test: /\.tsx?$/, exclude: [/node_modules/, MESSAGES], loader: 'swc-loader' },
      { test: MESSAGES, loader: path.join(root, 'src/i18n/messageLoader.cjs') },
    ],
  },
  performance: false,
  stats: 'errors-warnings',
};

const minimizer = (test, minify, minimizerOptions) =>
  new MinimizerPlugin({ test, minify, minimizerOptions, extractComments: false });

/** The browser's build. */
function browser(mode) {
  return {
    ...common,
    name: 'browser',
    mode,
    target: ['web', 'es2022'],
    entry: { client: './src/entry/client.tsx' },
    output: {
      path: path.join(root, 'dist'),
      // The folder may be anywhere: the loader of chunks finds it by the address of the first script.
      publicPath: 'auto',
      filename: 'assets/[name].[contenthash].js',
      // By number: the first script holds all of them. `chunks.json` and the maps say which is which.
      chunkFilename: 'assets/[id].[contenthash].js',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
      hashDigestLength: 8,
      crossOriginLoading: false,
      trustedTypes: { policyName: 'oriel-chunks' },
      uniqueName: 'oriel',
      clean: true,
    },
    module: {
      rules: [
        ...common.module.rules,
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        // The one file of React Aria that the page's policy forbids.
        {
          test: /[\\/]react-aria[\\/]dist[\\/]private[\\/]live-announcer[\\/]LiveAnnouncer\.[cm]?js$/,
          loader: path.join(root, 'src/ui/form/announcerLoader.cjs'),
        },
        // Only two constants of this package are used.
        {
          test: /[\\/]vscode-languageserver-types[\\/]lib[\\/]esm[\\/]main\.js$/,
          loader: path.join(root, 'src/features/query/editor/serverTypesLoader.cjs'),
        },
        // Unused exports can be left out; its package.json does not say so.
        { test: /[\\/]node_modules[\\/]graphql-language-service[\\/]/, sideEffects: false },
      ],
    },
    optimization: {
      splitChunks: { cacheGroups },
      // The shortest names and numbers: the first script is full of them, and random ones do not compress.
      mangleExports: 'size',
      moduleIds: 'size',
      chunkIds: 'size',
      minimizer: [
        // Functions inlined at their only call compress worse than those that are called.
        minimizer(/\.js$/, MinimizerPlugin.swcMinify, { compress: { passes: 2, reduce_funcs: false }, mangle: true }),
        minimizer(/\.css$/, cssMinify, {}),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash].css', chunkFilename: 'assets/[id].[contenthash].css' }),
      new PagePlugin(),
      new ContextReplacementPlugin(/catalogues/, /^\.\/[^.]+$/), // each language once: webpack would list every way to name a file
      ...(mode === 'production' ? [new ReadOncePlugin()] : []),
    ],
  };
}

/** A build for Node: ES modules, so that packages of both kinds can be imported; they stay where npm put them. */
function node(name, mode, entry) {
  return {
    ...common,
    name,
    mode,
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
  return nodeModule('embed', mode, Object.fromEntries(names.map(name => [name, `./src/embed/${name}.ts`])));
}

/** Packages that only a browser uses: rendered pages import some of them, and call nothing but what makes constants. */
const BROWSER_ONLY = /^(?:@codemirror\/|@lezer\/|cm6-graphql$|graphql-language-service$|oauth4webapi$|papaparse$|uplot$|yaml$)/;
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

module.exports = (_env, { mode = 'production' } = {}) => [browser(mode), server(mode), embed(mode), render(mode), run(mode)];
module.exports.node = node;
