const { Compilation, sources } = require('webpack');

/**
 * Replaces the outer arrow function of the first script by a function expression in parentheses. Browsers compile such a function together
 * with the script, off the main thread. An arrow function is only pre-parsed there, and compiled on the main thread when it is called. The
 * whole first script is inside this one function.
 */
class ReadOncePlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ReadOncePlugin', compilation => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'ReadOncePlugin', stage }, () => {
        for (const file of compilation.entrypoints.get('client').getFiles()) {
          if (file.endsWith('.js')) compilation.updateAsset(file, source => this.#bracketed(source, file));
        }
      });
    });
  }

  #bracketed(source, file) {
    const arrow = '(()=>{';
    const at = source.source().indexOf(arrow);
    // A licence comment can precede it.
    if (at < 0 || at > 200) throw new Error(`${file} does not begin with an arrow function: is ReadOncePlugin still needed?`);
    const changed = new sources.ReplaceSource(source);
    changed.replace(at, at + arrow.length - 1, '(function(){');
    return changed;
  }
}

module.exports = { ReadOncePlugin };
