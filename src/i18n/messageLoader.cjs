/**
 * A webpack loader that compiles the ICU messages in `english/` and `catalogues/` to Lingui's token lists at build time, so that the page needs
 * no parser (6.4 kB gzipped) and parses nothing. webpack.config.js uses it instead of swc-loader for these files. An invalid message fails
 * the build with its name. Development and tests use the files uncompiled.
 */
const path = require('node:path');
const vm = require('node:vm');
const { transformSync } = require('@swc/core');
const { compileMessageOrThrow } = require('@lingui/message-utils/compileMessage');

/** @param {string} source TypeScript source of a file that exports objects of messages, or objects of such objects. */
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
      // A message without arguments stays a string.
      return tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens;
    } catch (error) {
      throw new Error(`${path.basename(this.resourcePath)}: ${where}: ${error.message}`);
    }
  };
  return Object.keys(file.exports)
    .map(name => `export const ${name} = ${JSON.stringify(compile(file.exports[name], name))};`)
    .join('\n');
};
