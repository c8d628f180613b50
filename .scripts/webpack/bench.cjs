/**
 * The build of the benchmarks (`npm run bench`). Two of their files are in layers of their own, so that each has its own copy of the
 * transport, one of them without the tap.
 */
const path = require('node:path');
const { node } = require('./nodeBuilds.cjs');

const root = path.join(__dirname, '../..');
const base = node('bench', 'production', { run: './tests/bench/run.ts' });

module.exports = {
  ...base,
  experiments: { ...base.experiments, layers: true },
  module: {
    ...base.module,
    rules: [
      ...base.module.rules,
      ...['tapped', 'untapped'].map(layer => ({ test: path.join(root, `tests/bench/${layer}.ts`), layer })),
      {
        issuerLayer: 'untapped',
        test: /[\\/]src[\\/]transport[\\/].+\.ts$/,
        enforce: 'pre',
        loader: path.join(root, 'tests/bench/untappedLoader.cjs'),
      },
    ],
  },
};
