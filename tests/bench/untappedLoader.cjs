/** A webpack loader that removes the tap from a transport module: `tap.active` becomes false, and `tap.emit` is never called. */
module.exports = function untappedLoader(source) {
  if (this.resourcePath.endsWith('tap.ts')) return source;
  return source
    .replace(/(?:\bthis\.#?)?\b(?:options\.)?tap\.active\b/g, 'false')
    .replace(/(?:\bthis\.#?)?\b(?:options\.)?tap\.emit\(/g, 'false && $&');
};
