/**
 * Webpack configuration of Oriel: the browser build (src/entry/client.tsx to dist/, which any static host can serve), and the builds for
 * Node: the server (src/server/main.ts), server rendering (src/entry/server.tsx), the embeds for other servers, and `oriel run`.
 * `.scripts/build.mjs` runs them all. `.scripts/webpack/` has the builds for Node and the project's own plugins, each with its reason.
 */
const path = require('node:path');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { ContextReplacementPlugin } = require('webpack');
const cssMinify = require('webpack/lib/css/cssMinify');
const { cacheGroups } = require('./.scripts/webpack/cacheGroups.cjs');
const { common, root, sourceMaps } = require('./.scripts/webpack/common.cjs');
const { embed, render, run, server } = require('./.scripts/webpack/nodeBuilds.cjs');
const { PagePlugin } = require('./.scripts/webpack/PagePlugin.cjs');
const { CompileHintPlugin } = require('./.scripts/webpack/CompileHintPlugin.cjs');

const minimizer = (test, minify, minimizerOptions) =>
  new MinimizerPlugin({ test, minify, minimizerOptions, extractComments: false });

function browser(mode) {
  return {
    ...common,
    name: 'browser',
    mode,
    devtool: sourceMaps(mode),
    target: ['web', 'es2022'],
    entry: { client: './src/entry/client.tsx' },
    output: {
      path: path.join(root, 'dist'),
      // The folder can be served at any path: the chunk loader derives it from the address of the first script.
      publicPath: 'auto',
      filename: 'assets/[name].[contenthash].js',
      // Ids, not names, because the first script contains all of them. `chunks.json` maps names to files.
      chunkFilename: 'assets/[id].[contenthash].js',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
      // The first script contains the hash of every chunk.
      hashDigestLength: 6,
      crossOriginLoading: false,
      trustedTypes: { policyName: 'oriel-chunks' },
      uniqueName: 'oriel',
      clean: true,
    },
    module: {
      rules: [
        ...common.module.rules,
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        // Replaces the one file of React Aria that the page's policy blocks.
        {
          test: /[\\/]react-aria[\\/]dist[\\/]private[\\/]live-announcer[\\/]LiveAnnouncer\.[cm]?js$/,
          loader: path.join(root, 'src/ui/form/announcerLoader.cjs'),
        },
        // Replaces this package by the two constants that are used.
        {
          test: /[\\/]vscode-languageserver-types[\\/]lib[\\/]esm[\\/]main\.js$/,
          loader: path.join(root, 'src/features/query/editor/serverTypesLoader.cjs'),
        },
        // Keeps the calls of this package that a minifier would remove.
        {
          test: /[\\/]@replit[\\/]codemirror-emacs[\\/]dist[\\/]index\.js$/,
          loader: path.join(root, 'src/features/query/editor/emacsKeysLoader.cjs'),
        },
        // Lets this package find the focus in a shadow root.
        {
          test: /[\\/]@replit[\\/]codemirror-vim[\\/]dist[\\/]index\.js$/,
          loader: path.join(root, 'src/features/query/editor/vimKeysLoader.cjs'),
        },
        // Unused exports of this package can be dropped, although its package.json does not say so.
        { test: /[\\/]node_modules[\\/]graphql-language-service[\\/]/, sideEffects: false },
      ],
    },
    optimization: {
      splitChunks: { cacheGroups },
      // The shortest names and ids: the first script contains many of them, and hashes compress badly.
      mangleExports: 'size',
      moduleIds: 'size',
      chunkIds: 'size',
      minimizer: [
        // `reduce_funcs` is off: functions inlined at their only call compress worse than called functions.
        minimizer(/\.js$/, MinimizerPlugin.swcMinify, { compress: { passes: 3, reduce_funcs: false }, mangle: true }),
        minimizer(/\.css$/, cssMinify, {}),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: 'assets/[name].[contenthash].css',
        chunkFilename: 'assets/[id].[contenthash].css',
        // Style sheets have classes of their own, so their order does not matter.
        ignoreOrder: true,
      }),
      new PagePlugin(),
      new ContextReplacementPlugin(/catalogues/, /^\.\/[^.]+$/), // each catalogue once: by default webpack lists every spelling of a file name
      ...(mode === 'production' ? [new CompileHintPlugin()] : []),
    ],
  };
}

module.exports = (_env, { mode = 'production' } = {}) => [browser(mode), server(mode), embed(mode), render(mode), run(mode)];
