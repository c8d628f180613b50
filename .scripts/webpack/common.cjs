/** Options that all builds share. */
const path = require('node:path');

const root = path.join(__dirname, '../..');

/** The message catalogues. They are compiled at build time, so that the page needs no message parser. */
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

/** Source maps only in `npm run dev`: they take a quarter of the build time (browser: 36.7 s of CPU time with them, 27.7 s without). */
const sourceMaps = mode => mode === 'development' && 'source-map';

module.exports = { common, root, sourceMaps };
