/**
 * A webpack loader for @replit/codemirror-emacs. The package marks the calls that register its keys and commands as pure, so a minifier
 * removes them, and the built page has no Emacs keys.
 */
module.exports = function emacsKeysLoader(source) {
  const kept = source.replaceAll('/*@__PURE__*/EmacsHandler.', 'EmacsHandler.');
  if (kept === source) throw new Error('No call of EmacsHandler is marked as pure: is emacsKeysLoader.cjs still needed?');
  return kept;
};
