/**
 * Webpack loader for the texts: turns the ICU messages of the files in `english/` and `catalogues/` into Lingui's token lists while building,
 * so that the page carries no parser (6.4 kB gzipped) and parses nothing. In webpack.config.js it takes the place of swc-loader for
 * these files. A broken message fails the build and is named. Development and tests use the files as they are.
 */
const path = require('node:path');
const vm = require('node:vm');
const { transformSync } = require('@swc/core');
const { compileMessageOrThrow } = require('@lingui/message-utils/compileMessage');

/** @param {string} source TypeScript text of a file that exports objects of texts, or objects of such objects. */
module.exports = function messageLoader(source) {
  const { code } = transformSync(source, {
    filename: this.resourcePath,
    swcrc: false,
    configFile: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const file = { exports: {} };
  vm.runInNewContext(code, {
    module: file,
    exports: file.exports,
    require: name => {
      throw new Error(`${this.resourcePath} must not import ${name}`);
    },
  });
  const compile = (value, where) => {
    if (typeof value !== 'string')
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compile(inner, `${where}.${key}`)]));
    try {
      const tokens = compileMessageOrThrow(value);
      // A text without arguments is itself.
      return tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens;
    } catch (error) {
      throw new Error(`${path.basename(this.resourcePath)}: ${where}: ${error.message}`);
    }
  };
  return Object.keys(file.exports)
    .map(name => `export const ${name} = ${JSON.stringify(compile(file.exports[name], name))};`)
    .join('\n');
};
