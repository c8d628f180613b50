/**
 * How Oriel is built: the browser's files (src/entry/client.tsx to dist/, which any static host can serve), and what runs in Node: the server
 * (src/server/main.ts), what renders pages there (src/entry/server.tsx), what other servers embed, and `oriel run`. `.scripts/build.mjs`
 * runs all of it. `.scripts/webpack/` holds the builds for Node and plugins of our own, each with its reason.
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
const { ReadOncePlugin } = require('./.scripts/webpack/ReadOncePlugin.cjs');

const minimizer = (test, minify, minimizerOptions) =>
  new MinimizerPlugin({ test, minify, minimizerOptions, extractComments: false });

/** The browser's build. */
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
      // The folder may be anywhere: the loader of chunks finds it by the address of the first script.
      publicPath: 'auto',
      filename: 'assets/[name].[contenthash].js',
      // By number: the first script holds all of them. `chunks.json` says which is which.
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
        minimizer(/\.js$/, MinimizerPlugin.swcMinify, { compress: { passes: 3, reduce_funcs: false }, mangle: true }),
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

module.exports = (_env, { mode = 'production' } = {}) => [browser(mode), server(mode), embed(mode), render(mode), run(mode)];
