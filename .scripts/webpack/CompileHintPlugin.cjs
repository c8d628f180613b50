const { Compilation, sources } = require('webpack');

/** https://v8.dev/blog/explicit-compile-hints. It must be at the start of the file. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Adds V8's compile hint to the scripts of the first screen: their functions are compiled together with the script, off the main thread.
 * Without it, functions are only pre-parsed there, and compiled on the main thread when they are called. Other browsers ignore the comment.
 */
class CompileHintPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('CompileHintPlugin', compilation => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'CompileHintPlugin', stage }, () => {
        const groups = [compilation.entrypoints.get('client'), compilation.namedChunkGroups.get('data')];
        const files = new Set(groups.flatMap(group => group.getFiles()).filter(file => file.endsWith('.js')));
        for (const file of files) compilation.updateAsset(file, source => new sources.ConcatSource(HINT, source));
      });
    });
  }
}

module.exports = { CompileHintPlugin };
