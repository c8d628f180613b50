/**
 * graphql-language-service uses two constants of the package vscode-languageserver-types, which webpack cannot tree-shake: everyone who
 * writes a query would download 6 kB. This loader keeps the two and removes the rest.
 */
const USED = ['InsertTextFormat', 'InsertTextMode'];

/** @throws Error if one of them is not found, for example after an upgrade. (Webpack reports other missing exports.) */
module.exports = function serverTypesLoader(source) {
  return USED.map(name => {
    const [found] =
      // Bounded: reads one file of a package at build time.
      new RegExp(`export var ${name};\\s*\\(function \\(${name}\\) \\{[^]*?\\}\\)\\(${name} \\|\\| .*\\);`).exec(source) ?? [];
    if (!found) throw new Error(`vscode-languageserver-types has no ${name} where serverTypesLoader.cjs looks for it`);
    return found;
  }).join('\n');
};
