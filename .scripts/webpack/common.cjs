/** What all builds share. */
const path = require('node:path');

const root = path.join(__dirname, '../..');

/** The texts of the languages. They are compiled by the build, so that the page needs no parser for them. */
const MESSAGES = /[\\/]src[\\/]i18n[\\/](english|catalogues)[\\/].+\.ts$/;

const common = {
  context: root,
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

/** Only `npm run dev` has source maps: they take a quarter of the time of a build (browser 36.7 s of processor time with them, 27.7 s without). */
const sourceMaps = mode => mode === 'development' && 'source-map';

module.exports = { common, root, sourceMaps };
