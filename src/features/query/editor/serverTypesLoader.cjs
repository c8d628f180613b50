/**
 * graphql-language-service uses two constants of the package vscode-languageserver-types, which cannot be taken apart by webpack: 6 kB that
 * everybody who writes a query would fetch. This loader leaves the two and takes the rest out.
 */
const USED = ['InsertTextFormat', 'InsertTextMode'];

/** @throws Error when one of them is not found: after an upgrade somebody has to look. (What is missing besides, webpack tells.) */
module.exports = function serverTypesLoader(source) {
  return USED.map(name => {
    const [found] =
      // Bounded: reads one file of a package while building.
      new RegExp(`export var ${name};\\s*\\(function \\(${name}\\) \\{[^]*?\\}\\)\\(${name} \\|\\| .*\\);`).exec(source) ?? [];
    if (!found) throw new Error(`vscode-languageserver-types has no ${name} where serverTypesLoader.cjs looks for it`);
    return found;
  }).join('\n');
};
