/**
 * The order in which test files start: the longest first, so that no worker is still busy with one while the others have nothing left. How
 * long a file takes is known from the last run; where there was none, as on a fresh checkout, it is guessed from its size, and a line that
 * is run in a browser takes about nine times as long as another. Files that failed come before all others.
 */
const { default: TestSequencer } = require('@jest/test-sequencer');

/** Milliseconds per byte of a test file. */
const PACE = { browser: 3.4, others: 0.37 };

module.exports = class extends TestSequencer {
  sort(tests) {
    const length = new Map(tests.map(test => [test, this.time(test) ?? guessed(test)]));
    return [...tests].sort(
      (one, other) => Number(this.hasFailed(other)) - Number(this.hasFailed(one)) || length.get(other) - length.get(one),
    );
  }
};

/** How many milliseconds a file is thought to take that was never run. */
function guessed({ path, context }) {
  const { hasteFS, config } = context;
  return (hasteFS.getSize(path) ?? 0) * (config.displayName?.name === 'browser' ? PACE.browser : PACE.others);
}
